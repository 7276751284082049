using System.Net.WebSockets;
using Microsoft.AspNetCore.Http;

namespace Dyno.Bench;

/// <summary>A Kestrel that sends every WebSocket message back.</summary>
internal static class EchoServer
{
    /// <summary>The argument that makes <c>Dyno.Bench</c> this server.</summary>
    public const string Word = "serve-echo";

    /// <summary>Runs the server; called in its own process.</summary>
    public static int Run() => KestrelProcess.Serve(k => k.Limits.MaxConcurrentUpgradedConnections = null, _ => { }, app =>
    {
        app.UseWebSockets();
        app.Run(EchoAsync);
    });

    private static async Task EchoAsync(HttpContext context)
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
            // The client closed the connection without a close frame.
        }
    }
}
