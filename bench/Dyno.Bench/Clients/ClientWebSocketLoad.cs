using System.Net.WebSockets;

namespace Dyno.Bench;

/// <summary>
/// Messages in a loop over ClientWebSocket, as in a hand-written load: <c>Dyno.Bench load-echo URL SOCKETS SECONDS</c>. Prints the number
/// of messages that came back.
/// </summary>
internal static class ClientWebSocketLoad
{
    public static int Run(string[] arguments)
    {
        var (sockets, seconds) = (int.Parse(arguments[1], CultureInfo.InvariantCulture), double.Parse(arguments[2], CultureInfo.InvariantCulture));
        var end = Environment.TickCount64 + (long)(seconds * 1000);
        var counts = Task.WhenAll(Enumerable.Range(0, sockets).Select(_ => Task.Run(() => LoopAsync(new Uri(arguments[0]), end)))).GetAwaiter().GetResult();
        Console.WriteLine(counts.Sum());
        return 0;
    }

    private static async Task<long> LoopAsync(Uri url, long end)
    {
        var (message, answer, count) = (SocketsMessage.Bytes, new byte[256], 0L);
        using var socket = new ClientWebSocket();
        await socket.ConnectAsync(url, CancellationToken.None).ConfigureAwait(false);
        for (; Environment.TickCount64 < end; count++)
        {
            await socket.SendAsync(message.AsMemory(), WebSocketMessageType.Text, endOfMessage: true, CancellationToken.None).ConfigureAwait(false);
            var got = await socket.ReceiveAsync(answer.AsMemory(), CancellationToken.None).ConfigureAwait(false);
            if (got.Count != message.Length) throw new InvalidOperationException($"{got.Count} bytes came back instead of {message.Length}");
        }
        await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None).ConfigureAwait(false);
        return count;
    }
}
