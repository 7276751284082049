namespace Dyno.Http.Interop;

/// <summary>Operations on a Linux stream socket, given by its file descriptor. The owner keeps the state and closes the socket.</summary>
internal static unsafe class StreamSocket
{
    /// <summary>
    /// Opens a socket that sends without delay (TCP_NODELAY). Returns the file descriptor; a negative number when no socket could be
    /// opened.
    /// </summary>
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
    /// <param name="file">The socket.</param>
    /// <param name="address">The address to connect to.</param>
    /// <param name="epoll">The epoll instance that reports the socket's events, edge-triggered.</param>
    /// <param name="tag">The tag of the socket's events.</param>
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

    /// <summary>Sends as much as a non-blocking socket accepts. Returns the number of bytes sent.</summary>
    /// <param name="file">The socket.</param>
    /// <param name="bytes">The bytes to send.</param>
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
    /// <param name="file">The socket.</param>
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
