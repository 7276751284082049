namespace Dyno.Http;

/// <content>Connections: the choice of an idle or a new connection, the trial of every address, sending, and lost connections.</content>
public sealed unsafe partial class LoopClient
{
    private const int ConnectsAtOnce = 64; // more would overflow the queue of a listening socket
    private const int MaxHeadBytes = 64 * 1024;
    private const long ConnectNanos = 10_000_000_000;
    private readonly List<LoopConnection?> _connections = [];
    private readonly Stack<int> _free = new();
    private readonly List<LoopOrigin> _delayed = [];
    private uint _lastId;
    private int _connecting;

    /// <summary>Gives the exchange a connection, or queues it for one.</summary>
    private void Place(LoopExchange exchange, long now)
    {
        var origin = exchange.Target.Origin;
        if (!origin.IsResolved(_whenResolved)) { origin.Waiting.Enqueue(exchange); return; }
        if (origin.Problem is { } problem) { Finish(exchange, RequestErrorKind.Dns, problem); return; }
        while (origin.Idle.TryPop(out var idle))
        {
            if (idle.State != ConnectionState.Open) continue;
            Begin(idle, exchange);
            return;
        }
        if (_connecting >= ConnectsAtOnce)
        {
            origin.Waiting.Enqueue(exchange);
            if (!_delayed.Contains(origin)) _delayed.Add(origin);
        }
        else Connect(exchange, now);
    }

    /// <summary>Places waiting exchanges, up to the limit of concurrent connects.</summary>
    private void Advance(LoopOrigin origin)
    {
        for (var left = origin.Waiting.Count; left > 0 && _connecting < ConnectsAtOnce; left--)
        {
            var exchange = origin.Waiting.Dequeue();
            if (!exchange.IsOver) Place(exchange, _clock.NowNanos);
        }
        if (origin.Waiting.Count > 0 && !_delayed.Contains(origin)) _delayed.Add(origin);
    }

    /// <summary>Gives the connect turn of a connection to the next origin that waits.</summary>
    private void PassTurn(LoopConnection c)
    {
        if (!c.HoldsTurn) return;
        c.HoldsTurn = false;
        _connecting--;
        if (_delayed.Count == 0) return;
        var origin = _delayed[0];
        _delayed.RemoveAt(0);
        Advance(origin);
    }

    private void Connect(LoopExchange exchange, long now)
    {
        var origin = exchange.Target.Origin;
        var index = _free.TryPop(out var free) ? free : _connections.Count;
        if (index == _connections.Count) _connections.Add(null);
        var c = new LoopConnection(origin, index, ++_lastId) { Address = origin.Preferred, AddressesLeft = origin.AddressCount - 1 };
        _connections[index] = c;
        c.Begin(exchange, MaxHeadBytes);
        SetDue(exchange, Math.Min(exchange.LastNanos, now + ConnectNanos));
        (c.HoldsTurn, _connecting) = (true, _connecting + 1);
        TryAddresses(c);
    }

    private void TryAddresses(LoopConnection c)
    {
        while (true)
        {
            var errno = OpenSocket(c, c.Origin[c.Address]);
            if (errno == 0) return;
            if (!NextAddress(c)) { ConnectFailed(c, errno); return; }
        }
    }

    private static bool NextAddress(LoopConnection c)
    {
        if (c.AddressesLeft == 0) return false;
        c.AddressesLeft--;
        c.Address++;
        return true;
    }

    /// <summary>Begins a connection. Returns 0 or the error number.</summary>
    private int OpenSocket(LoopConnection c, NativeAddress address)
    {
        (c.File, c.State) = (StreamSocket.Open(address, out var errno), ConnectionState.Connecting);
        if (c.File >= 0) errno = StreamSocket.Connect(c.File, address, _epoll, ((ulong)c.Id << 32) | (uint)c.Index);
        return errno == 0 ? 0 : CloseFile(c, errno);
    }

    private static int CloseFile(LoopConnection c, int errno)
    {
        if (c.File >= 0) _ = Libc.close(c.File);
        c.File = -1;
        return errno;
    }

