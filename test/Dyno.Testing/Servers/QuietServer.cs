namespace Dyno.Testing;

/// <summary>
/// Answers every receive with the same canned answer. Each connection has one blocking thread, which allocates nothing, for tests that
/// measure the client's allocations in the same process.
/// </summary>
public sealed class QuietServer : IDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<Socket> _open = [];
    private readonly byte[] _answer;

    /// <summary>Starts the server.</summary>
    /// <param name="answer">The answer, sent once per receive: clients must not pipeline, and their requests must fit one segment.</param>
    public QuietServer(ReadOnlySpan<byte> answer)
    {
        _answer = answer.ToArray();
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(512);
        Url = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndPoint!).Port}/");
        new Thread(Accept) { IsBackground = true }.Start();
    }

    /// <summary>Base address.</summary>
    public Uri Url { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _listener.Dispose();
        lock (_open)
            foreach (var socket in _open) socket.Dispose();
    }

    private void Accept()
    {
        try
        {
            while (true)
            {
                var socket = _listener.Accept();
                socket.NoDelay = true;
                lock (_open) _open.Add(socket);
                new Thread(() => Serve(socket)) { IsBackground = true }.Start();
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The server was disposed of.
        }
    }

    private void Serve(Socket socket)
    {
        var buffer = new byte[4096];
        try
        {
            while (socket.Receive(buffer) > 0) socket.Send(_answer);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The client closed the connection.
        }
    }
}
