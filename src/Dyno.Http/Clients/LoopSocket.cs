using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks.Sources;
using Dyno.Http.Interop;

namespace Dyno.Http.Clients;

/// <summary>
/// One TCP connection of a <see cref="ClientLoop"/>: one operation at a time, whose continuation runs inside the loop's
/// wait. The loop's thread only.
/// </summary>
internal sealed class LoopSocket(ClientLoop loop, int slot) : IValueTaskSource<int>, IDisposable
{
    private int _file = -1;
    private bool _isDisposed;
    private bool _isReadable;   // the kernel has said so, and nothing has shown otherwise since
    private bool _isClosing;    // the peer will send no more, or the connection is broken
    private Operation _operation;
    private Memory<byte> _into;
    private ReadOnlyMemory<byte> _from;
    private Action<object?>? _continuation;
    private object? _state;
    private int _result;
    private Exception? _error;
    private short _version;

    private enum Operation
    {
        None,
        Connecting,
        Receiving,
        Sending,
    }

    public int Slot => slot;

    public uint Generation { get; set; }

    public long DueNanos { get; private set; }

    public bool IsWaiting => _operation != Operation.None;

    /// <summary>
    /// Whether what waits goes on without the thread's synchronization context: .NET's own tasks go on inline only where
    /// there is none, and on the thread pool elsewhere. Who comes after them sets it again.
    /// </summary>
    public bool HidesContext { get; set; }

    /// <summary>Whether the peer has closed an idle connection, or sent what nobody asked for.</summary>
    public bool IsStale => _file < 0 || _isReadable || _isClosing;

    public string RemoteText { get; private set; } = "";

    /// <summary>Connects.</summary>
    /// <param name="endpoint">Where to.</param>
    /// <param name="deadline">When it must be connected.</param>
    /// <param name="local">Where it comes from; null: the system chooses.</param>
    /// <exception cref="SocketException">It cannot.</exception>
    public ValueTask<int> ConnectAsync(IPEndPoint endpoint, ClientDeadline deadline, IPAddress? local = null)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this); // cut before it began: the loop has forgotten it, nothing would ever end
        var address = NativeAddress.Of(endpoint.Address, endpoint.Port);
        RemoteText = address.Text;
        _file = StreamSocket.Open(address, out var errno);
        if (_file < 0) throw SocketErrors.Of(errno);
        if (local is not null) LocalBinding.Bind(_file, local, endpoint.Address);
        if (loop.Connect(this, _file, address) is not 0 and var problem) throw SocketErrors.Of(problem);
        return Begin(Operation.Connecting, deadline);
    }

    /// <summary>Receives what there is; 0 when the peer has closed.</summary>
    /// <exception cref="SocketException">The connection is broken, or the time is over.</exception>
    public ValueTask<int> ReceiveAsync(Memory<byte> into, ClientDeadline deadline)
    {
        loop.CheckThread();
        ObjectDisposedException.ThrowIf(_file < 0, this);
        if ((_isReadable || _isClosing) && TryReceive(into, out var received)) return new ValueTask<int>(received);
        _into = into;
        return Begin(Operation.Receiving, deadline);
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
        return Begin(Operation.Sending, deadline);
    }

    public void Handle(uint events)
    {
        if ((events & (EpollFlags.Error | EpollFlags.HangUp | EpollFlags.PeerClosed)) != 0) _isClosing = true;
        if ((events & EpollFlags.In) != 0) _isReadable = true;
        try
        {
            switch (_operation)
            {
                case Operation.Connecting when (events & (EpollFlags.Out | EpollFlags.Error | EpollFlags.HangUp)) != 0: FinishConnect(); break;
                case Operation.Receiving when _isReadable || _isClosing:
                    if (TryReceive(_into, out var received)) End(received, null);
                    break;
                case Operation.Sending when (events & (EpollFlags.Out | EpollFlags.Error | EpollFlags.HangUp)) != 0:
                    _from = _from[Send(_from.Span)..];
                    if (_from.IsEmpty) End(0, null);
                    break;
            }
        }
        catch (SocketException e)
        {
            End(0, e);
        }
    }

    public void TimeOut() => End(0, new SocketException((int)SocketError.TimedOut));

    public void Dispose()
    {
        _isDisposed = true;
        if (_file >= 0) _ = Libc.close(_file);
        _file = -1;
        loop.Forget(this);
        if (IsWaiting) End(0, new ObjectDisposedException(nameof(LoopSocket)));
    }

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => IsWaiting ? ValueTaskSourceStatus.Pending
        : _error is null ? ValueTaskSourceStatus.Succeeded : ValueTaskSourceStatus.Faulted;

    // Whatever context the caller wants to go on in: it is that of the loop's thread, where this is called.
    void IValueTaskSource<int>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        (_continuation, _state) = (continuation, state);

    int IValueTaskSource<int>.GetResult(short token)
    {
        var (result, error) = (_result, _error);
        _error = null;
        return error is null ? result : throw error;
    }

    private ValueTask<int> Begin(Operation operation, ClientDeadline deadline)
    {
        (_operation, _error, DueNanos) = (operation, null, deadline.DueNanos);
        loop.DueBy(DueNanos);
        return new ValueTask<int>(this, ++_version);
    }

    private void End(int result, Exception? error)
    {
        (_operation, _result, _error, _into, _from) = (Operation.None, result, error, default, default);
        var (continuation, state) = (_continuation, _state);
        (_continuation, _state) = (null, null);
        if (!HidesContext || SynchronizationContext.Current is not { } context)
        {
            continuation?.Invoke(state);
            return;
        }
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            continuation?.Invoke(state);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
    }

    private void FinishConnect()
    {
        if (StreamSocket.ConnectError(_file) is not 0 and var errno) throw SocketErrors.Of(errno);
        End(0, null);
    }

    /// <summary>False when there is nothing yet.</summary>
    private bool TryReceive(Memory<byte> into, out int received)
    {
        received = StreamSocket.Receive(_file, into.Span, out var errno);
        if (errno != 0) throw SocketErrors.Of(errno);
        _isReadable = received == into.Length; // less than there was room for: nothing is left
        return received >= 0;
    }

    private int Send(ReadOnlySpan<byte> from)
    {
        var sent = StreamSocket.Send(_file, from, out var errno);
        return errno == 0 ? sent : throw SocketErrors.Of(errno);
    }
}
