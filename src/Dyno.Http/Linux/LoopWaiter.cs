using Dyno.Http.Interop;
using Dyno.Load.Engine;

namespace Dyno.Http.Linux;

/// <summary>
/// Waits for events or a time on an epoll file, by the chosen strategy, and accounts for it. Hybrid sleeps until
/// <see cref="SpinNanos"/> before a due start and polls from there: a sleep alone overshoots by 25 to 30 µs, polling
/// brings the start lag under 10 µs ("lag" in the wire benchmark).
/// </summary>
internal sealed unsafe class LoopWaiter(int epoll, EngineClock clock, WaitStrategy strategy, bool isPrecise)
{
    private const long SpinNanos = 15_000;
    private const int SetTimerSlack = 29; // PR_SET_TIMERSLACK

    private readonly EpollWait _wait = new(epoll, isPrecise);
    private long _resumedNanos;
    private bool _sawEvents;

    /// <summary>Called on the worker's thread before its first wait: how exactly the kernel keeps times for this thread.</summary>
    public void Begin(long nowNanos)
    {
        // The default slack of 50 µs is what "frugal" saves with: the kernel may merge wake-ups.
        _ = Libc.prctl(SetTimerSlack, strategy == WaitStrategy.Frugal ? 50_000u : 1u, 0, 0, 0);
        _resumedNanos = nowNanos;
        _sawEvents = true;
    }

    /// <summary>Waits until an event, or <paramref name="wakeNanos"/>.</summary>
    /// <param name="events">Takes the events.</param>
    /// <param name="capacity">How many fit.</param>
    /// <param name="wakeNanos">When to return at the latest; in the past: look for events only.</param>
    /// <param name="isStart">Whether a start is due then: worth polling for.</param>
    /// <param name="hasWorked">Whether anything was done since the last wait but to look.</param>
    /// <param name="activity">Takes the waiting and the stalls.</param>
    /// <returns>The number of events.</returns>
    public int Wait(EpollEvent* events, int capacity, long wakeNanos, bool isStart, bool hasWorked, WorkerActivity activity)
    {
        var before = clock.NowNanos;
        activity.Overshot(before - _resumedNanos);
        var sleep = SleepNanos(wakeNanos - before, isStart);
        var count = _wait.For(events, capacity, sleep);
        var after = clock.NowNanos;
        var elapsed = after - before;
        // A poll that found events was work; one that found none was spinning, and so was the way to it from the last one.
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
