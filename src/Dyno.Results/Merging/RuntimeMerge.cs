namespace Dyno.Results;

/// <summary>Merges the .NET runtimes of servers that ran one after the other: counts are added, peaks kept, rates weighted by time.</summary>
internal static class RuntimeMerge
{
    /// <summary>Null when the runtime of a server was not observed.</summary>
    public static RuntimeObservation? Of(IReadOnlyList<SeenProcess> seen)
    {
        if (seen.Any(s => s.Process.Runtime is null)) return null;
        var all = seen.Select(s => s.Process.Runtime!).ToList();
        return new RuntimeObservation
        {
            Level = all.All(r => r.Level == all[0].Level) ? all[0].Level : "minimal",
            AllocatedBytesPerRequest = Mean(seen, r => r.AllocatedBytesPerRequest, s => s.Requests),
            AllocationRate = Mean(seen, r => r.AllocationRate, s => s.Seconds),
            PeakHeapBytes = all.Max(r => r.PeakHeapBytes),
            PeakCommittedBytes = all.Max(r => r.PeakCommittedBytes),
            Gen0Collections = Sum(all, r => r.Gen0Collections),
            Gen1Collections = Sum(all, r => r.Gen1Collections),
            Gen2Collections = Sum(all, r => r.Gen2Collections),
            GcPauses = LatencyMerge.OfAny(all.Select(r => r.GcPauses)),
            GcPauseShare = Mean(seen, r => r.GcPauseShare, s => s.Seconds),
            MaxThreadPoolThreads = all.Max(r => r.MaxThreadPoolThreads),
            MaxThreadPoolQueue = all.Max(r => r.MaxThreadPoolQueue),
            CompletedWorkItems = Sum(all, r => r.CompletedWorkItems),
            ThreadPoolAdjustments = (int?)Sum(all, r => r.ThreadPoolAdjustments),
            StarvationAdjustments = (int?)Sum(all, r => r.StarvationAdjustments),
            LockContentions = Sum(all, r => r.LockContentions),
            Exceptions = Sum(all, r => r.Exceptions),
            MethodsJitted = Sum(all, r => r.MethodsJitted),
            MaxConnections = all.Max(r => r.MaxConnections),
            MaxConnectionQueue = all.Max(r => r.MaxConnectionQueue),
            MaxRequestQueue = all.Max(r => r.MaxRequestQueue),
            ServerRequestsPerSecond = Mean(seen, r => r.ServerRequestsPerSecond, s => s.Seconds),
            ServedRequests = Sum(all, r => r.ServedRequests),
            ServerSeenDifference = Mean(seen, r => r.ServerSeenDifference, s => s.Process.Runtime!.ServedRequests ?? 0),
            DurationsMissing = all.Select(r => r.DurationsMissing).FirstOrDefault(why => why is not null),
            Counters = Counters(seen),
            Series = PointMerge.Of(seen, p => p.Runtime!.Series, MeanOf, (p, at) => p with { Seconds = at }, p => p.Seconds),
        };
    }

    private static ImmutableSortedDictionary<string, double> Counters(IReadOnlyList<SeenProcess> seen)
    {
        var merge = new FigureMerge();
        foreach (var run in seen) merge.Add(run.Process.Runtime!.Counters, run.Seconds, run.Requests);
        return merge.ToFigures().RemoveRange(seen.SelectMany(run => run.Process.Runtime!.Counters.Keys)
            .Where(name => seen.Any(run => !run.Process.Runtime!.Counters.ContainsKey(name))));
    }

    // There is no sum when a run did not give the figure, because the sum would describe the other runs only.
    private static long? Sum(List<RuntimeObservation> all, Func<RuntimeObservation, long?> figure) =>
        all.Any(r => figure(r) is null) ? null : all.Sum(figure);

    private static double? Mean(IReadOnlyList<SeenProcess> seen, Func<RuntimeObservation, double?> figure, Func<SeenProcess, double> weight)
    {
        if (seen.Any(s => figure(s.Process.Runtime!) is null)) return null;
        var whole = seen.Sum(weight);
        return whole <= 0 ? null : seen.Sum(s => figure(s.Process.Runtime!)!.Value * weight(s)) / whole;
    }

    // A merged point keeps figures per second. Percentiles are never pooled, so a merged point has none.
    private static RuntimePoint MeanOf(IReadOnlyCollection<RuntimePoint> points)
    {
        return new RuntimePoint
        {
            Seconds = points.Max(p => p.Seconds),
            CpuPercent = Mean(p => p.CpuPercent),
            WorkingSetBytes = Mean(p => p.WorkingSetBytes),
            HeapBytes = Mean(p => p.HeapBytes),
            CommittedBytes = Mean(p => p.CommittedBytes),
            AllocatedBytes = Mean(p => p.AllocatedBytes),
            Gen0 = Mean(p => p.Gen0),
            Gen1 = Mean(p => p.Gen1),
            Gen2 = Mean(p => p.Gen2),
            TimeInGcPercent = Mean(p => p.TimeInGcPercent),
            GcPauseSeconds = Mean(p => p.GcPauseSeconds),
            ThreadPoolThreads = Mean(p => p.ThreadPoolThreads),
            ThreadPoolQueue = Mean(p => p.ThreadPoolQueue),
            CompletedWorkItems = Mean(p => p.CompletedWorkItems),
            ThreadPoolAdjustments = points.Sum(p => p.ThreadPoolAdjustments),
            LockContentions = Mean(p => p.LockContentions),
            Exceptions = Mean(p => p.Exceptions),
            MethodsJitted = points.Max(p => p.MethodsJitted),
            Connections = Mean(p => p.Connections),
            ConnectionQueue = Mean(p => p.ConnectionQueue),
            RequestQueue = Mean(p => p.RequestQueue),
            RequestsPerSecond = Mean(p => p.RequestsPerSecond),
            CurrentRequests = Mean(p => p.CurrentRequests),
        };

        double? Mean(Func<RuntimePoint, double?> figure) => points.Average(figure);
    }
}
