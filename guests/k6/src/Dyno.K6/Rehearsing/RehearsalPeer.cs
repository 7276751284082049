namespace Dyno.K6;

/// <summary>
/// Answers the users that rehearse: some tens of connections at a time over loopback, a thread for each, the same bytes for every request.
/// Disposing of the peer ends it and its connections.
/// </summary>
internal sealed class RehearsalPeer : IDisposable
{
    private const int StackBytes = 128 * 1024;
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly Lock _gate = new();
    private readonly List<Socket> _connections = [];
    private bool _isDisposed;

    /// <summary>Begins to listen.</summary>
    /// <exception cref="SocketException">The machine does not allow it to listen.</exception>
    public RehearsalPeer()
    {
        try
        {
            _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            _listener.Listen();
        }
        catch (SocketException)
        {
            _listener.Dispose();
            throw;
        }
        Begin(AcceptAll);
    }

    private static ReadOnlySpan<byte> Answer =>
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 27\r\n\r\n{\"id\":1,\"name\":\"rehearsal\"}"u8;

    public Uri Url => new($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndPoint!).Port}/");

    public void Dispose()
    {
        lock (_gate)
        {
            _isDisposed = true;
            _listener.Dispose();
            foreach (var connection in _connections) connection.Dispose(); // wakes the threads that receive
        }
    }

    private static void Begin(Action work) => new Thread(() =>
    {
        try
        {
            work();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The peer was disposed of, or the other side has closed the connection.
        }
    }, StackBytes)
    { IsBackground = true, Name = "rehearsal" }.Start();

    private void AcceptAll()
    {
        while (true)
        {
            var connection = _listener.Accept();
            lock (_gate)
            {
                if (_isDisposed)
                {
                    connection.Dispose();
                    return;
                }
                _connections.Add(connection);
            }
            connection.NoDelay = true;
            Begin(() => Serve(connection));
        }
    }

    private void Serve(Socket connection)
    {
        try
        {
            AnswerAll(connection);
        }
        finally
        {
            lock (_gate) _connections.Remove(connection);
            connection.Dispose();
        }
    }

    private static void AnswerAll(Socket connection)
    {
        Span<byte> buffer = stackalloc byte[4096];
        var filled = 0;
        while (connection.Receive(buffer[filled..]) is > 0 and var received)
        {
            filled += received;
            if (!buffer[..filled].EndsWith("\r\n\r\n"u8)) continue; // the request is not complete; no rehearsed request is longer than the buffer
            connection.Send(Answer);
            filled = 0;
        }
    }
}
