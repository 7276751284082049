namespace Dyno.Observation;

/// <summary>Readings of a server elsewhere as the figures that a process on this machine has.</summary>
internal static class ReadingFigures
{
    private static readonly ImmutableArray<(string Name, ServerFigure Figure)> Counters =
        [("server.largeObjectHeap", ServerFigure.LargeObjectHeap), ("server.timers", ServerFigure.Timers)];

    private static readonly ImmutableArray<(string Name, ServerFigure Figure)> Live =
    [
        .. Counters, ("server.exceptions", ServerFigure.Exceptions), ("server.lockContentions", ServerFigure.LockContentions),
        ("server.connections", ServerFigure.Connections), ("server.requestsInFlight", ServerFigure.RequestsInFlight),
    ];

    // Any of them says that the server is a .NET program.
    private static readonly ImmutableArray<ServerFigure> OfRuntime =
    [
        ServerFigure.Allocated, ServerFigure.Heap, ServerFigure.GcPause, ServerFigure.PoolThreads, ServerFigure.Gen2, ServerFigure.Exceptions,
        ServerFigure.Requests,
    ];

    /// <summary>The last interval.</summary>
    public static ServerMoment Moment(ReadingPoint point) => new()
    {
        CpuCores = point[ServerFigure.CpuSeconds],
        AvailableCpus = (int?)point[ServerFigure.Cpus],
        WorkingSetBytes = (long?)point[ServerFigure.WorkingSet],
        Threads = (int?)point[ServerFigure.Threads],
        HeapBytes = point[ServerFigure.Heap],
        GcPauseMillis = point[ServerFigure.GcPause] * 1_000,
        ThreadPoolThreads = point[ServerFigure.PoolThreads],
        ThreadPoolQueue = point[ServerFigure.PoolQueue],
        Counters = Live.Where(figure => point[figure.Figure] is not null)
            .ToImmutableSortedDictionary(figure => figure.Name, figure => point[figure.Figure]!.Value, StringComparer.Ordinal),
    };

    /// <summary>The measurement.</summary>
    /// <param name="requests">Requests completed in the measurement.</param>
    public static ServerObservation Observation(ReadingSummary summary, long requests)
    {
        var cpu = summary.Total(ServerFigure.CpuSeconds) ?? 0;
        var memory = summary.Levels.GetValueOrDefault(ServerFigure.WorkingSet);
        return new ServerObservation
        {
            ProcessId = 0,
            CpuSeconds = cpu,
            CpuMicrosPerRequest = requests > 0 ? cpu * 1e6 / requests : 0,
            CpuCores = summary.PerSecond(ServerFigure.CpuSeconds) ?? 0,
            AvailableCpus = (int)(summary.Levels.GetValueOrDefault(ServerFigure.Cpus)?.Last ?? 0),
            MeanWorkingSetBytes = (long)(memory?.Mean ?? 0),
            PeakWorkingSetBytes = (long)(memory?.Max ?? 0),
            WorkingSetBeforeBytes = (long?)memory?.First,
            MaxThreads = (int)(summary.Max(ServerFigure.Threads) ?? 0),
            Runtime = OfRuntime.Any(figure => summary.Changes.ContainsKey(figure) || summary.Levels.ContainsKey(figure)) ? Runtime(summary, requests) : null,
            Series = summary.Points.Any(p => p[ServerFigure.CpuSeconds] is null && p[ServerFigure.WorkingSet] is null) ? []
                : [.. summary.Points.Where(p => p.At > 0).Select(Server)],
        };
    }

    private static ServerPoint Server(ReadingPoint point) => new()
    {
        Seconds = Math.Round(point.At, 3),
        CpuCores = point[ServerFigure.CpuSeconds] ?? 0,
        WorkingSetBytes = (long)(point[ServerFigure.WorkingSet] ?? 0),
        Threads = (int)(point[ServerFigure.Threads] ?? 0),
    };

