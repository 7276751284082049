namespace Dyno.Results;

/// <summary>Merges the traces of several runs: the slowest of all remain, and the first failed ones of each.</summary>
internal static class TraceMerge
{
    /// <summary>Null when no run has traces.</summary>
    public static TraceResult? Of(IReadOnlyCollection<TraceResult> traces) => traces.Count == 0 ? null : new TraceResult
    {
        Sampled = traces.Sum(t => t.Sampled),
        Slowest = [.. traces.SelectMany(t => t.Slowest).OrderByDescending(r => r.ResponseNanos).Take(TraceResult.Most)],
        Failed = [.. traces.SelectMany(t => t.Failed).GroupBy(r => (r.Error, r.Status)).SelectMany(alike => alike.Take(TraceResult.MostAlike))
            .OrderBy(r => r.Seconds).Take(TraceResult.Most)],
    };
}
