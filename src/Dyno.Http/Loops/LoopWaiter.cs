namespace Dyno.Http;

/// <summary>
/// Waits for events or a time, with the chosen strategy, and records the waiting time. Hybrid sleeps until
/// <see cref="SpinNanos"/> before a due start and then polls: a sleep alone overshoots by 25 to 30 µs, polling
/// brings the start lag under 10 µs ("lag" in the wire benchmark).
/// </summary>
internal sealed class LoopWaiter(IEventWait wait, EngineClock clock, WaitStrategy strategy)
{
    private const long SpinNanos = 15_000;
    private const int SetTimerSlack = 29; // PR_SET_TIMERSLACK

    private long _resumedNanos;
    private bool _sawEvents;

    /// <summary>Sets how exactly the kernel times this thread's waits. Called on the worker's thread before its first wait.</summary>
    public void Begin(long nowNanos)
    {
        // "Frugal" keeps the default slack of 50 µs, which lets the kernel merge wake-ups.
        if (OperatingSystem.IsLinux()) _ = Libc.prctl(SetTimerSlack, strategy == WaitStrategy.Frugal ? 50_000u : 1u, 0, 0, 0);
        _resumedNanos = nowNanos;
        _sawEvents = true;
    }

    /// <summary>Waits for an event, until <paramref name="wakeNanos"/> at the latest.</summary>
    /// <param name="wakeNanos">When to return at the latest; a time in the past only polls.</param>
    /// <param name="isStart">Whether a start is due at that time, which is worth polling for.</param>
    /// <param name="hasWorked">Whether the worker has done more than poll since the last wait.</param>
    /// <param name="activity">Records waiting times and stalls.</param>
    /// <returns>The number of events.</returns>
    public int Wait(long wakeNanos, bool isStart, bool hasWorked, WorkerActivity activity)
    {
        var before = clock.NowNanos;
        activity.Overshot(before - _resumedNanos);
        var sleep = SleepNanos(wakeNanos - before, isStart);
        var count = wait.For(sleep);
        var after = clock.NowNanos;
        var elapsed = after - before;
        // A poll that found events counts as work. A poll without events counts as spinning, together with the time since the last poll.
        if (sleep > 0 || count == 0) activity.Waited(hasWorked || _sawEvents ? elapsed : after - _resumedNanos);
        _sawEvents = count > 0;
        _resumedNanos = after;
        activity.Overshot(elapsed - Math.Max(0, sleep));
        return count;
    }

    private long SleepNanos(long untilWake, bool isStart) => strategy switch
    {
        WaitStrategy.Busy => 0,
        WaitStrategy.Hybrid when isStart => untilWake - SpinNanos,
        _ => untilWake,
    };
}
