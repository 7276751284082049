namespace Dyno.Load.Engine;

/// <summary>
/// Waits for a time or for something in a queue. The system's waits count in milliseconds, so hybrid sleeps to the last
/// whole millisecond before the time and polls the rest; busy polls all along; frugal sleeps past it. One waiting
/// thread.
/// </summary>
internal sealed class QueueWaiter(EngineClock clock, WaitStrategy strategy, Func<bool> hasWork) : IDisposable
{
    private const long Millisecond = 1_000_000;
    private readonly SemaphoreSlim _wake = new(0);
    private int _asleep;

    public void Dispose() => _wake.Dispose();

    /// <summary>
    /// From any thread, after something was put into the queue. Free of system calls while the worker is awake.
    /// </summary>
    public void Wake()
    {
        Interlocked.MemoryBarrier(); // the queue's tail is seen before the flag is read
        if (Volatile.Read(ref _asleep) == 0 || Interlocked.Exchange(ref _asleep, 0) == 0) return;
        try
        {
            _wake.Release();
        }
        catch (ObjectDisposedException)
        {
            // An iteration that outlived its worker.
        }
    }

    public void Wait(long untilNanos, WorkerActivity activity)
    {
        var before = clock.NowNanos;
        if (untilNanos <= before || hasWork()) return;
        var milliseconds = SleepMilliseconds(untilNanos - before);
        if (milliseconds > 0) Sleep(milliseconds);
        else Spin(untilNanos);
        var elapsed = clock.NowNanos - before;
        activity.Waited(elapsed);
        activity.Overshot(elapsed - Math.Max(milliseconds * Millisecond, untilNanos - before));
    }

    private long SleepMilliseconds(long nanos) => strategy switch
    {
        WaitStrategy.Busy => 0,
        WaitStrategy.Hybrid => nanos / Millisecond - (nanos % Millisecond < Millisecond / 4 ? 1 : 0),
        _ => (nanos + Millisecond - 1) / Millisecond,
    };

    private void Sleep(long milliseconds)
    {
        Interlocked.Exchange(ref _asleep, 1);
        if (!hasWork()) _wake.Wait((int)milliseconds); // what came before _asleep was set is seen here
        // Whoever saw us asleep releases exactly once: take it back if it came after the time was up.
        if (Interlocked.Exchange(ref _asleep, 0) == 0) _wake.Wait(0);
    }

    private void Spin(long untilNanos)
    {
        while (clock.NowNanos < untilNanos && !hasWork()) Thread.SpinWait(20);
    }
}
