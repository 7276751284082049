using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Dyno.Http.Http2;
using Dyno.Http.Interop;
using Dyno.Http.Linux;
using Dyno.Load.Engine;

namespace Dyno.Http.Clients;

/// <summary>
/// The input and output of one thread that serves many clients: each waits for its answers without a thread, and goes on
/// inside <see cref="Wait"/>, on the thread that calls it. http and https over Linux's epoll; everything else goes through
/// .NET's sockets and comes back by the thread's synchronization context. One thread, but for <see cref="Wake"/>.
/// </summary>
public sealed unsafe class ClientLoop : IDisposable
{
    private const int EventCapacity = 256;
    private const int BufferBytes = 64 * 1024;
    private const ulong WakeTag = ulong.MaxValue;
    private readonly EngineClock _clock;
    private readonly NativeArray<EpollEvent> _events = new(EventCapacity);
    private readonly List<LoopSocket?> _sockets = [];
    private readonly Stack<int> _freeSlots = new();
    private readonly LoopWaiter _waiter;
    private readonly int _epoll;
    private readonly int _wakeFile;
    private readonly int _thread = Environment.CurrentManagedThreadId;
    private Http2Scratch? _scratch;
    private long _nextDeadlineNanos = long.MaxValue; // no deadline is earlier
    private uint _generation;
    private int _asleep;

    private ClientLoop(EngineClock clock, WaitStrategy strategy, int epoll, int wakeFile)
    {
        (_clock, _epoll, _wakeFile) = (clock, epoll, wakeFile);
        _waiter = new LoopWaiter(epoll, clock, strategy, EpollWait.IsPrecise);
        var change = new EpollEvent { Events = EpollFlags.In, Tag = WakeTag };
        _ = Libc.epoll_ctl(epoll, EpollFlags.Add, wakeFile, &change);
        _waiter.Begin(clock.NowNanos);
    }

    /// <summary>A loop for the calling thread; null where there is none (not Linux; no file left).</summary>
    /// <param name="clock">The run's clock.</param>
    /// <param name="strategy">How it waits for a start that is due.</param>
    [SuppressMessage("Reliability", "CA2000", Justification = "the loop owns its files")]
    public static ClientLoop? TryCreate(EngineClock clock, WaitStrategy strategy)
    {
        ArgumentNullException.ThrowIfNull(clock);
        if (!OperatingSystem.IsLinux()) return null;
        var epoll = Libc.epoll_create1(EpollFlags.CloseOnExec);
        if (epoll < 0) return null;
        var wakeFile = Libc.eventfd(0, Libc.NonBlockingCloseOnExec);
        if (wakeFile >= 0) return new ClientLoop(clock, strategy, epoll, wakeFile);
        _ = Libc.close(epoll);
        return null;
    }

    internal EngineClock Clock => _clock;

    /// <summary>Takes what a connection receives until it is read, which is before the next one receives: one for all of them.</summary>
    internal byte[] Buffer { get; } = GC.AllocateUninitializedArray<byte>(BufferBytes);

    /// <summary>Room for reading the heads of HTTP/2: one for all connections.</summary>
    internal Http2Scratch ScratchFor(int maxHeadBytes) => _scratch ??= new Http2Scratch(maxHeadBytes, keepsText: true);

    /// <summary>From any thread, after work was queued: ends a wait. Free of system calls while the thread is awake.</summary>
    public void Wake()
    {
        Interlocked.MemoryBarrier(); // the queue's tail is seen before the flag is read
        if (Volatile.Read(ref _asleep) == 0 || Interlocked.Exchange(ref _asleep, 0) == 0) return;
        ulong one = 1;
        _ = Libc.write(_wakeFile, &one, sizeof(ulong));
    }

    /// <summary>Waits for answers, at the latest until a time, and lets whoever waited for them go on.</summary>
    /// <param name="untilNanos">The engine's clock; in the past: looks only.</param>
    /// <param name="isStart">Whether a start is due then: worth polling for.</param>
    /// <param name="hasWork">Whether something is queued; asked by this thread.</param>
    /// <param name="activity">Takes the waiting.</param>
    public void Wait(long untilNanos, bool isStart, Func<bool> hasWork, WorkerActivity activity)
    {
        ArgumentNullException.ThrowIfNull(hasWork);
        ArgumentNullException.ThrowIfNull(activity);
        Interlocked.Exchange(ref _asleep, 1);
        if (hasWork()) untilNanos = 0; // what came before _asleep was set is seen here
        var until = Math.Min(untilNanos, _nextDeadlineNanos);
        var count = _waiter.Wait(_events.At(0), EventCapacity, until, isStart && until == untilNanos, hasWorked: true, activity);
        Interlocked.Exchange(ref _asleep, 0);
        for (var i = 0; i < count; i++)
        {
            var received = EpollEvent.At(_events.At(0), i);
            Handle(received->Tag, received->Events);
        }
        if (_clock.NowNanos >= _nextDeadlineNanos) Expire(_clock.NowNanos);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var socket in _sockets.ToArray()) socket?.Dispose();
        _ = Libc.close(_epoll);
        _ = Libc.close(_wakeFile);
        _events.Dispose();
    }

    internal LoopSocket CreateSocket()
    {
        var slot = _freeSlots.TryPop(out var free) ? free : _sockets.Count;
        var socket = new LoopSocket(this, slot);
        if (slot == _sockets.Count) _sockets.Add(socket);
        else _sockets[slot] = socket;
        return socket;
    }

    /// <summary>Begins to connect the file of a socket, whose events go to that socket from now on. 0, or the error.</summary>
    internal int Connect(LoopSocket socket, int file, NativeAddress address)
    {
        socket.Generation = ++_generation & 0x7fffffff;
        return StreamSocket.Connect(file, address, _epoll, ((ulong)socket.Generation << 32) | (uint)socket.Slot);
    }

    internal void Forget(LoopSocket socket)
    {
        if (!ReferenceEquals(_sockets[socket.Slot], socket)) return;
        _sockets[socket.Slot] = null;
        _freeSlots.Push(socket.Slot);
    }

    /// <summary>For tests: the wrong thread spoils a connection only now and then.</summary>
    [Conditional("DEBUG")]
    internal void CheckThread()
    {
        if (Environment.CurrentManagedThreadId != _thread) throw new InvalidOperationException("a socket of a loop was used on another thread");
    }

    /// <summary>Something must be done by then.</summary>
    internal void DueBy(long nanos) => _nextDeadlineNanos = Math.Min(_nextDeadlineNanos, nanos);

    private void Handle(ulong tag, uint events)
    {
        if (tag == WakeTag)
        {
            ulong count;
            _ = Libc.read(_wakeFile, &count, sizeof(ulong)); // back to zero, however many had woken it
            return;
        }
        if (_sockets[(int)(uint)tag] is { } socket && socket.Generation == (uint)(tag >> 32)) socket.Handle(events);
    }

    // Time-outs are long and nearly equal: the bound passes rarely, and then all are looked at.
    private void Expire(long now)
    {
        _nextDeadlineNanos = long.MaxValue;
        for (var i = 0; i < _sockets.Count; i++)
        {
            if (_sockets[i] is not { } socket) continue;
            if (socket.DueNanos <= now) socket.TimeOut(now);
            DueBy(socket.DueNanos);
        }
    }
}
