using System.Net.WebSockets;
using System.Runtime.CompilerServices;
using Chat;

var builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.Services.AddSignalR().AddMessagePackProtocol();
var app = builder.Build();
app.UseWebSockets();

app.MapGet("/", () => "chat");

// Sends every message back unchanged.
app.Map("/echo", async context =>
{
    if (!context.WebSockets.IsWebSocketRequest) { context.Response.StatusCode = StatusCodes.Status400BadRequest; return; }
    using var socket = await context.WebSockets.AcceptWebSocketAsync(new WebSocketAcceptContext { DangerousEnableCompression = true });
    await Echo.RunAsync(socket, context.RequestAborted);
});

// Sends "count" events, one every "every" milliseconds; with count 0 until the caller leaves.
app.MapGet("/events", (int? every, int? count, CancellationToken left) =>
    TypedResults.ServerSentEvents(News.TellAsync(every ?? 100, count ?? 10, left), eventType: "news"));

app.MapHub<ChatHub>("/hub");
app.Run();

namespace Chat
{
    internal static class Echo
    {
        public static async Task RunAsync(WebSocket socket, CancellationToken left)
        {
            var buffer = new byte[4 * 1024]; // an idle connection keeps this buffer; longer messages are sent back in parts
            while (true)
            {
                var got = await socket.ReceiveAsync(buffer.AsMemory(), left);
                if (got.MessageType == WebSocketMessageType.Close) break;
                await socket.SendAsync(buffer.AsMemory(0, got.Count), got.MessageType, got.EndOfMessage, left);
            }
            await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, left);
        }
    }

    internal static class News
    {
        public static async IAsyncEnumerable<string> TellAsync(int every, int count, [EnumeratorCancellation] CancellationToken left)
        {
            for (var i = 0; count == 0 || i < count; i++)
            {
                if (i > 0) await Task.Delay(every, left);
                yield return $"number {i}";
            }
        }
    }
}
