namespace Dyno.Http;

/// <summary>
/// Sockets by system calls of Linux, epoll and libssl. A socket is registered once, edge-triggered, for all events: a request costs two
/// system calls, one send and one recv, and a share of a wait (2.07 calls in all at 64 connections).
/// </summary>
internal sealed unsafe partial class EpollSockets : LoopSockets
{
    private readonly EpollEvents _events;
    private int _errno;

    /// <param name="tls">The TLS settings; null: no connection uses TLS.</param>
    /// <param name="origins">Number of origins; each keeps a TLS session to resume.</param>
    /// <exception cref="UserFault">No file descriptor is left.</exception>
    public EpollSockets(TlsContext? tls, int origins)
    {
        _events = EpollEvents.TryCreate(out var errno)
            ?? throw new UserFault($"cannot create an event loop: {Errno.Describe(errno)}", "raise the limit of open files (ulimit -n)");
        (_tls, _sessions) = (tls, new nint[origins]);
    }

    public override string FailureText => _tlsText ?? Errno.Describe(_errno);

    public override nint Open(int index, Connection* c, PeerAddress address)
    {
        var fd = StreamSocket.Open(address.Native, out var errno);
        if (fd < 0) return Failed(errno);
        errno = StreamSocket.Connect(fd, address.Native, _events.File, ((ulong)c->Generation << 32) | (uint)index);
        if (errno == 0)
        {
            c->Fd = fd;
            return Done;
        }
        _ = Libc.close(fd);
        return errno == Errno.Again && address.Native.IsUnix ? Blocked : Failed(errno);
    }

    public override nint FinishConnect(Connection* c, SocketEvents events)
    {
        if ((events & (SocketEvents.Error | SocketEvents.HangUp)) == 0) return (events & SocketEvents.Writable) != 0 ? Done : Blocked;
        var errno = StreamSocket.ConnectError(c->Fd);
        Failed(errno);
        if (errno == 0) FailureKind = RequestErrorKind.Closed;
        return Broken;
    }

    public override nint Send(Connection* c, byte* bytes, int length)
    {
        if (c->Ssl != 0) return SendTls(c, bytes, length);
        while (true)
        {
            var sent = Libc.Send(c->Fd, bytes, length, Libc.NoSignal);
            if (sent >= 0) return sent;
            var errno = Errno.Last;
            if (errno == Errno.Again) return Blocked;
            if (errno != Errno.Interrupted) return Failed(errno);
        }
    }

    public override nint Receive(Connection* c, byte* into, int length)
    {
        if (c->Ssl != 0) return ReceiveTls(c, into, length);
        while (true)
        {
            var received = Libc.Receive(c->Fd, into, length, 0);
            if (received >= 0) return received;
            var errno = Errno.Last;
            if (errno == Errno.Again) return Blocked;
            if (errno != Errno.Interrupted) return Failed(errno);
        }
    }

    public override int Unacknowledged(Connection* c) => StreamSocket.Unacknowledged(c->Fd);

    public override void Close(Connection* c)
    {
        if (c->Ssl != 0) EndTls(c);
        if (c->Fd >= 0) _ = Libc.close(c->Fd); // this also removes the file from epoll
        c->Fd = -1;
    }

    public override int For(long nanos) => _events.For(nanos);

    public override SocketEvents EventAt(int index, out int connection, out uint generation)
    {
        var received = _events.At(index);
        var tag = received->Tag;
        (connection, generation) = ((int)(uint)tag, (uint)(tag >> 32));
        return (SocketEvents)received->Events;
    }

    public override void Dispose()
    {
        for (var origin = 0; origin < _sessions.Length; origin++) FreeSession(origin);
        _events.Dispose();
    }

    private nint Failed(int errno)
    {
        (_errno, _tlsText, FailureKind) = (errno, null, Errno.KindOf(errno));
        return Broken;
    }
}
