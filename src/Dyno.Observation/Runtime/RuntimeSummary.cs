namespace Dyno.Observation;

/// <summary>The seconds of a measurement, summarised in single figures.</summary>
internal sealed class RuntimeSummary(ImmutableArray<RuntimePoint> points, ImmutableArray<RuntimeSecond> seconds)
{
    public RuntimeObservation Of(ObserveLevel level, double requestsPerSecond)
    {
        var allocation = Mean(p => p.AllocatedBytes);
        var served = ServedPerSecond();
        return new RuntimeObservation
        {
            Level = level == ObserveLevel.Full ? "full" : "minimal",
            AllocationRate = allocation,
            AllocatedBytesPerRequest = requestsPerSecond > 0 ? allocation / requestsPerSecond : null,
            PeakHeapBytes = (long?)Max(p => p.HeapBytes),
            PeakCommittedBytes = (long?)Max(p => p.CommittedBytes),
            Gen0Collections = (long?)Sum(p => p.Gen0),
            Gen1Collections = (long?)Sum(p => p.Gen1),
            Gen2Collections = (long?)Sum(p => p.Gen2),
            MaxThreadPoolThreads = (int?)Max(p => p.ThreadPoolThreads),
            MaxThreadPoolQueue = (long?)Max(p => p.ThreadPoolQueue),
            CompletedWorkItems = (long?)Sum(p => p.CompletedWorkItems),
            LockContentions = (long?)Sum(p => p.LockContentions),
            Exceptions = (long?)Sum(p => p.Exceptions),
            MethodsJitted = (long?)(Max(p => p.MethodsJitted) - points.Select(p => p.MethodsJitted).Min()),
            MaxConnections = (long?)Max(p => p.Connections),
            MaxConnectionQueue = (long?)Max(p => p.ConnectionQueue),
            MaxRequestQueue = (long?)Max(p => p.RequestQueue),
            ServerRequestsPerSecond = served,
        };
    }

    // Computed from the running total between the first and the last second, so it is exact whatever the lengths of the seconds.
    private double? ServedPerSecond()
    {
        var totals = seconds.Select(s => s.Total).OfType<(double Requests, DateTime At)>().ToList();
        return totals.Count < 2 ? null : (totals[^1].Requests - totals[0].Requests) / (totals[^1].At - totals[0].At).TotalSeconds;
    }

    private double? Mean(Func<RuntimePoint, double?> figure) => points.Select(figure).Average();

    private double? Max(Func<RuntimePoint, double?> figure) => points.Select(figure).Max();

    private double? Sum(Func<RuntimePoint, double?> figure) => points.Any(p => figure(p) is not null) ? points.Sum(figure) : null;
}
