#pragma warning disable IDE0005 // other projects, which have other usings, compile this file, too
using System.Security.Cryptography.X509Certificates;
using Dyno.Http.Tests.Grpc.Protos;
using Grpc.Core;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Dyno.Http.Tests;

/// <summary>A real gRPC service on ASP.NET Core.</summary>
internal sealed class EchoServer : IAsyncDisposable
{
    private readonly WebApplication _app;

    private EchoServer(WebApplication app) => _app = app;

    public Uri Url => new(_app.Urls.First());

    public static async Task<EchoServer> StartAsync(bool withReflection = false, bool isCompressed = false,
        X509Certificate2? certificate = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(k => k.Listen(System.Net.IPAddress.Loopback, 0, o =>
        {
            o.Protocols = HttpProtocols.Http2;
            if (certificate is not null) o.UseHttps(certificate);
        }));
        builder.Services.AddGrpc(o =>
        {
            if (!isCompressed) return;
            o.ResponseCompressionAlgorithm = "gzip";
            o.ResponseCompressionLevel = System.IO.Compression.CompressionLevel.Fastest;
        });
        if (withReflection) builder.Services.AddGrpcReflection();
        var app = builder.Build();
        app.MapGrpcService<EchoService>();
        if (withReflection) app.MapGrpcReflectionService();
        await app.StartAsync();
        return new EchoServer(app);
    }

    public async ValueTask DisposeAsync()
    {
        using var now = new CancellationTokenSource();
        await now.CancelAsync();
        await _app.StopAsync(now.Token);
        await _app.DisposeAsync();
    }
}

/// <summary>Does what each request asks for.</summary>
internal sealed class EchoService : Echo.EchoBase
{
    public override async Task<GetReply> Get(GetRequest request, ServerCallContext context) => await AnswerAsync(request, context, 1);

    public override async Task Watch(GetRequest request, IServerStreamWriter<GetReply> responseStream, ServerCallContext context)
    {
        for (var i = 1; i <= request.Count; i++) await responseStream.WriteAsync(await AnswerAsync(request, context, i));
    }

    public override async Task<GetReply> Put(IAsyncStreamReader<GetRequest> requestStream, ServerCallContext context)
    {
        var (count, last) = (0, "");
        await foreach (var request in requestStream.ReadAllAsync()) (count, last) = (count + 1, request.Key);
        return new GetReply { Value = last, Number = count };
    }

    public override async Task Chat(IAsyncStreamReader<GetRequest> requestStream, IServerStreamWriter<GetReply> responseStream, ServerCallContext context)
    {
        var count = 0;
        await foreach (var request in requestStream.ReadAllAsync()) await responseStream.WriteAsync(await AnswerAsync(request, context, ++count));
    }

    public override Task<Everything> Mirror(Everything request, ServerCallContext context) => Task.FromResult(request);

    private static async Task<GetReply> AnswerAsync(GetRequest request, ServerCallContext context, int number)
    {
        if (request.DelayMs > 0) await Task.Delay(request.DelayMs, context.CancellationToken);
        if (request.Status > 0) throw new RpcException(new Status((StatusCode)request.Status, $"as asked: {request.Key}, 100 %"));
        var token = context.RequestHeaders.GetValue("x-token");
        return new GetReply
        {
            Value = request.Size > 0 ? new string('v', request.Size) : token ?? request.Key,
            Number = number,
            Items = { new GetReply.Types.Item { Id = "first", Stock = 7 } },
        };
    }
}
