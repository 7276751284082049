using System.Net;
using System.Net.Sockets;
using Dyno.Http.Interop;

namespace Dyno.Http.Clients;

/// <summary>
/// One TCP connection over Linux's own calls, which hold their thread until they are done: a send and a receive per
/// request, without what .NET's sockets do beside them, nor the parts of .NET that those bring along. One thread, but for
/// <see cref="Dispose"/>, which ends what goes on from any.
/// </summary>
internal sealed unsafe class BlockingSocket : IDisposable
{
    // Bits of _state, which say who closes the file: a closed file's number is given to the next file that is opened.
    private const int InCall = 1;
    private const int Closed = 2;
    private const int Woken = 4;

    private readonly int _file;
    private int _state;
    private long _timeoutMilliseconds;

    private BlockingSocket(int file, string remote) => (_file, RemoteText) = (file, remote);

    public string RemoteText { get; }

    /// <summary>The file's number, to look at: the file may be closed, and its number given to another file, at any moment.</summary>
    public int File => _file;

    /// <summary>Whether the peer has closed an idle connection, or sent what nobody asked for.</summary>
    public bool IsStale
    {
        get
        {
            byte one;
            return Volatile.Read(ref _state) != 0 || Libc.Receive(_file, &one, 1, Libc.Peek) >= 0 || Errno.Last != Errno.Again;
        }
    }

    /// <summary>Connects.</summary>
    /// <param name="endpoint">Where to.</param>
    /// <param name="deadline">When it must be connected.</param>
    /// <param name="local">Where it comes from; null: the system chooses.</param>
    /// <param name="cut">Ends it.</param>
    /// <exception cref="SocketException">It cannot, or the time is over.</exception>
    /// <exception cref="ObjectDisposedException">It was cut.</exception>
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
            throw new SocketException((int)e.SocketErrorCode, $"{e.Message} {address.Text}"); // as .NET's sockets say it
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Sends everything.</summary>
    /// <exception cref="SocketException">The connection is broken, or the time is over.</exception>
    /// <exception cref="ObjectDisposedException">It was closed meanwhile.</exception>
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
                    if (count >= 0) sent += (int)count;
                    else ThrowUnlessInterrupted(Errno.Last);
                    if (sent < bytes.Length && !SetTimeout(deadline with { SeenNanos = 0 })) throw TimedOut(); // the kernel's time is that of one call
                }
            }
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Receives what there is; 0 when the peer has closed.</summary>
    /// <exception cref="SocketException">The connection is broken, or the time is over.</exception>
    /// <exception cref="ObjectDisposedException">It was closed meanwhile.</exception>
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

    /// <summary>Nobody disposed of it, nor will: its file must not stay open until the process ends.</summary>
    ~BlockingSocket()
    {
        if ((_state & Closed) == 0) _ = Libc.close(_file);
    }

    /// <summary>Gives the file away: to .NET's sockets, for calls that do not block. The object is of no use any more.</summary>
    /// <exception cref="ObjectDisposedException">It was closed meanwhile.</exception>
    public int Detach()
    {
        if (Interlocked.CompareExchange(ref _state, Closed | Woken, 0) != 0) throw Disposed();
        return _file;
    }

    /// <summary>Closes; a call that goes on in another thread ends with <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose()
    {
        var before = Interlocked.Or(ref _state, Closed);
        if ((before & Closed) != 0) return;
        GC.SuppressFinalize(this);
        if ((before & InCall) == 0) { _ = Libc.close(_file); return; }
        // Both ways; the file is there until Woken is set. A connect that is just about to enter the kernel is not ended by it yet.
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
                // A call after an interrupted one goes on waiting for the same connection.
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

    /// <summary>The kernel's own time-out, in the steps of <see cref="ClientDeadline.StepMilliseconds"/>. False when the time is over.</summary>
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
