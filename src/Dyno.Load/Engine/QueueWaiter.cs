namespace Dyno.Load;

/// <summary>
/// Waits until a given time or until a queue has work. Hybrid sleeps until shortly before a due start and polls the rest; busy polls all
/// the time; frugal only sleeps. Hybrid polls only when a start is due, because nothing else needs the precision. One thread waits.
/// </summary>
public sealed class QueueWaiter : IDisposable
{
    /// <summary>Time that hybrid polls: a precise sleep overshoots by 5 to 30 µs.</summary>
    private const long SpinNanos = 15_000;

    /// <summary>
    /// Time that hybrid polls where sleeps last whole milliseconds, for the overshoot of a sleep. The remaining fraction of a millisecond
    /// is polled as well.
    /// </summary>
    private const long CoarseSpinNanos = 250_000;

    private const long Millisecond = 1_000_000;
    private readonly EngineClock _clock;
    private readonly WaitStrategy _strategy;
    private readonly Func<bool> _hasWork;
    private readonly IWakeUp _wakeUp;
    private IWorkerIo? _io;
    private int _asleep;

    /// <summary>Creates a waiter for the calling thread.</summary>
    /// <param name="hasWork">Whether the queue already has work; may be called on any thread.</param>
    public QueueWaiter(EngineClock clock, WaitStrategy strategy, Func<bool> hasWork) : this(clock, strategy, hasWork, null)
    {
    }

    internal QueueWaiter(EngineClock clock, WaitStrategy strategy, Func<bool> hasWork, IWakeUp? wakeUp)
    {
        _clock = clock;
        _strategy = strategy;
        _hasWork = hasWork;
        var slackNanos = strategy == WaitStrategy.Frugal ? 50_000u : 1u; // 50 µs is Linux's default
        _wakeUp = wakeUp ?? (IWakeUp?)EventFile.TryCreate(slackNanos) ?? new SemaphoreWakeUp();
    }

    /// <summary>A file that becomes readable when another thread ends the sleep; null where there is none.</summary>
    internal int? WakeFile => (_wakeUp as EventFile)?.File;

    public void Dispose() => _wakeUp.Dispose();

    /// <summary>
    /// From now on a sleep also ends when input or output is ready. The owner of <paramref name="io"/> watches <see cref="WakeFile"/>.
    /// </summary>
    internal void SleepBy(IWorkerIo io) => _io = io;

    /// <summary>
    /// Wakes the waiting thread after work was put into the queue. May be called on any thread. Needs no system call while the worker is
    /// awake.
    /// </summary>
    public void Wake()
    {
        Interlocked.MemoryBarrier(); // makes the queue's new tail visible before the flag is read
        if (Volatile.Read(ref _asleep) != 0 && Interlocked.Exchange(ref _asleep, 0) != 0) _wakeUp.Wake();
    }

    /// <summary>Waits until the queue has work, at most until <paramref name="untilNanos"/>.</summary>
    /// <param name="untilNanos">End of the wait, on the engine's clock.</param>
    /// <param name="isStart">Whether a start is due at that time.</param>
    /// <param name="activity">Receives the length of the wait and its overshoot.</param>
    public void Wait(long untilNanos, bool isStart, WorkerActivity activity)
    {
        var before = _clock.NowNanos;
        if (untilNanos <= before || _hasWork()) return;
        var sleep = SleepNanos(untilNanos - before, isStart);
        if (sleep > 0) Sleep(sleep);
        else Spin(untilNanos);
        var elapsed = _clock.NowNanos - before;
        activity.Waited(elapsed);
        activity.Overshot(elapsed - Math.Max(sleep, untilNanos - before));
    }

    private long SleepNanos(long untilWake, bool isStart) => _strategy switch
    {
        WaitStrategy.Busy => 0,
        WaitStrategy.Hybrid when isStart && _wakeUp.IsPrecise => untilWake - SpinNanos,
        WaitStrategy.Hybrid when isStart => (untilWake - CoarseSpinNanos) / Millisecond * Millisecond,
        _ => _wakeUp.IsPrecise ? untilWake : (untilWake + Millisecond - 1) / Millisecond * Millisecond,
    };

    private void Sleep(long nanos)
    {
        Interlocked.Exchange(ref _asleep, 1);
        if (!_hasWork()) // sees the work that was queued before _asleep was set
        {
            if (_io is null) _wakeUp.Sleep(nanos);
            else _io.Sleep(nanos);
        }
        // A thread that has seen _asleep set wakes this thread exactly once. When that wake-up comes late, the next sleep ends early.
        Interlocked.Exchange(ref _asleep, 0);
    }

    private void Spin(long untilNanos)
    {
        // Spins only briefly, because the worker also has to look at its sockets.
        if (_io is not null) untilNanos = Math.Min(untilNanos, _clock.NowNanos + SpinNanos);
        while (_clock.NowNanos < untilNanos && !_hasWork()) Thread.SpinWait(20);
    }
}
