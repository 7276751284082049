namespace Dyno.Load;

/// <summary>Converts the plan's unit of time to the engine's.</summary>
internal static class TimeSpanNanos
{
    private const long Longest = long.MaxValue / 8;

    /// <summary>The time in nanoseconds, exact up to 36 years and capped there, so that a sum of a few times does not overflow.</summary>
    public static long ToNanos(this TimeSpan time) => time.Ticks >= Longest / 100 ? Longest : time.Ticks * 100;
}
