namespace Dyno.Http;

/// <summary>
/// One TCP connection of a <see cref="ClientLoop"/>. One receive and one send may be pending at the same time; both continue
/// inside the loop's wait. Used on the loop's thread only.
/// </summary>
internal sealed class LoopSocket(ClientLoop loop, int slot) : IDisposable
{
    private readonly LoopOperation _receiving = new();
    private readonly LoopOperation _sending = new(); // also the connect
    private int _file = -1;
    private bool _isDisposed;
    private bool _isConnecting;
    private bool _isReadable;   // epoll reported data, and no receive has emptied the socket since
    private bool _isClosing;    // the peer will send no more, or the connection is broken
    private Memory<byte> _into;
    private ReadOnlyMemory<byte> _from;
    private long _alarmNanos = long.MaxValue;

    public int Slot => slot;

    public uint Generation { get; set; }

    /// <summary>When <see cref="TimeOut"/> is due; <see cref="long.MaxValue"/> for never.</summary>
    public long DueNanos => Math.Min(_alarmNanos, Math.Min(_receiving.DueNanos, _sending.DueNanos));

    /// <summary>Called at the time set by <see cref="SetAlarm"/>.</summary>
    public Action? Alarm { get; set; }

    /// <summary>
    /// Whether continuations run without the thread's synchronization context: .NET's own tasks continue inline only without a
    /// context, and on the thread pool otherwise. The code that awaits those tasks sets the context again.
    /// </summary>
    public bool HidesContext { get; set; }

    /// <summary>Whether the peer has closed an idle connection, or sent unexpected bytes over it.</summary>
    public bool IsStale => _file < 0 || _isReadable || _isClosing || StreamSocket.HasArrivals(_file);

    /// <summary>Whether the peer has closed or reset the connection, also when the loop has not waited since.</summary>
    public bool HasEnded => _file < 0 || _isClosing || StreamSocket.HasEnded(_file);

    /// <summary>Bytes that the system has taken.</summary>
    public long SentBytes { get; private set; }

    public int Unacknowledged => _file < 0 ? 0 : StreamSocket.Unacknowledged(_file);

    public string RemoteText { get; private set; } = "";