    private void FinishConnect(LoopConnection c, uint events)
    {
        if ((events & (EpollFlags.Error | EpollFlags.HangUp)) != 0)
        {
            var errno = StreamSocket.ConnectError(c.File);
            CloseFile(c, errno);
            if (NextAddress(c)) TryAddresses(c);
            else ConnectFailed(c, errno == 0 ? Errno.ConnectionReset : errno);
            return;
        }
        if ((events & EpollFlags.Out) == 0) return;
        c.Origin.Preferred = c.Address;
        c.State = ConnectionState.Open;
        var exchange = c.Exchange!;
        SetDue(exchange, exchange.LastNanos);
        Transmit(c, exchange);
        PassTurn(c);
        const uint more = EpollFlags.In | EpollFlags.PeerClosed;
        if ((events & more) != 0 && c.State == ConnectionState.Open) Read(c, events);
    }

    private void ConnectFailed(LoopConnection c, int errno)
    {
        var exchange = c.Exchange!;
        c.Exchange = null;
        Close(c);
        Finish(exchange, Errno.KindOf(errno), $"no connection to {c.Origin[c.Address].Text}: {Errno.Describe(errno)}");
    }

    private void Begin(LoopConnection c, LoopExchange exchange)
    {
        c.Begin(exchange, MaxHeadBytes);
        Transmit(c, exchange);
    }

    private void Transmit(LoopConnection c, LoopExchange exchange)
    {
        if (_lines.Compose(exchange) is { } problem)
        {
            c.Exchange = null;
            Close(c); // nothing was sent, but a new connection is cheap and this case is rare
            Finish(exchange, RequestErrorKind.Protocol, problem);
            return;
        }
        var unsent = Push(c, _lines.Written);
        if (c.File < 0) return;
        if (unsent.Length > 0) c.Unsent = (byte[])[.. unsent.Span, .. _lines.Rest.Span];
        else c.Unsent = _lines.Rest.IsEmpty ? default : Push(c, _lines.Rest);
    }

    /// <summary>Sends as many bytes as the socket takes.</summary>
    /// <returns>The bytes that the socket did not take.</returns>
    private ReadOnlyMemory<byte> Push(LoopConnection c, ReadOnlyMemory<byte> bytes)
    {
        var sent = StreamSocket.Send(c.File, bytes.Span, out var errno);
        c.Sent += sent;
        bytes = bytes[sent..];
        if (errno != 0) Lost(c, Errno.KindOf(errno), Errno.Describe(errno));
        return bytes.IsEmpty ? default : bytes; // a body that has been sent is not kept alive
    }

    /// <summary>
    /// Ends an exchange whose connection broke. A request on a reused connection without a byte of its answer is sent once more on a new
    /// connection, and its clock keeps running, where <see cref="Resending"/> allows that (RFC 9112, 9.3.1).
    /// </summary>
    private void Lost(LoopConnection c, RequestErrorKind kind, string text)
    {
        var exchange = c.Exchange;
        c.Exchange = null;
        var mayResend = c.HasAnswered && c.Received == 0 && exchange is { WasResent: false }
            && Resending.CannotHaveBegun(kind, c.Sent, StreamSocket.Unacknowledged(c.File));
        Close(c);
        if (exchange is null) return;
        exchange.BytesReceived = c.Received;
        if (!mayResend) { Finish(exchange, kind, text); return; }
        exchange.WasResent = true;
        if (c.Sent > 0) exchange.Resends++;
        Connect(exchange, _clock.NowNanos);
    }

    private void Close(LoopConnection c)
    {
        if (_connections[c.Index] != c) return;
        CloseFile(c, 0); // this also removes the file from epoll
        (c.State, c.Unsent, _connections[c.Index]) = (ConnectionState.Closed, default, null);
        _free.Push(c.Index);
        PassTurn(c);
    }

    private void CloseAll()
    {
        foreach (var connection in _connections)
            if (connection is not null) CloseFile(connection, 0);
        _connections.Clear();
    }

    private void SetDue(LoopExchange exchange, long dueNanos)
    {
        if (exchange.DueNanos == dueNanos) return;
        _deadlines.Remove(exchange);
        exchange.DueNanos = dueNanos;
        _deadlines.Add(exchange);
    }
}
