using System.Diagnostics;
using System.Globalization;
using System.Net.WebSockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Dyno.Bench.Servers;

/// <summary>
/// Kestrel that sends every message of a WebSocket back. In a process of its own (<c>Dyno.Bench serve-echo</c>): writes its port on the
/// first line, ends when its input does.
/// </summary>
internal sealed class EchoServer : IDisposable
{
    private readonly Process _process;

    private EchoServer(Process process, int port) => (_process, Url) = (process, $"ws://127.0.0.1:{port}/");

    public string Url { get; }

    public static EchoServer Start(int cpu)
    {
        var process = Process.Start(new ProcessStartInfo("taskset", ["-c", $"{cpu}", Environment.ProcessPath!, "serve-echo"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        return new EchoServer(process,
            int.Parse(process.StandardOutput.ReadLine() ?? throw new BenchException("the echo server did not start"), CultureInfo.InvariantCulture));
    }

    /// <summary>The server's own process.</summary>
    public static int Run()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(k =>
        {
            k.Limits.MaxConcurrentUpgradedConnections = null;
            k.Listen(System.Net.IPAddress.Loopback, 0);
        });
        var app = builder.Build();
        app.UseWebSockets();
        app.Run(async context =>
        {
            using var socket = await context.WebSockets.AcceptWebSocketAsync();
            var buffer = new byte[256];
            try
            {
                while (await socket.ReceiveAsync(buffer.AsMemory(), context.RequestAborted) is { MessageType: not WebSocketMessageType.Close } message)
                    await socket.SendAsync(buffer.AsMemory(0, message.Count), message.MessageType, message.EndOfMessage, context.RequestAborted);
                await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
            }
            catch (Exception gone) when (gone is WebSocketException or OperationCanceledException)
            {
                // The client left without a word.
            }
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
