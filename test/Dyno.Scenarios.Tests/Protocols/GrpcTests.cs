using Grpc.Core;
using Grpc.Net.Client;
using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.Scenarios.Tests;

/// <summary>A load in C# on gRPC, as users write it: calls over Grpc.Net.Client, one channel for all users.</summary>
public sealed class GrpcTests
{
    private static readonly Marshaller<byte[]> Bytes = Marshallers.Create(bytes => bytes, bytes => bytes);
    private static readonly Method<byte[], byte[]> Get = new(MethodType.Unary, "cache.Cache", "Get", Bytes, Bytes);

    [Fact]
    public async Task Loads_a_gRPC_service_and_counts_its_statuses()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Protocols = HttpProtocols.Http2 }, AnswerAsync);
        using var channel = GrpcChannel.ForAddress(server.Url);
        var calls = channel.CreateCallInvoker();

        var scenario = Scenario.Create("get", async context =>
            {
                byte[] key = [0x0A, 1, (byte)('a' + context.InvocationNumber % 2)];
                try
                {
                    var value = await calls.AsyncUnaryCall(Get, null, new CallOptions(cancellationToken: context.ScenarioCancellationToken), key).ResponseAsync;
                    return Response.Ok(statusCode: "OK", sizeBytes: value.Length);
                }
                catch (RpcException refused)
                {
                    return Response.Fail(statusCode: refused.StatusCode.ToString(), message: refused.Status.Detail);
                }
            })
            .WithLoadSimulations(Simulation.IterationsForConstant(copies: 4, iterations: 200));

        var stats = await QuietRun.OfAsync(scenario);

        var get = stats.ScenarioStats.Get("get");
        (get.Ok.Request.Count + get.Fail.Request.Count).ShouldBe(200);
        get.Fail.StatusCodes.ShouldHaveSingleItem().ShouldBe(new StatusCodeStats("RESOURCE_EXHAUSTED", IsError: true, get.Fail.Request.Count));
        get.Ok.DataTransfer.AllBytes.ShouldBe(get.Ok.Request.Count * 3);
    }

    // The key "b" is one too many.
    private static async Task AnswerAsync(HttpContext context)
    {
        var body = new byte[8];
        var isRefused = await context.Request.Body.ReadAsync(body) == 8 && body[7] == 'b';
        context.Response.ContentType = "application/grpc";
        context.Response.AppendTrailer("grpc-status", isRefused ? "8" : "0");
        if (isRefused) await context.Response.StartAsync();
        else await context.Response.Body.WriteAsync(new byte[] { 0, 0, 0, 0, 3, 0x0A, 1, (byte)'v' });
    }
}
