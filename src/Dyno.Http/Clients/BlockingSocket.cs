namespace Dyno.Http;

/// <summary>
/// One TCP connection over Linux's own system calls, which block their thread until they are done. A request costs one send and
/// one receive, without the additional work of .NET's sockets and without the parts of .NET that those load. Used by one thread,
/// except for <see cref="Dispose"/>, which ends a call in progress from any thread.
/// </summary>
internal sealed unsafe class BlockingSocket : IDisposable
{
    // Bits of _state decide which thread closes the file, because the kernel gives a closed file's number to the next opened file.
    private const int InCall = 1;
    private const int Closed = 2;
    private const int Woken = 4;

    private readonly int _file;
    private int _state;
    private long _timeoutMilliseconds;

    private BlockingSocket(int file, string remote) => (_file, RemoteText) = (file, remote);

    public string RemoteText { get; }

    /// <summary>The file descriptor, for inspection only: the file may be closed, and its number given to another file, at any moment.</summary>
    public int File => _file;

    /// <summary>Whether the peer has closed an idle connection, or sent unexpected bytes over it.</summary>
    public bool IsStale => Volatile.Read(ref _state) != 0 || StreamSocket.HasArrivals(_file);

    /// <summary>Bytes that the system has taken.</summary>
    public long SentBytes { get; private set; }