    /// <summary>Connects.</summary>
    /// <param name="endpoint">Address of the server.</param>
    /// <param name="deadline">When the connection must be established.</param>
    /// <param name="local">Local address; null: the system chooses.</param>
    /// <exception cref="SocketException">The connect failed.</exception>
    public ValueTask<int> ConnectAsync(IPEndPoint endpoint, ClientDeadline deadline, IPAddress? local = null)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this); // cancelled before the connect: the loop has dropped this socket, nothing would end it
        var address = NativeAddress.Of(endpoint.Address, endpoint.Port);
        RemoteText = address.Text;
        _file = StreamSocket.Open(address, out var errno);
        if (_file < 0) throw SocketErrors.Of(errno);
        if (local is not null) LocalBinding.Bind(_file, local, endpoint.Address);
        if (loop.Connect(this, _file, address) is not 0 and var problem) throw SocketErrors.Of(problem);
        _isConnecting = true;
        return Begin(_sending, deadline);
    }

    /// <summary>Receives the next bytes; 0 when the peer has closed.</summary>
    /// <exception cref="SocketException">The connection is broken, or the time is over.</exception>
    public ValueTask<int> ReceiveAsync(Memory<byte> into, ClientDeadline deadline)
    {
        loop.CheckThread();
        ObjectDisposedException.ThrowIf(_file < 0, this);
        if ((_isReadable || _isClosing) && TryReceive(into, out var received)) return new ValueTask<int>(received);
        _into = into;
        return Begin(_receiving, deadline);
    }

    /// <summary>Sends everything.</summary>
    /// <exception cref="SocketException">The connection is broken, or the time is over.</exception>
    public ValueTask<int> SendAsync(ReadOnlyMemory<byte> from, ClientDeadline deadline)
    {
        loop.CheckThread();
        ObjectDisposedException.ThrowIf(_file < 0, this);
        from = from[Send(from.Span)..];
        if (from.IsEmpty) return new ValueTask<int>(0);
        _from = from;
        return Begin(_sending, deadline);
    }

    public void Handle(uint events)
    {
        if ((events & (EpollFlags.Error | EpollFlags.HangUp | EpollFlags.PeerClosed)) != 0) _isClosing = true;
        if ((events & EpollFlags.In) != 0) _isReadable = true;
        var mayWrite = (events & (EpollFlags.Out | EpollFlags.Error | EpollFlags.HangUp)) != 0;
        if (_isConnecting)
        {
            if (mayWrite) FinishConnect();
            return;
        }
        if (_sending.IsWaiting && mayWrite) SendOn();
        if (_receiving.IsWaiting && (_isReadable || _isClosing)) ReceiveOn();
    }

    /// <summary>Has <see cref="Alarm"/> called at a time; another call before that time replaces it.</summary>
    /// <param name="nanos">Time on the loop's clock.</param>
    public void SetAlarm(long nanos)
    {
        _alarmNanos = nanos;
        loop.DueBy(nanos);
    }

    /// <summary>Ends the operations whose deadline has passed, and calls a due <see cref="Alarm"/>.</summary>
    public void TimeOut(long now)
    {
        if (_sending.DueNanos <= now) EndSending(new SocketException((int)SocketError.TimedOut));
        if (_receiving.DueNanos <= now) EndReceiving(0, new SocketException((int)SocketError.TimedOut));
        if (_alarmNanos > now) return;
        _alarmNanos = long.MaxValue;
        Alarm?.Invoke();
    }

    public void Dispose()
    {
        _isDisposed = true;
        if (_file >= 0) _ = Libc.close(_file);
        (_file, _alarmNanos) = (-1, long.MaxValue);
        loop.Forget(this);
        if (_sending.IsWaiting) EndSending(new ObjectDisposedException(nameof(LoopSocket)));
        if (_receiving.IsWaiting) EndReceiving(0, new ObjectDisposedException(nameof(LoopSocket)));
    }

    private ValueTask<int> Begin(LoopOperation operation, ClientDeadline deadline)
    {
        loop.DueBy(deadline.DueNanos);
        return operation.Begin(deadline.DueNanos);
    }

    private void EndSending(Exception? error)
    {
        (_from, _isConnecting) = (default, false);
        _sending.End(0, error, HidesContext);
    }

    private void EndReceiving(int received, Exception? error)
    {
        _into = default;
        _receiving.End(received, error, HidesContext);
    }

    private void FinishConnect()
    {
        var errno = StreamSocket.ConnectError(_file);
        EndSending(errno == 0 ? null : SocketErrors.Of(errno));
    }

    private void SendOn()
    {
        try
        {
            _from = _from[Send(_from.Span)..];
        }
        catch (SocketException e)
        {
            EndSending(e);
            return;
        }
        if (_from.IsEmpty) EndSending(null);
    }

    private void ReceiveOn()
    {
        int received;
        try
        {
            if (!TryReceive(_into, out received)) return;
        }
        catch (SocketException e)
        {
            EndReceiving(0, e);
            return;
        }
        EndReceiving(received, null);
    }

    /// <summary>Receives without waiting; false when no bytes are available yet.</summary>
    private bool TryReceive(Memory<byte> into, out int received)
    {
        received = StreamSocket.Receive(_file, into.Span, out var errno);
        if (errno != 0) throw SocketErrors.Of(errno);
        _isReadable = received == into.Length; // a partly filled buffer: the socket has nothing left
        return received >= 0;
    }

    private int Send(ReadOnlySpan<byte> from)
    {
        var sent = StreamSocket.Send(_file, from, out var errno);
        SentBytes += sent;
        return errno == 0 ? sent : throw SocketErrors.Of(errno);
    }
}
