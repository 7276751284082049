namespace Dyno.Load.Engine;

/// <summary>From the plan's unit of time to the engine's.</summary>
internal static class TimeSpanNanos
{
    private const long Longest = long.MaxValue / 8;

    /// <summary>Nanoseconds; exact up to 36 years, no more beyond, so that sums of a few do not overflow.</summary>
    public static long ToNanos(this TimeSpan time) => time.Ticks >= Longest / 100 ? Longest : time.Ticks * 100;
}
