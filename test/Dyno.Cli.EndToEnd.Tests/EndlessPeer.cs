using System.Collections.Concurrent;
using System.Security.Cryptography;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>
/// A server on loopback that begins every answer and ends none, and reads nothing after the first head. The path says what it sends:
/// <c>/body</c>, <c>/head</c>, <c>/events</c>, and after the handshake of a WebSocket <c>/pings</c> and <c>/messages</c>.
/// </summary>
internal sealed class EndlessPeer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentBag<Task> _answers = [];
    private readonly Task _accepting;

    public EndlessPeer()
    {
        _listener.Start();
        _accepting = AcceptAsync();
    }

    /// <summary>Host and port.</summary>
    public string Authority => _listener.LocalEndpoint.ToString()!;

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listener.Dispose();
        await _accepting;
        await Task.WhenAll(_answers);
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true) _answers.Add(AnswerAsync(await _listener.AcceptTcpClientAsync(_end.Token)));
        }
        catch (OperationCanceledException)
        {
        }
    }

    private async Task AnswerAsync(TcpClient client)
    {
        using (client)
        {
            try
            {
                var stream = client.GetStream();
                var head = new StringBuilder();
                var read = new byte[4096];
                while (!head.ToString().Contains("\r\n\r\n", StringComparison.Ordinal) && await stream.ReadAsync(read, _end.Token) is > 0 and var count)
                    head.Append(Encoding.Latin1.GetString(read, 0, count));
                if (head.Length == 0) return; // a connection that nobody used
                var (begin, piece) = Of(head.ToString());
                await stream.WriteAsync(begin, _end.Token);
                var pieces = Enumerable.Repeat(piece, Math.Max(1, 65_536 / piece.Length)).SelectMany(bytes => bytes).ToArray();
                while (true) await stream.WriteAsync(pieces, _end.Token);
            }
            catch (Exception gone) when (gone is OperationCanceledException or IOException)
            {
                // The client has had enough.
            }
        }
    }

    private static (byte[] Begin, byte[] Piece) Of(string head) => head.Split(' ')[1] switch
    {
        "/head" => ("HTTP/1.1 200 OK\r\n"u8.ToArray(), "X-More: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n"u8.ToArray()),
        "/events" => ("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"u8.ToArray(), "data: x\n\n"u8.ToArray()),
        "/pings" => (Agreed(head), [0x89, 125, .. new byte[125]]),
        "/messages" => (Agreed(head), [0x81, 0]),
        _ => ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"u8.ToArray(), Encoding.ASCII.GetBytes(new string('x', 65_536))),
    };

    private static byte[] Agreed(string head)
    {
        const string Name = "sec-websocket-key:";
        var key = head.Split("\r\n").First(line => line.StartsWith(Name, StringComparison.OrdinalIgnoreCase))[Name.Length..].Trim();
#pragma warning disable CA5350 // as RFC 6455 has it
        var accept = Convert.ToBase64String(SHA1.HashData(Encoding.ASCII.GetBytes(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")));
#pragma warning restore CA5350
        return Encoding.ASCII.GetBytes($"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n");
    }
}
