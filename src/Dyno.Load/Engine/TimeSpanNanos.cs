namespace Dyno.Load.Engine;

/// <summary>From the plan's unit of time to the engine's.</summary>
internal static class TimeSpanNanos
{
    /// <summary>Nanoseconds; exact up to 146 years, <see cref="long.MaxValue"/> / 2 beyond, so that sums do not overflow.</summary>
    public static long ToNanos(this TimeSpan time) => time.Ticks >= long.MaxValue / 200 ? long.MaxValue / 2 : time.Ticks * 100;
}
