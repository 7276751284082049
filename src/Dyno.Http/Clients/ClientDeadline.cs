using Dyno.Load.Engine;

namespace Dyno.Http.Clients;

/// <summary>When a request must be done, over all its redirects.</summary>
internal readonly record struct ClientDeadline(EngineClock Clock, long DueNanos)
{
    /// <summary>
    /// The clock as it was read a moment ago, which is near enough to say how much time is left; 0: it is read anew.
    /// </summary>
    public long SeenNanos { get; init; }

    public TimeSpan Left => TimeSpan.FromTicks(Math.Max(0, DueNanos - Clock.NowNanos) / 100);

    /// <summary>
    /// What is left, rounded up so that requests with the same time-out rarely need the kernel's changed, which is a system
    /// call: it may come late by a step, never early. 0 when the time is over.
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

    /// <summary>This long after it.</summary>
    public ClientDeadline After(TimeSpan time) => this with { DueNanos = DueNanos + time.Ticks * 100 };

    /// <summary>At most this long from now.</summary>
    public ClientDeadline AtMost(TimeSpan time) => this with { DueNanos = Math.Min(DueNanos, Clock.NowNanos + time.Ticks * 100) };
}
