namespace Dyno.Http;

/// <summary>Operations on a Linux stream socket, given by its file descriptor. The owner keeps the state and closes the socket.</summary>
internal static unsafe class StreamSocket
{
    private const byte Established = 1; // TCP_ESTABLISHED

    /// <summary>Opens a socket that sends without delay (TCP_NODELAY). Returns the file descriptor; a negative number when no socket could be opened.</summary>
    /// <param name="address">The address to which the socket will connect.</param>
    /// <param name="errno">0, or the error number.</param>
    /// <param name="blocks">Whether calls on the socket block.</param>
    public static int Open(NativeAddress address, out int errno, bool blocks = false)
    {
        var file = FileReserve.OpenSocket(address.Family, out errno, blocks);
        if (file < 0 || address.IsUnix) return file;
        var on = 1;
        _ = Libc.setsockopt(file, SocketOptions.Tcp, SocketOptions.NoDelay, &on, sizeof(int));
        return file;
    }

    /// <summary>Begins to connect a non-blocking socket; an epoll instance reports the outcome. Returns 0, or the error number.</summary>
    /// <param name="epoll">The epoll instance that reports the socket's events, edge-triggered.</param>
    public static int Connect(int file, NativeAddress address, int epoll, ulong tag)
    {
        fixed (byte* bytes = address.Bytes)
        {
            if (Libc.connect(file, bytes, address.Bytes.Length) != 0 && Errno.Last is var errno && errno is not (Errno.InProgress or Errno.Interrupted))
                return errno;
        }
        var change = new EpollEvent { Events = EpollFlags.In | EpollFlags.Out | EpollFlags.PeerClosed | EpollFlags.EdgeTriggered, Tag = tag };
        return Libc.epoll_ctl(epoll, EpollFlags.Add, file, &change) == 0 ? 0 : Errno.Last;
    }

    /// <summary>The outcome of connecting: 0, or the error number.</summary>
    public static int ConnectError(int file)
    {
        var (errno, length) = (0, sizeof(int));
        _ = Libc.getsockopt(file, SocketOptions.Socket, SocketOptions.Error, &errno, &length);
        return errno;
    }

    /// <summary>
    /// Bytes that were sent and that the peer's system has not acknowledged (SIOCOUTQ); known after the end of the connection too. 0 on
    /// other systems than Linux.
    /// </summary>
    public static int Unacknowledged(int file)
    {
        var bytes = 0;
        return OperatingSystem.IsLinux() && Libc.ioctl(file, SocketOptions.OutQueue, &bytes) == 0 ? bytes : 0;
    }

    /// <summary>Whether the peer has closed or reset the connection of a TCP socket, as far as the system knows.</summary>
    public static bool HasEnded(int file)
    {
        byte state; // the first field of struct tcp_info
        var length = sizeof(byte);
        return Libc.getsockopt(file, SocketOptions.Tcp, SocketOptions.Info, &state, &length) == 0 && state != Established;
    }

    /// <summary>Whether bytes, a close or an error have arrived at a socket that should be silent.</summary>
    public static bool HasArrivals(int file)
    {
        byte one;
        return Libc.Receive(file, &one, 1, Libc.Peek) >= 0 || Errno.Last != Errno.Again;
    }

    /// <summary>Sends as much as a non-blocking socket accepts. Returns the number of bytes sent.</summary>
    /// <param name="errno">0, also when not all bytes were accepted, or the error number.</param>
    public static int Send(int file, ReadOnlySpan<byte> bytes, out int errno)
    {
        var sent = 0;
        fixed (byte* first = bytes)
        {
            while (sent < bytes.Length)
            {
                var count = Libc.Send(file, first + sent, bytes.Length - sent, Libc.NoSignal);
                if (count >= 0) { sent += (int)count; continue; }
                errno = Errno.Last;
                if (errno == Errno.Interrupted) continue;
                if (errno == Errno.Again) break;
                return sent;
            }
        }
        errno = 0;
        return sent;
    }

    /// <summary>
    /// Receives what has arrived at a non-blocking socket. Returns the number of bytes; 0 when the peer has closed its side; a negative
    /// number when there is nothing to read or an error occurred.
    /// </summary>
    /// <param name="into">The buffer; not empty.</param>
    /// <param name="errno">0, also when there is nothing to read yet, or the error number.</param>
    public static int Receive(int file, Span<byte> into, out int errno)
    {
        fixed (byte* first = into)
        {
            while (true)
            {
                var count = (int)Libc.Receive(file, first, into.Length, 0);
                errno = count >= 0 ? 0 : Errno.Last;
                if (errno == Errno.Interrupted) continue;
                if (errno == Errno.Again) errno = 0;
                return count;
            }
        }
    }
}
