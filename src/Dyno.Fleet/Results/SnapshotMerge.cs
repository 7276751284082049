namespace Dyno.Fleet;

/// <summary>Merges the snapshots of several agents into that of one run: rates and counts are added, percentiles are read from the merged histogram.</summary>
internal static class SnapshotMerge
{
    /// <param name="agents">The latest snapshot of each agent, and the agent's new snapshots.</param>
    public static RunSnapshot Of(IReadOnlyList<(string Agent, RunSnapshot Latest, IReadOnlyList<RunSnapshot> Fresh)> agents)
    {
        var latest = agents.Select(agent => agent.Latest).ToList();
        var fresh = agents.SelectMany(agent => agent.Fresh).ToList();
        var rates = agents.Where(agent => agent.Fresh.Count > 0).Select(agent => agent.Fresh[^1]).ToList();
        var merged = new Histogram();
        foreach (var packed in fresh.Select(snapshot => snapshot.Histogram))
            if (!string.IsNullOrEmpty(packed)) merged.Merge(HdrEncoding.DecodeBase64(packed));
        var hasIterations = latest.TrueForAll(snapshot => snapshot.PlannedIterations is not null);
        var isClosed = rates.TrueForAll(snapshot => snapshot.OfferedPerSecond is null);
        var (foremost, behind) = (latest.MaxBy(snapshot => snapshot.Elapsed)!, latest.MinBy(snapshot => snapshot.Phase)!);
        return new RunSnapshot
        {
            Phase = behind.Phase,
            Recording = behind.Recording,
            Elapsed = foremost.Elapsed,
            Planned = latest.Max(snapshot => snapshot.Planned),
            PlannedIterations = hasIterations ? latest.Sum(snapshot => snapshot.PlannedIterations) : null,
            CutIn = latest.Max(snapshot => snapshot.CutIn),
            Requests = latest.Sum(snapshot => snapshot.Requests),
            FailedRequests = latest.Sum(snapshot => snapshot.FailedRequests),
            RequestsPerSecond = rates.Sum(snapshot => snapshot.RequestsPerSecond),
            OfferedPerSecond = isClosed ? null : rates.Sum(snapshot => snapshot.OfferedPerSecond ?? 0),
            DroppedIterations = latest.Sum(snapshot => snapshot.DroppedIterations),
            ActiveVirtualUsers = latest.Sum(snapshot => snapshot.ActiveVirtualUsers),
            P50Nanos = merged.ValueAtQuantile(0.5),
            P95Nanos = merged.ValueAtQuantile(0.95),
            P99Nanos = merged.ValueAtQuantile(0.99),
            MaxNanos = fresh.Select(snapshot => snapshot.MaxNanos).DefaultIfEmpty().Max(),
            MeanNanos = merged.Mean,
            ResponseTimes = Buckets(latest),
            Iterations = latest.Sum(snapshot => snapshot.Iterations),
            BytesSent = latest.Sum(snapshot => snapshot.BytesSent),
            BytesReceived = latest.Sum(snapshot => snapshot.BytesReceived),
            Errors = latest.SelectMany(snapshot => snapshot.Errors).GroupBy(error => error.Key)
                .ToImmutableSortedDictionary(group => group.Key, group => group.Sum(error => error.Value)),
            Health = HealthOf(agents),
        };
    }

    private static LatencyBuckets? Buckets(List<RunSnapshot> latest)
    {
        var parts = latest.Select(snapshot => snapshot.ResponseTimes).OfType<LatencyBuckets>().ToList();
        return parts.Count == 0 ? null : new LatencyBuckets(
            [.. Enumerable.Range(0, LatencyBuckets.Bounds.Length).Select(i => parts.Sum(part => part.CountsUpTo[i]))],
            parts.Sum(part => part.Count), parts.Sum(part => part.SumNanos));
    }

    private static HealthRecord? HealthOf(IReadOnlyList<(string Agent, RunSnapshot Latest, IReadOnlyList<RunSnapshot> Fresh)> agents)
    {
        var parts = agents.Where(agent => agent.Latest.Health is not null).Select(agent => (agent.Agent, agent.Latest.Health!)).ToList();
        return parts.Count == 0 ? null : FleetHealth.Of(parts);
    }
}
