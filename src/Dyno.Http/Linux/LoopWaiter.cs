using System.Runtime.InteropServices;
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

    /// <summary>Whether the C library has a wait that takes nanoseconds (glibc 2.35).</summary>
    public static readonly bool HasPreciseWait = NativeLibrary.TryGetExport(NativeLibrary.GetMainProgramHandle(), "epoll_pwait2", out _)
        || (NativeLibrary.TryLoad("libc.so.6", out var libc) && NativeLibrary.TryGetExport(libc, "epoll_pwait2", out _));

    private bool _isPrecise = isPrecise;
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
        var count = sleep <= 0 ? Libc.epoll_wait(epoll, events, capacity, 0) : Sleep(events, capacity, sleep);
        var after = clock.NowNanos;
        var elapsed = after - before;
        // A poll that found events was work; one that found none was spinning, and so was the way to it from the last one.
        if (sleep > 0 || count <= 0) activity.Waited(hasWorked || _sawEvents ? elapsed : after - _resumedNanos);
        _sawEvents = count > 0;
        _resumedNanos = after;
        activity.Overshot(elapsed - Math.Max(0, sleep));
        return Math.Max(0, count); // −1: interrupted by a signal, the loop comes again
    }

    private long SleepNanos(long untilWake, bool isStart) => strategy switch
    {
        WaitStrategy.Busy => 0,
        WaitStrategy.Hybrid when isStart => untilWake - SpinNanos,
        _ => untilWake,
    };

    private int Sleep(EpollEvent* events, int capacity, long nanos)
    {
        if (_isPrecise)
        {
            var timeout = TimeSpec.FromNanos(nanos);
            var count = Libc.epoll_pwait2(epoll, events, capacity, &timeout, null);
            if (count >= 0 || Errno.Last == Errno.Interrupted) return count;
            _isPrecise = false; // a kernel before 5.11, or a container that forbids the call: milliseconds it is
        }
        return Libc.epoll_wait(epoll, events, capacity, (int)Math.Min(1_000, nanos / 1_000_000));
    }
}
