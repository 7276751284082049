namespace Dyno.Load;

/// <summary>Monotonic time in nanoseconds, from any <see cref="TimeProvider"/>. Thread-safe.</summary>
public sealed class EngineClock
{
    private readonly TimeProvider _time;
    private readonly bool _isSystemNanos;
    private readonly double _nanosPerTick;

    /// <summary>Wraps <paramref name="time"/>; the system's clock when null.</summary>
    public EngineClock(TimeProvider? time = null)
    {
        _time = time ?? TimeProvider.System;
        _nanosPerTick = 1e9 / _time.TimestampFrequency;
        // On Linux a Stopwatch tick is a nanosecond: the common case needs neither a virtual call nor a multiplication.
        _isSystemNanos = ReferenceEquals(_time, TimeProvider.System) && Stopwatch.Frequency == 1_000_000_000;
    }

    /// <summary>Nanoseconds since an arbitrary fixed point; never goes back.</summary>
    public long NowNanos
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _isSystemNanos ? Stopwatch.GetTimestamp() : Scaled();
    }

    /// <summary>Wall-clock time (UTC).</summary>
    public DateTimeOffset UtcNow => _time.GetUtcNow();

    /// <summary>The underlying provider, for timers.</summary>
    public TimeProvider Provider => _time;

    private long Scaled() => (long)(_time.GetTimestamp() * _nanosPerTick);
}
