using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>
/// How the worker's own thread waits for a due start. .NET waits in milliseconds; where the system has
/// <c>nanosleep</c> the rest is slept with it, and the last stretch is spun, giving the processor to whoever wants it.
/// </summary>
internal sealed class WorkerPause(EngineClock clock, WaitStrategy strategy) : IDisposable
{
    private const long MillisecondNanos = 1_000_000;
    private const long SpinNanos = 60_000; // a sleep overshoots by the default timer slack of 50 µs, and by the wake-up
    private readonly ManualResetEventSlim _wake = new(false, spinCount: 0);
    private long _planned = long.MaxValue;

    /// <summary>Time spun on purpose so far.</summary>
    public long SpunNanos { get; private set; }

    /// <summary>The next wait will last until then. Under the lock that guards what is waited for.</summary>
    public void Plan(long wakeNanos) => _planned = wakeNanos;

    /// <summary>
    /// Something more is due by then: ends a wait that would last longer, but for its last two milliseconds. Under the same lock.
    /// </summary>
    public void DueBy(long nanos)
    {
        if (nanos < _planned) _wake.Set();
    }

    /// <summary>Ends a wait of milliseconds early. Thread-safe.</summary>
    public void Wake() => _wake.Set();

    /// <summary>Waits.</summary>
    /// <param name="wakeNanos">Until then, on the engine's clock.</param>
    /// <param name="isStart">Whether a start is due then: worth spinning for.</param>
    /// <param name="activity">Takes a wait that lasted much longer.</param>
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
