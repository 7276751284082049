using System.Diagnostics;

namespace Dyno.Http;

/// <summary>
/// The input and output of one thread that serves many clients. A client waits for its answers without a thread and
/// continues inside <see cref="Wait"/>, on the thread that calls it. TCP connections of http and https use Linux's epoll;
/// everything else uses .NET's sockets and returns through the thread's synchronization context. All members are for one
/// thread, except <see cref="Wake"/>. A guarded loop belongs to another loop, whose lock its users hold instead: <see cref="LoopClient"/>.
/// </summary>
public sealed unsafe class ClientLoop : IDisposable
{
    private const int BufferBytes = 64 * 1024;
    private const ulong WakeTag = ulong.MaxValue;
    private readonly EngineClock _clock;
    private readonly EpollEvents _events;
    private readonly List<LoopSocket?> _sockets = [];
    private readonly Stack<int> _freeSlots = new();
    private readonly ConcurrentQueue<Action> _posts = new(); // code that has left the thread and returns to it
    private readonly LoopWaiter? _waiter; // null in a guarded loop, which never waits
    private readonly Lock? _guard;
    private readonly int _wakeFile;
    private readonly int _thread = Environment.CurrentManagedThreadId;
    private Http2Scratch? _scratch;
    private long _nextDeadlineNanos = long.MaxValue; // no deadline is earlier
    private uint _generation;
    private int _asleep;
    private bool _isDisposed;

    private ClientLoop(EngineClock clock, WaitStrategy strategy, Lock? guard, EpollEvents events, int wakeFile)
    {
        (_clock, _guard, _events, _wakeFile) = (clock, guard, events, wakeFile);
        var change = new EpollEvent { Events = EpollFlags.In, Tag = WakeTag };
        _ = Libc.epoll_ctl(events.File, EpollFlags.Add, wakeFile, &change);
        if (guard is not null)
        {
            _asleep = 1; // also before the first turn, which a post may have to begin
            return;
        }
        _waiter = new LoopWaiter(events, clock, strategy);
        _waiter.Begin(clock.NowNanos);
    }

    /// <summary>Creates a loop for the calling thread; null where that is impossible (not Linux; no file descriptor left).</summary>
    /// <param name="strategy">How the loop waits for a due start.</param>
    public static ClientLoop? TryCreate(EngineClock clock, WaitStrategy strategy) => TryCreate(clock, strategy, null);

    /// <summary>Creates a guarded loop: its owner watches <see cref="File"/> and calls <see cref="Turn"/>.</summary>
    /// <param name="guard">Held by the thread that uses the loop or one of its sockets.</param>
    internal static ClientLoop? TryCreateGuarded(EngineClock clock, Lock guard) => TryCreate(clock, WaitStrategy.Frugal, guard);

    [SuppressMessage("Reliability", "CA2000", Justification = "the loop owns its files")]
    private static ClientLoop? TryCreate(EngineClock clock, WaitStrategy strategy, Lock? guard)
    {
        if (!OperatingSystem.IsLinux()) return null;
        if (EpollEvents.TryCreate(out _) is not { } events) return null;
        var wakeFile = Libc.eventfd(0, Libc.NonBlockingCloseOnExec);
        if (wakeFile >= 0) return new ClientLoop(clock, strategy, guard, events, wakeFile);
        events.Dispose();
        return null;
    }

    /// <summary>Whether another loop turns this one, on a thread without synchronization context: all code then continues inline.</summary>
    internal bool IsGuarded => _guard is not null;

    /// <summary>The epoll file, which is readable when <see cref="Turn"/> has something to do.</summary>
    internal int File => _events.File;

    /// <summary>When a deadline may be due; <see cref="long.MaxValue"/> for never.</summary>
    internal long NextNanos => _nextDeadlineNanos;

    /// <summary>Whether the calling thread may use the loop now.</summary>
    internal bool IsOwn => _guard?.IsHeldByCurrentThread ?? Environment.CurrentManagedThreadId == _thread;

    /// <summary>Receive buffer that all connections share: received bytes are read before the next connection receives.</summary>
    internal byte[] Buffer { get; } = GC.AllocateUninitializedArray<byte>(BufferBytes);

    /// <summary>Scratch memory for reading HTTP/2 heads, shared by all connections.</summary>
    internal Http2Scratch ScratchFor(int maxHeadBytes) => _scratch ??= new Http2Scratch(maxHeadBytes, keepsText: true);

