using System.Collections.Immutable;
using Dyno.Metrics.Histograms;
using Dyno.Metrics.Histograms.Hdr;
using Dyno.Results.Runs;

namespace Dyno.Load.Running;

/// <summary>What was counted in one interval.</summary>
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

/// <summary>The series of a phase: equal intervals of one second, then two, then four: never more than the limit.</summary>
internal sealed class SeriesBuilder
{
    private readonly List<IntervalResult> _points = [];

    /// <summary>Length of an interval.</summary>
    public double IntervalSeconds { get; private set; } = 1;

    public void Add(IntervalFigures figures, Histogram response, Histogram? lag) => _points.Add(new IntervalResult
    {
        Requests = figures.Requests,
        FailedRequests = figures.Failed,
        PlannedStarts = figures.Planned,
        DroppedIterations = figures.Dropped,
        ActiveVirtualUsers = figures.Active,
        P50Nanos = response.ValueAtQuantile(0.5),
        P95Nanos = response.ValueAtQuantile(0.95),
        P99Nanos = response.ValueAtQuantile(0.99),
        MaxNanos = response.Max,
        Histogram = response.Count == 0 ? "" : HdrEncoding.EncodeBase64(response),
        StartLagP99Nanos = lag?.ValueAtQuantile(0.99),
    });

    public ImmutableArray<IntervalResult> Build() => [.. _points];
}
