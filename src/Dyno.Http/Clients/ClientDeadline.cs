namespace Dyno.Http;

/// <summary>When a request must be done, over all its redirects.</summary>
internal readonly record struct ClientDeadline(EngineClock Clock, long DueNanos)
{
    /// <summary>A recent reading of the clock, exact enough to compute the remaining time; 0: the clock is read again.</summary>
    public long SeenNanos { get; init; }

    public TimeSpan Left => TimeSpan.FromTicks(Math.Max(0, DueNanos - Clock.NowNanos) / 100);

    /// <summary>
    /// The remaining time in milliseconds, rounded up to a step. Requests with the same time-out then rarely need a system call
    /// to change the kernel's time-out, which may come late by one step, but never early. 0 when the time is over.
    /// </summary>
    public int StepMilliseconds
    {
        get
        {
            var now = SeenNanos > 0 ? SeenNanos : Clock.NowNanos;
            var left = (Math.Max(0, DueNanos - now) + 999_999) / 1_000_000;
            var step = left > 1000 ? 100 : left > 100 ? 10 : 1;
            return (int)Math.Min((left + step - 1) / step * step, int.MaxValue);
        }
    }

    public bool IsOver => Clock.NowNanos >= DueNanos;

    public ClientDeadline After(TimeSpan time) => this with { DueNanos = DueNanos + time.Ticks * 100 };

    /// <summary>This deadline, but at most a given time from now.</summary>
    public ClientDeadline AtMost(TimeSpan time) => this with { DueNanos = Math.Min(DueNanos, Clock.NowNanos + time.Ticks * 100) };
}
