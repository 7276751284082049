namespace Dyno.Http.Interop;

/// <summary>What everybody does with a stream socket of Linux, by its file; its owner keeps the state and closes it.</summary>
internal static unsafe class StreamSocket
{
    /// <summary>A socket that sends at once what it is given. The file; negative, and why, when there is none.</summary>
    /// <param name="address">Where it will connect to.</param>
    /// <param name="errno">0, or the error.</param>
    /// <param name="blocks">Whether its calls wait.</param>
    public static int Open(NativeAddress address, out int errno, bool blocks = false)
    {
        var file = FileReserve.OpenSocket(address.Family, out errno, blocks);
        if (file < 0 || address.IsUnix) return file;
        var on = 1;
        _ = Libc.setsockopt(file, SocketOptions.Tcp, SocketOptions.NoDelay, &on, sizeof(int));
        return file;
    }

    /// <summary>Begins to connect one that does not block; what becomes of it are events of an epoll file. 0, or the error.</summary>
    /// <param name="file">The socket.</param>
    /// <param name="address">Where to.</param>
    /// <param name="epoll">Takes its events, each once (edge-triggered).</param>
    /// <param name="tag">Comes with them.</param>
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

    /// <summary>What came of connecting: 0, or the error.</summary>
    public static int ConnectError(int file)
    {
        var (errno, length) = (0, sizeof(int));
        _ = Libc.getsockopt(file, SocketOptions.Socket, SocketOptions.Error, &errno, &length);
        return errno;
    }

    /// <summary>Gives one that does not block what it takes: how many bytes.</summary>
    /// <param name="file">The socket.</param>
    /// <param name="bytes">To be sent.</param>
    /// <param name="errno">0, also when it does not take all, or the error.</param>
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

    /// <summary>Takes what has come to one that does not block: how many bytes, 0 when the peer has closed, negative when there is nothing.</summary>
    /// <param name="file">The socket.</param>
    /// <param name="into">Not empty.</param>
    /// <param name="errno">0, also when there is nothing yet, or the error.</param>
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
