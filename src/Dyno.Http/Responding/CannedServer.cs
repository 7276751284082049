namespace Dyno.Http;

/// <summary>
/// The cheapest HTTP/1.1 responder that Linux allows: one event loop on one thread, and the same bytes for every request head. The
/// throughput of a generator against it is an upper bound for any server on this machine. No pipelining, no TLS.
/// </summary>
public sealed unsafe class CannedServer : IDisposable
{
    private const int BufferBytes = 16 * 1024;
    private const int MaxEvents = 512;

    private static ReadOnlySpan<byte> Answer =>
        "HTTP/1.1 200 OK\r\nServer: canned\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, World!"u8;

    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly ConcurrentDictionary<int, Socket> _connections = [];
    private readonly int _epoll = Libc.epoll_create1(EpollFlags.CloseOnExec);
    private readonly byte* _buffer = (byte*)NativeMemory.Alloc(BufferBytes);
    private readonly byte* _answer = (byte*)NativeMemory.Alloc((nuint)Answer.Length);
    private readonly EpollEvent* _events = (EpollEvent*)NativeMemory.Alloc((nuint)(MaxEvents * sizeof(EpollEvent)));

    /// <summary>Listens on a free loopback port.</summary>
    /// <exception cref="PlatformNotSupportedException">The system is not Linux.</exception>
    /// <exception cref="SocketException">The socket cannot listen.</exception>
    public CannedServer()
    {
        if (!OperatingSystem.IsLinux()) throw new PlatformNotSupportedException("the canned server needs Linux");
        Answer.CopyTo(new Span<byte>(_answer, Answer.Length));
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(4096);
    }

    public int Port => ((IPEndPoint)_listener.LocalEndPoint!).Port;

    /// <summary>Serves until the process ends.</summary>
    public void Serve()
    {
        new Thread(AcceptAll) { IsBackground = true }.Start();
        while (true)
        {
            var count = Libc.epoll_wait(_epoll, _events, MaxEvents, -1);
            for (var i = 0; i < count; i++) Respond((int)EpollEvent.At(_events, i)->Tag);
        }
    }

    /// <summary>Stops listening. The native memory is not freed, because the event loop runs until the process ends.</summary>
    public void Dispose() => _listener.Dispose();

    // .NET opens and closes the sockets; the event loop reads and writes them. Each socket stays in the table while it is open, so that
    // its file descriptor is not reused.
    private void AcceptAll()
    {
        while (true)
        {
            var socket = _listener.Accept();
            (socket.NoDelay, socket.Blocking) = (true, false);
            var file = (int)socket.Handle;
            _connections[file] = socket;
            var change = new EpollEvent { Events = EpollFlags.In | EpollFlags.EdgeTriggered | EpollFlags.PeerClosed, Tag = (ulong)file };
            _ = Libc.epoll_ctl(_epoll, EpollFlags.Add, file, &change);
        }
    }

    private void Respond(int file)
    {
        var received = Libc.Receive(file, _buffer, BufferBytes, 0);
        if (received > 0 && EndsHead(received)) _ = Libc.Send(file, _answer, Answer.Length, Libc.NoSignal);
        else if (received == 0 && _connections.TryRemove(file, out var socket)) socket.Dispose();
    }

    /// <summary>Whether the last four bytes are CR LF CR LF.</summary>
    private bool EndsHead(nint received) => received >= 4 && *(uint*)(_buffer + received - 4) == 0x0A0D0A0D;
}
