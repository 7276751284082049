using Dyno.Load.Interop;

namespace Dyno.Load.Engine;

/// <summary>
/// Waits for a time or for something in a queue. Hybrid sleeps until shortly before a due start and polls the rest;
/// busy polls all along; frugal sleeps only. Only a due start is worth polling for. One waiting thread.
/// </summary>
public sealed class QueueWaiter : IDisposable
{
    /// <summary>What hybrid polls: a precise sleep overshoots by 5 to 30 µs.</summary>
    private const long SpinNanos = 15_000;

    /// <summary>What hybrid polls where sleeps count in milliseconds: what is left of one, and its overshoot.</summary>
    private const long CoarseSpinNanos = 250_000;

    private const long Millisecond = 1_000_000;
    private readonly EngineClock _clock;
    private readonly WaitStrategy _strategy;
    private readonly Func<bool> _hasWork;
    private readonly IWakeUp _wakeUp;
    private IWorkerIo? _io;
    private int _asleep;

    /// <summary>Creates a waiter for the calling thread.</summary>
    /// <param name="clock">The run's clock.</param>
    /// <param name="strategy">How it waits.</param>
    /// <param name="hasWork">Whether there is something to do already; asked by any thread.</param>
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

    /// <inheritdoc/>
    public void Dispose() => _wakeUp.Dispose();

    /// <summary>From now on sleeps on input and output too; its owner watches <see cref="WakeFile"/>.</summary>
    internal void SleepBy(IWorkerIo io) => _io = io;

    /// <summary>
    /// From any thread, after something was put into the queue. Free of system calls while the worker is awake.
    /// </summary>
    public void Wake()
    {
        Interlocked.MemoryBarrier(); // the queue's tail is seen before the flag is read
        if (Volatile.Read(ref _asleep) != 0 && Interlocked.Exchange(ref _asleep, 0) != 0) _wakeUp.Wake();
    }

    /// <summary>Waits until something is in the queue, at the latest until this time.</summary>
    /// <param name="untilNanos">The engine's clock.</param>
    /// <param name="isStart">Whether a start is due then.</param>
    /// <param name="activity">Takes the wait, and by how much it overshot.</param>
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
        if (!_hasWork()) // what came before _asleep was set is seen here
        {
            if (_io is null) _wakeUp.Sleep(nanos);
            else _io.Sleep(nanos);
        }
        // Whoever saw us asleep wakes us exactly once; when that comes late, the next sleep ends early.
        Interlocked.Exchange(ref _asleep, 0);
    }

    private void Spin(long untilNanos)
    {
        if (_io is not null) untilNanos = Math.Min(untilNanos, _clock.NowNanos + SpinNanos); // short, because the worker also has to look at its sockets
        while (_clock.NowNanos < untilNanos && !_hasWork()) Thread.SpinWait(20);
    }
}