    /// <summary>Connects.</summary>
    /// <param name="endpoint">Address of the server.</param>
    /// <param name="deadline">When the connection must be established.</param>
    /// <param name="local">Local address; null: the system chooses.</param>
    /// <param name="cut">Cancels the connect.</param>
    /// <exception cref="SocketException">The connect failed, or the time is over.</exception>
    /// <exception cref="ObjectDisposedException">The connect was cancelled.</exception>
    public static BlockingSocket Connect(IPEndPoint endpoint, ClientDeadline deadline, IPAddress? local, CancellationToken cut)
    {
        var address = NativeAddress.Of(endpoint.Address, endpoint.Port);
        var file = StreamSocket.Open(address, out var failure, blocks: true);
        if (file < 0) throw SocketErrors.Of(failure);
        var socket = new BlockingSocket(file, address.Text);
        if (local is not null) socket.Bind(local, endpoint.Address);
        try
        {
            using var watch = cut.UnsafeRegister(static s => ((BlockingSocket)s!).Dispose(), socket);
            socket.Connect(address, deadline);
            return socket;
        }
        catch (SocketException e)
        {
            socket.Dispose();
            throw new SocketException((int)e.SocketErrorCode, $"{e.Message} {address.Text}"); // the text that .NET's sockets give
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Sends everything.</summary>
    /// <exception cref="SocketException">The connection is broken, or the time is over.</exception>
    /// <exception cref="ObjectDisposedException">The socket was closed meanwhile.</exception>
    public void Send(ReadOnlySpan<byte> bytes, ClientDeadline deadline)
    {
        Enter(deadline);
        try
        {
            fixed (byte* first = bytes)
            {
                var sent = 0;
                while (sent < bytes.Length)
                {
                    var count = Libc.Send(_file, first + sent, bytes.Length - sent, Libc.NoSignal);
                    if (count >= 0) (sent, SentBytes) = (sent + (int)count, SentBytes + count);
                    else ThrowUnlessInterrupted(Errno.Last);
                    if (sent < bytes.Length && !SetTimeout(deadline with { SeenNanos = 0 })) throw TimedOut(); // the kernel's time-out is per call
                }
            }
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Receives the next bytes; 0 when the peer has closed.</summary>
    /// <exception cref="SocketException">The connection is broken, or the time is over.</exception>
    /// <exception cref="ObjectDisposedException">The socket was closed meanwhile.</exception>
    public int Receive(Span<byte> into, ClientDeadline deadline)
    {
        Enter(deadline);
        try
        {
            fixed (byte* first = into)
            {
                while (true)
                {
                    var count = Libc.Receive(_file, first, into.Length, 0);
                    if (count < 0) ThrowUnlessInterrupted(Errno.Last);
                    else if (count == 0) { ThrowIfClosed(); return 0; }
                    else return (int)count;
                }
            }
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Closes the file of a socket that was never disposed; otherwise the file would stay open until the process ends.</summary>
    ~BlockingSocket()
    {
        if ((_state & Closed) == 0) _ = Libc.close(_file);
    }

    /// <summary>Hands the file over to a .NET socket, for calls that do not block. This object is unusable afterwards.</summary>
    /// <exception cref="ObjectDisposedException">The socket was closed meanwhile.</exception>
    public int Detach()
    {
        if (Interlocked.CompareExchange(ref _state, Closed | Woken, 0) != 0) throw Disposed();
        return _file;
    }

    /// <summary>Closes the connection; a call in progress on another thread ends with <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose()
    {
        var before = Interlocked.Or(ref _state, Closed);
        if ((before & Closed) != 0) return;
        GC.SuppressFinalize(this);
        if ((before & InCall) == 0) { _ = Libc.close(_file); return; }
        // Shuts down both directions; the file stays open until Woken is set. A connect just about to enter the kernel needs another try.
        var wait = new SpinWait();
        while (Libc.shutdown(_file, 2) != 0 && Errno.Last == Errno.NotConnected && (Volatile.Read(ref _state) & InCall) != 0) wait.SpinOnce();
        if ((Interlocked.Or(ref _state, Woken) & InCall) == 0) _ = Libc.close(_file);
    }

    private void Bind(IPAddress local, IPAddress remote)
    {
        try
        {
            LocalBinding.Bind(_file, local, remote);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    private void Connect(NativeAddress address, ClientDeadline deadline)
    {
        Enter(deadline);
        try
        {
            fixed (byte* bytes = address.Bytes)
            {
                // After an interruption the next call waits for the same connection.
                while (true)
                {
                    ThrowIfClosed();
                    if (Libc.connect(_file, bytes, address.Bytes.Length) == 0 || Errno.Last is var errno && errno == Errno.IsConnected) return;
                    ThrowUnlessInterrupted(errno is Errno.InProgress or Errno.Already ? Errno.TimedOut : errno);
                    if (!SetTimeout(deadline)) throw TimedOut();
                }
            }
        }
        finally
        {
            Leave();
        }
    }

    private void Enter(ClientDeadline deadline)
    {
        if (Interlocked.CompareExchange(ref _state, InCall, 0) != 0) throw Disposed();
        if (SetTimeout(deadline)) return;
        Leave();
        throw TimedOut();
    }

    private void Leave()
    {
        if ((Interlocked.And(ref _state, ~InCall) & Woken) != 0) _ = Libc.close(_file);
    }

    private void ThrowUnlessInterrupted(int errno)
    {
        ThrowIfClosed();
        if (errno != Errno.Interrupted) throw SocketErrors.Of(errno == Errno.Again ? Errno.TimedOut : errno);
    }

    private void ThrowIfClosed()
    {
        if ((Volatile.Read(ref _state) & Closed) != 0) throw Disposed();
    }

    private static SocketException TimedOut() => new((int)SocketError.TimedOut);

    private static ObjectDisposedException Disposed() => new(nameof(BlockingSocket));

    /// <summary>Sets the kernel's time-out, in the steps of <see cref="ClientDeadline.StepMilliseconds"/>. False when the time is over.</summary>
    private bool SetTimeout(ClientDeadline deadline)
    {
        var milliseconds = deadline.StepMilliseconds;
        if (milliseconds <= 0) return false;
        if (milliseconds == _timeoutMilliseconds) return true;
        _timeoutMilliseconds = milliseconds;
        var time = stackalloc nint[2] { (nint)(milliseconds / 1000), (nint)(milliseconds % 1000 * 1000) }; // struct timeval
        _ = Libc.setsockopt(_file, SocketOptions.Socket, SocketOptions.ReceiveTimeout, time, 2 * sizeof(nint));
        _ = Libc.setsockopt(_file, SocketOptions.Socket, SocketOptions.SendTimeout, time, 2 * sizeof(nint));
        return true;
    }
}
