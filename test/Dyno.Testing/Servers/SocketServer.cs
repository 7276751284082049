using System.Net.WebSockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Dyno.Testing;

/// <summary>
/// WebSockets of ASP.NET Core: <c>/echo</c> sends each message back, <c>/twice</c> sends it back twice, <c>/shuffled</c> answers two messages
/// in reverse order, <c>/push</c> sends five messages unasked, <c>/close?code=</c> closes at the first message. Without a socket,
/// <c>/plain</c> answers 200 and <c>/forbidden</c> 403.
/// </summary>
public sealed class SocketServer : IAsyncDisposable
{
    private readonly WebApplication _app;

    private SocketServer(WebApplication app) => _app = app;

    /// <summary>Base address, http or https.</summary>
    public Uri Url => new(_app.Urls.First());

    /// <summary>The close status of each ended socket, as the server received it; null without one.</summary>
    public ConcurrentQueue<WebSocketCloseStatus?> Ends { get; } = new();

    /// <summary>Messages that <c>/echo</c> and <c>/twice</c> received, up to 999 bytes each.</summary>
    public ConcurrentQueue<string> Said { get; } = new();

    /// <summary>Starts the server.</summary>
    public static async Task<SocketServer> StartAsync(X509Certificate2? certificate = null, bool compresses = false)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(k => k.Listen(System.Net.IPAddress.Loopback, 0, o =>
        {
            if (certificate is not null) o.UseHttps(certificate);
        }));
        builder.WebHost.UseKestrelHttpsConfiguration();
        var app = builder.Build();
        var server = new SocketServer(app);
        app.UseWebSockets();
        app.Run(context => server.ServeAsync(context, compresses));
        await app.StartAsync();
        return server;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        using var now = new CancellationTokenSource();
        await now.CancelAsync();
        await _app.StopAsync(now.Token);
        await _app.DisposeAsync();
    }

    private async Task ServeAsync(HttpContext context, bool compresses)
    {
        if (context.Request.Path == "/plain") { await context.Response.WriteAsync("no socket here"); return; }
        if (context.Request.Path == "/forbidden") { context.Response.StatusCode = 403; return; }
        using var socket = await context.WebSockets.AcceptWebSocketAsync(new WebSocketAcceptContext
        {
            DangerousEnableCompression = compresses,
            SubProtocol = context.WebSockets.WebSocketRequestedProtocols.FirstOrDefault(),
        });
        try
        {
            await (context.Request.Path.Value switch
            {
                "/close" => CloseAsync(socket, int.Parse(context.Request.Query["code"]!, System.Globalization.CultureInfo.InvariantCulture)),
                "/push" => PushAsync(socket),
                "/shuffled" => ShuffleAsync(socket),
                "/twice" => EchoAsync(socket, times: 2),
                _ => EchoAsync(socket, times: 1),
            });
            Ends.Enqueue(socket.CloseStatus);
        }
        catch (WebSocketException)
        {
            Ends.Enqueue(null);
        }
    }

    private async Task EchoAsync(WebSocket socket, int times)
    {
        var buffer = new byte[256 * 1024];
        while (true)
        {
            var got = await socket.ReceiveAsync(buffer, CancellationToken.None);
            if (got.MessageType == WebSocketMessageType.Close)
            {
                await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
                return;
            }
            if (got.Count < 1000) Said.Enqueue(Encoding.UTF8.GetString(buffer, 0, got.Count));
            for (var i = 0; i < times; i++) await socket.SendAsync(buffer.AsMemory(0, got.Count), got.MessageType, got.EndOfMessage, CancellationToken.None);
        }
    }

    private static async Task CloseAsync(WebSocket socket, int code)
    {
        await socket.ReceiveAsync(new byte[100], CancellationToken.None);
        await socket.CloseAsync((WebSocketCloseStatus)code, "as asked", CancellationToken.None);
    }

    private async Task PushAsync(WebSocket socket)
    {
        for (var i = 0; i < 5; i++) await socket.SendAsync(Encoding.UTF8.GetBytes($"news {i}"), WebSocketMessageType.Text, true, CancellationToken.None);
        await EchoAsync(socket, times: 1);
    }

    // Reads two messages and answers them in reverse order.
    private static async Task ShuffleAsync(WebSocket socket)
    {
        var buffers = new[] { new byte[1000], new byte[1000] };
        while (true)
        {
            var lengths = new int[2];
            for (var i = 0; i < 2; i++)
            {
                var got = await socket.ReceiveAsync(buffers[i], CancellationToken.None);
                if (got.MessageType == WebSocketMessageType.Close) return;
                lengths[i] = got.Count;
            }
            for (var i = 1; i >= 0; i--) await socket.SendAsync(buffers[i].AsMemory(0, lengths[i]), WebSocketMessageType.Text, true, CancellationToken.None);
        }
    }
}
