using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>
/// The waits of the worker's own thread for a due start. .NET waits in whole milliseconds. Where the system has <c>nanosleep</c>, the
/// rest is slept with it. The last stretch is spun, with a yield of the processor in each turn.
/// </summary>
internal sealed class WorkerPause(EngineClock clock, WaitStrategy strategy) : IDisposable
{
    private const long MillisecondNanos = 1_000_000;
    private const long SpinNanos = 60_000; // a sleep overshoots by the default timer slack of 50 µs, and by the wake-up
    private readonly ManualResetEventSlim _wake = new(false, spinCount: 0);
    private long _planned = long.MaxValue;

    /// <summary>Time spent spinning so far, in nanoseconds.</summary>
    public long SpunNanos { get; private set; }

    /// <summary>Announces the end of the next wait. Called under the lock that guards the start times.</summary>
    public void Plan(long wakeNanos) => _planned = wakeNanos;

    /// <summary>
    /// Announces that something is due at a time: ends a wait that would last longer, except in its last two milliseconds. Called under
    /// the same lock.
    /// </summary>
    public void DueBy(long nanos)
    {
        if (nanos < _planned) _wake.Set();
    }

    /// <summary>Ends a wait of milliseconds early. Thread-safe.</summary>
    public void Wake() => _wake.Set();

    /// <summary>Waits until a time.</summary>
    /// <param name="wakeNanos">The end of the wait, on the engine's clock.</param>
    /// <param name="isStart">Whether an iteration start is due at that time, which is worth spinning for.</param>
    /// <param name="activity">Records a wait that lasted much longer than planned.</param>
    public void Until(long wakeNanos, bool isStart, WorkerActivity activity)
    {
        var before = clock.NowNanos;
        var spin = !isStart || strategy == WaitStrategy.Frugal ? 0 : strategy == WaitStrategy.Busy ? long.MaxValue : SpinNanos;
        if (spin < long.MaxValue) Sleep(wakeNanos - spin, before);
        if (spin > 0) Spin(wakeNanos);
        activity.Overshot(clock.NowNanos - Math.Max(before, wakeNanos));
        _wake.Reset();
    }

    public void Dispose() => _wake.Dispose();

    private void Sleep(long untilNanos, long now)
    {
        var left = untilNanos - now;
        if (left > 2 * MillisecondNanos)
        {
            if (_wake.Wait((int)(left / MillisecondNanos) - 1)) return;
            left = untilNanos - clock.NowNanos;
        }
        if (left <= 0) return;
        if (ShortSleep.IsAvailable) ShortSleep.For(left);
        else if (left > MillisecondNanos || strategy == WaitStrategy.Frugal) _wake.Wait(1);
    }

    private void Spin(long untilNanos)
    {
        var from = clock.NowNanos;
        var now = from;
        while (now < untilNanos && !_wake.IsSet)
        {
            Thread.Yield();
            now = clock.NowNanos;
        }
        SpunNanos += now - from;
    }
}
