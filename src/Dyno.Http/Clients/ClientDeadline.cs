using Dyno.Load.Engine;

namespace Dyno.Http.Clients;

/// <summary>When a request must be done, over all its redirects.</summary>
internal readonly record struct ClientDeadline(EngineClock Clock, long DueNanos)
{
    public TimeSpan Left => TimeSpan.FromTicks(Math.Max(0, DueNanos - Clock.NowNanos) / 100);

    public bool IsOver => Clock.NowNanos >= DueNanos;

    /// <summary>This long after it.</summary>
    public ClientDeadline After(TimeSpan time) => this with { DueNanos = DueNanos + time.Ticks * 100 };

    /// <summary>At most this long from now.</summary>
    public ClientDeadline AtMost(TimeSpan time) => this with { DueNanos = Math.Min(DueNanos, Clock.NowNanos + time.Ticks * 100) };
}
