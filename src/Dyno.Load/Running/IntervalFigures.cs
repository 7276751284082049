namespace Dyno.Load;

/// <summary>What was counted in one interval. <see cref="Planned"/> is null in a closed model.</summary>
internal readonly record struct IntervalFigures(long Requests, long Failed, long? Planned, long Dropped, int Active)
{
    public static IntervalFigures Between(PhaseCounts before, PhaseCounts now) => new(
        now.Requests - before.Requests,
        now.FailedRequests - before.FailedRequests,
        now.HasOpen ? now.PlannedStarts - before.PlannedStarts : null,
        now.DroppedIterations - before.DroppedIterations,
        now.Active);

    public static IntervalFigures operator +(IntervalFigures a, IntervalFigures b) =>
        new(a.Requests + b.Requests, a.Failed + b.Failed, a.Planned + b.Planned, a.Dropped + b.Dropped, b.Active);
}
