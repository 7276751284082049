namespace Dyno.Load;

/// <summary>Builds the live snapshots of a round of duet trials, from the variant that was visited last.</summary>
internal static class DuetSnapshot
{
    public static RunSnapshot Of(SlicedPhase phase, RunPhase kind, TimeSpan elapsed, TimeSpan planned)
    {
        var responses = new Histogram();
        foreach (var lane in phase.Lanes)
            foreach (var step in lane.Requests) responses.Merge(step.Response);
        var counts = phase.Counts;
        return new RunSnapshot
        {
            Phase = kind,
            Recording = kind,
            Elapsed = elapsed,
            Planned = planned,
            Requests = counts.Requests,
            FailedRequests = counts.FailedRequests,
            RequestsPerSecond = phase.Seconds > 0 ? counts.Requests / phase.Seconds : 0,
            DroppedIterations = counts.DroppedIterations,
            ActiveVirtualUsers = counts.MaxActive,
            P50Nanos = responses.ValueAtQuantile(0.5),
            P99Nanos = responses.ValueAtQuantile(0.99),
            Errors = ErrorCounts.Of(phase.Lanes),
        };
    }
}
