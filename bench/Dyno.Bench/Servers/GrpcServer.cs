using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace Dyno.Bench.Servers;

/// <summary>
/// Kestrel that answers every unary call of gRPC with a message of 100 bytes, without a service behind it. In a process of its own
/// (<c>Dyno.Bench serve-grpc</c>): writes its port on the first line, ends when its input does.
/// </summary>
internal sealed class GrpcServer : IDisposable
{
    private readonly Process _process;

    private GrpcServer(Process process, int port) => (_process, Url) = (process, $"http://127.0.0.1:{port}");

    public string Url { get; }

    public static GrpcServer Start(int cpu)
    {
        var process = Process.Start(new ProcessStartInfo("taskset", ["-c", $"{cpu}", Environment.ProcessPath!, "serve-grpc"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        return new GrpcServer(process,
            int.Parse(process.StandardOutput.ReadLine() ?? throw new BenchException("the gRPC server did not start"), System.Globalization.CultureInfo.InvariantCulture));
    }

    /// <summary>The server's own process.</summary>
    public static int Run()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(k => k.Listen(System.Net.IPAddress.Loopback, 0, o => o.Protocols = HttpProtocols.Http2));
        var app = builder.Build();
        byte[] answer = [0, 0, 0, 0, 102, 0x0A, 100, .. Enumerable.Repeat((byte)'v', 100)];
        app.Run(async context =>
        {
            while (true)
            {
                var read = await context.Request.BodyReader.ReadAsync();
                context.Request.BodyReader.AdvanceTo(read.Buffer.End);
                if (read.IsCompleted) break;
            }
            context.Response.ContentType = "application/grpc";
            context.Response.AppendTrailer("grpc-status", "0");
            await context.Response.Body.WriteAsync(answer);
        });
        app.StartAsync().GetAwaiter().GetResult();
        Console.WriteLine(new Uri(app.Urls.First()).Port);
        while (Console.In.Read() >= 0) { }
        return 0;
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(3000)) _process.Kill();
        _process.Dispose();
    }
}