    private static RuntimeObservation Runtime(ReadingSummary summary, long requests)
    {
        var allocated = summary.Total(ServerFigure.Allocated);
        var gen2 = Count(summary, ServerFigure.Gen2);
        var gen1 = Count(summary, ServerFigure.Gen1) ?? Count(summary, ServerFigure.OnlyGen1) + gen2;
        return new RuntimeObservation
        {
            Level = "metrics",
            AllocatedBytesPerRequest = requests > 0 ? allocated / requests : null,
            AllocationRate = summary.PerSecond(ServerFigure.Allocated),
            PeakHeapBytes = (long?)summary.Max(ServerFigure.Heap),
            PeakCommittedBytes = (long?)summary.Max(ServerFigure.Committed),
            Gen0Collections = Count(summary, ServerFigure.Gen0) ?? Count(summary, ServerFigure.OnlyGen0) + gen1,
            Gen1Collections = gen1,
            Gen2Collections = gen2,
            GcPauseShare = summary.PerSecond(ServerFigure.GcPause) is { } share ? Math.Min(1, share) : null,
            MaxThreadPoolThreads = (int?)summary.Max(ServerFigure.PoolThreads),
            MaxThreadPoolQueue = (long?)summary.Max(ServerFigure.PoolQueue),
            CompletedWorkItems = Count(summary, ServerFigure.PoolCompleted),
            LockContentions = Count(summary, ServerFigure.LockContentions),
            Exceptions = Count(summary, ServerFigure.Exceptions),
            MethodsJitted = Count(summary, ServerFigure.MethodsCompiled),
            MaxConnections = (long?)summary.Max(ServerFigure.Connections),
            MaxConnectionQueue = (long?)summary.Max(ServerFigure.ConnectionQueue),
            MaxRequestQueue = (long?)summary.Max(ServerFigure.RequestQueue),
            ServerRequestsPerSecond = summary.PerSecond(ServerFigure.Requests),
            Counters = Counters.Where(figure => summary.Max(figure.Figure) is not null)
                .ToImmutableSortedDictionary(figure => figure.Name, figure => summary.Max(figure.Figure)!.Value, StringComparer.Ordinal),
            CounterSeries = Counters.Where(figure => summary.Max(figure.Figure) is not null)
                .ToImmutableSortedDictionary(figure => figure.Name,
                    figure => summary.Points.Select(p => p[figure.Figure]).ToImmutableArray(), StringComparer.Ordinal),
            Series = [.. summary.Points.Select(Point)],
        };
    }

    private static long? Count(ReadingSummary summary, ServerFigure figure) =>
        summary.Total(figure) is { } total ? (long)Math.Round(total) : null;

    private static RuntimePoint Point(ReadingPoint point) => new()
    {
        Seconds = Math.Round(point.At, 3),
        CpuPercent = point[ServerFigure.Cpus] is > 0 and var cpus ? 100 * point[ServerFigure.CpuSeconds] / cpus : null,
        WorkingSetBytes = point[ServerFigure.WorkingSet],
        HeapBytes = point[ServerFigure.Heap],
        CommittedBytes = point[ServerFigure.Committed],
        AllocatedBytes = point[ServerFigure.Allocated],
        Gen0 = point[ServerFigure.Gen0] ?? point[ServerFigure.OnlyGen0] + (point[ServerFigure.OnlyGen1] ?? 0) + (point[ServerFigure.Gen2] ?? 0),
        Gen1 = point[ServerFigure.Gen1] ?? point[ServerFigure.OnlyGen1] + (point[ServerFigure.Gen2] ?? 0),
        Gen2 = point[ServerFigure.Gen2],
        GcPauseSeconds = point[ServerFigure.GcPause],
        ThreadPoolThreads = point[ServerFigure.PoolThreads],
        ThreadPoolQueue = point[ServerFigure.PoolQueue],
        CompletedWorkItems = point[ServerFigure.PoolCompleted],
        LockContentions = point[ServerFigure.LockContentions],
        Exceptions = point[ServerFigure.Exceptions],
        Connections = point[ServerFigure.Connections],
        ConnectionQueue = point[ServerFigure.ConnectionQueue],
        RequestQueue = point[ServerFigure.RequestQueue],
        RequestsPerSecond = point[ServerFigure.Requests],
        CurrentRequests = point[ServerFigure.RequestsInFlight],
    };
}
