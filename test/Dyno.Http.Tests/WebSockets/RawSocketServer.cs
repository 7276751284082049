namespace Dyno.Http.Tests;

/// <summary>A server without a library: answers the handshake as told, then does what a test asks for, and nothing else.</summary>
internal sealed class RawSocketServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Func<string, byte[]> _answer;
    private readonly Func<NetworkStream, Task> _then;
    private int _connections;

    public RawSocketServer(Func<NetworkStream, Task> then, Func<string, byte[]>? answer = null)
    {
        (_then, _answer) = (then, answer ?? (request => ServerFrames.Accept(request)));
        _listener.Start();
        _ = AcceptAsync();
    }

    public Uri Url => new($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/");

    public int Connections => Volatile.Read(ref _connections);

    /// <summary>Sends bytes as soon as the first message has come.</summary>
    public static RawSocketServer Answering(params byte[][] frames) => new(async stream =>
    {
        await stream.ReadAtLeastAsync(new byte[1000], 1);
        foreach (var frame in frames) await stream.WriteAsync(frame);
        await HangAsync(stream);
    });

    /// <summary>Reads until the client is gone.</summary>
    public static async Task<byte[]> HangAsync(NetworkStream stream)
    {
        var (all, piece) = (new MemoryStream(), new byte[10_000]);
        try
        {
            for (int read; (read = await stream.ReadAsync(piece)) > 0;) all.Write(piece, 0, read);
        }
        catch (IOException)
        {
            // Reset: gone as well.
        }
        return all.ToArray();
    }

    public void Dispose() => _listener.Stop();

    private async Task AcceptAsync()
    {
        try
        {
            while (true) _ = ServeAsync(await _listener.AcceptTcpClientAsync());
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            // The test is over.
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var _ = client;
        Interlocked.Increment(ref _connections);
        var stream = client.GetStream();
        var (head, piece) = (new StringBuilder(), new byte[4000]);
        try
        {
            while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
            {
                var read = await stream.ReadAsync(piece);
                if (read == 0) return;
                head.Append(Encoding.ASCII.GetString(piece, 0, read));
            }
            await stream.WriteAsync(_answer(head.ToString()));
            await _then(stream);
        }
        catch (IOException)
        {
            // The client is gone.
        }
    }
}
