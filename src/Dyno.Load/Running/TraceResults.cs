namespace Dyno.Load;

/// <summary>The traces of a phase's part of the result document, from the records of its workers.</summary>
internal static class TraceResults
{
    /// <summary>The slowest and the first failed requests of all workers; null when no request with a trace ended.</summary>
    public static TraceResult? Of(FinishedPhase phase)
    {
        var recorded = phase.Lanes.Where(lane => lane.Recorder.Traces is not null).ToList();
        if (recorded.Count == 0) return null;
        return new TraceResult
        {
            Sampled = recorded.Sum(lane => lane.Recorder.Traces!.Sampled),
            Slowest = [.. recorded.SelectMany(lane => All(phase, lane, lane.Recorder.Traces!.Slowest.ToArray()))
                .OrderByDescending(r => r.ResponseNanos).Take(TraceResult.Most)],
            Failed = [.. recorded.SelectMany(lane => All(phase, lane, lane.Recorder.Traces!.Failed.ToArray())).OrderBy(r => r.Seconds)
                .GroupBy(r => (r.Error, r.Status)).SelectMany(alike => alike.Take(TraceResult.MostAlike))
                .OrderBy(r => r.Seconds).Take(TraceResult.Most)],
        };
    }

    private static IEnumerable<TracedRequest> All(FinishedPhase phase, Lane lane, TracedEnd[] ends)
    {
        var steps = lane.Plan.Workload.Steps;
        foreach (var end in ends)
        {
            var id = end.Trace.ToString();
            yield return new TracedRequest
            {
                TraceId = id,
                Sampled = end.Trace.IsSampled,
                Url = lane.Plan.TraceUrl?.Replace("{traceId}", id, StringComparison.Ordinal),
                Scenario = lane.Plan.Name,
                Name = end.Step < steps.Length ? steps[end.Step].Name : "",
                Seconds = Math.Round((end.EndNanos - phase.StartNanos) / 1e9, 3),
                ResponseNanos = end.ResponseNanos,
                ServiceNanos = end.ServiceNanos,
                Status = end.Outcome.Status > 0 ? end.Outcome.Status : null,
                Error = end.Outcome.IsGood ? null : end.Outcome.Error.ToString().ToLowerInvariant(),
            };
        }
    }
}