    /// <summary>Ends a wait after work was queued; on any thread. Makes no system call while the loop's thread is awake.</summary>
    public void Wake()
    {
        Interlocked.MemoryBarrier(); // the queue's tail is seen before the flag is read
        if (Volatile.Read(ref _asleep) == 0 || Interlocked.Exchange(ref _asleep, 0) == 0) return;
        ulong one = 1;
        _ = Libc.write(_wakeFile, &one, sizeof(ulong));
    }

    /// <summary>Waits for answers, until a given time at the latest, and continues the clients that wait for them.</summary>
    /// <param name="untilNanos">Time on the engine's clock; a time in the past only polls.</param>
    /// <param name="isStart">Whether a start is due at that time, which is worth polling for.</param>
    /// <param name="hasWork">Says whether work is queued; called on this thread.</param>
    /// <param name="activity">Records the waiting time.</param>
    public void Wait(long untilNanos, bool isStart, Func<bool> hasWork, WorkerActivity activity)
    {
        Interlocked.Exchange(ref _asleep, 1);
        if (hasWork() || !_posts.IsEmpty) untilNanos = 0; // sees work that was queued before _asleep was set
        var until = Math.Min(untilNanos, _nextDeadlineNanos);
        var count = _waiter!.Wait(until, isStart && until == untilNanos, hasWorked: true, activity);
        Interlocked.Exchange(ref _asleep, 0);
        Handle(count);
    }

    /// <summary>Handles what has arrived and what is due, without waiting: the turn of a guarded loop.</summary>
    internal void Turn()
    {
        Interlocked.Exchange(ref _asleep, 1); // a post from now on writes the wake-up file, and so begins the next turn
        int count;
        do
        {
            count = _events.For(0);
            Handle(count);
        }
        while (count == EpollEvents.Capacity);
    }

    /// <summary>Awaited by code that may have left the loop's thread: it continues where it may use the loop.</summary>
    internal LoopReturn Return() => new(this);

    /// <summary>Has code called where it may use the loop; on any thread.</summary>
    /// <remarks>Code that returns to a loop after its end is dropped: no one waits for it any more.</remarks>
    internal void Post(Action code)
    {
        lock (_posts) // rare, and the wake-up file must not be closed meanwhile
        {
            if (_isDisposed) return;
            _posts.Enqueue(code);
            Wake();
        }
    }

    public void Dispose()
    {
        foreach (var socket in _sockets.ToArray()) socket?.Dispose();
        lock (_posts) _isDisposed = true;
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

    /// <summary>Begins to connect the file of a socket; the file's events go to that socket from now on. Returns 0, or the error number.</summary>
    internal int Connect(LoopSocket socket, int file, NativeAddress address)
    {
        socket.Generation = ++_generation & 0x7fffffff;
        return StreamSocket.Connect(file, address, _events.File, ((ulong)socket.Generation << 32) | (uint)socket.Slot);
    }

    internal void Forget(LoopSocket socket)
    {
        if (!ReferenceEquals(_sockets[socket.Slot], socket)) return;
        _sockets[socket.Slot] = null;
        _freeSlots.Push(socket.Slot);
    }

    /// <summary>For tests: detects every use on a wrong thread, which would break a connection only now and then.</summary>
    [Conditional("DEBUG")]
    internal void CheckThread()
    {
        if (!IsOwn) throw new InvalidOperationException("a socket of a loop was used on another thread");
    }

    /// <summary>Has <see cref="Wait"/> check the deadlines at that time, unless an earlier time is set.</summary>
    internal void DueBy(long nanos) => _nextDeadlineNanos = Math.Min(_nextDeadlineNanos, nanos);

    private void Handle(int count)
    {
        for (var i = 0; i < count; i++)
        {
            var received = _events.At(i);
            Handle(received->Tag, received->Events);
        }
        while (_posts.TryDequeue(out var post)) post();
        if (_nextDeadlineNanos != long.MaxValue && _clock.NowNanos is var now && now >= _nextDeadlineNanos) Expire(now);
    }

    private void Handle(ulong tag, uint events)
    {
        if (tag == WakeTag)
        {
            ulong count;
            _ = Libc.read(_wakeFile, &count, sizeof(ulong)); // resets the counter to zero, whatever the number of wake-ups
            return;
        }
        if (_sockets[(int)(uint)tag] is { } socket && socket.Generation == (uint)(tag >> 32)) socket.Handle(events);
    }

    // Time-outs are long and nearly equal: the earliest deadline passes rarely, and then all sockets are checked.
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
