namespace Dyno.Results;

/// <summary>
/// The server's .NET runtime during the measurement, from its own event counters (EventPipe). A figure is null when the version of
/// the runtime or the chosen level of observation does not provide it.
/// </summary>
public sealed record RuntimeObservation
{
    /// <summary>
    /// How much was observed: <c>minimal</c> (counters of the runtime), <c>full</c> (also collections, Kestrel, requests), or <c>metrics</c>
    /// (what a server elsewhere sends).
    /// </summary>
    public required string Level { get; init; }

    /// <summary>Bytes allocated per request that the generator completed; null without requests.</summary>
    public double? AllocatedBytesPerRequest { get; init; }

    /// <summary>Mean number of bytes allocated per second.</summary>
    public double? AllocationRate { get; init; }

    /// <summary>Largest heap after a collection, in bytes.</summary>
    public long? PeakHeapBytes { get; init; }

    /// <summary>Largest memory committed by the collector, in bytes.</summary>
    public long? PeakCommittedBytes { get; init; }

    /// <summary>Collections of generation 0, including those that also collected older generations.</summary>
    public long? Gen0Collections { get; init; }

    /// <summary>Collections of generation 1, including those of generation 2.</summary>
    public long? Gen1Collections { get; init; }

    /// <summary>Collections of generation 2.</summary>
    public long? Gen2Collections { get; init; }

    /// <summary>The pauses of all threads by the collector; null when they were not observed or there was none.</summary>
    public LatencyResult? GcPauses { get; init; }

    /// <summary>Share of the time in which the collector stopped all threads, 0 to 1.</summary>
    public double? GcPauseShare { get; init; }

    /// <summary>Largest number of threads in the thread pool.</summary>
    public int? MaxThreadPoolThreads { get; init; }

    /// <summary>Longest queue of the thread pool, as seen once a second.</summary>
    public long? MaxThreadPoolQueue { get; init; }

    /// <summary>Work items that the thread pool completed.</summary>
    public long? CompletedWorkItems { get; init; }

    /// <summary>Number of times that the pool changed its number of threads.</summary>
    public int? ThreadPoolAdjustments { get; init; }

    /// <summary>Changes that the pool made because its queue did not move (starvation).</summary>
    public int? StarvationAdjustments { get; init; }

    /// <summary>Number of times that a thread had to wait for a lock (Monitor).</summary>
    public long? LockContentions { get; init; }

    /// <summary>Exceptions thrown.</summary>
    public long? Exceptions { get; init; }

    /// <summary>Methods compiled by the JIT during the measurement; many of them mean that the program was not warm.</summary>
    public long? MethodsJitted { get; init; }

    /// <summary>Largest number of connections that Kestrel counted at the same time.</summary>
    public long? MaxConnections { get; init; }

    /// <summary>Longest queue of connections that waited for Kestrel, as seen once a second.</summary>
    public long? MaxConnectionQueue { get; init; }

    /// <summary>Longest queue of requests on multiplexed connections, as seen once a second.</summary>
    public long? MaxRequestQueue { get; init; }

    /// <summary>Mean number of requests per second, as the server counted them.</summary>
    public double? ServerRequestsPerSecond { get; init; }

    /// <summary>Requests that the server counted over the whole load, warm-up included; null when the server did not count them.</summary>
    public long? ServedRequests { get; init; }

    /// <summary>Served ÷ sent requests − 1, warm-up included; above 0, the server handled more requests than the generator sent.</summary>
    public double? ServerSeenDifference { get; init; }

    /// <summary>Why the durations of requests are not given although they were asked for; null when they are.</summary>
    public string? DurationsMissing { get; init; }

    /// <summary>
    /// Figures over the whole measurement that a counter of the runtime gives, by the names of <c>FigureTable</c>; empty in results of
    /// earlier builds.
    /// </summary>
    public ImmutableSortedDictionary<string, double> Counters { get; init; } = ImmutableSortedDictionary.Create<string, double>(StringComparer.Ordinal);

    /// <summary>The same counters by the second: one value for each point of <see cref="Series"/>, null where none arrived.</summary>
    public ImmutableSortedDictionary<string, ImmutableArray<double?>> CounterSeries { get; init; } =
        ImmutableSortedDictionary.Create<string, ImmutableArray<double?>>(StringComparer.Ordinal);

    /// <summary>One point a second, stored in columns (earlier builds: one object per point); negative seconds are the warm-up.</summary>
    public ImmutableArray<RuntimePoint> Series { get; init; } = [];
}

/// <summary>One second of the server's runtime. A figure that did not arrive is null.</summary>
public sealed record RuntimePoint
{
    /// <summary>End of the second, in seconds since the start of the measurement; negative in the warm-up.</summary>
    public required double Seconds { get; init; }

    /// <summary>CPU use in percent of the CPUs that the runtime counts.</summary>
    public double? CpuPercent { get; init; }

    /// <summary>Working set in bytes.</summary>
    public double? WorkingSetBytes { get; init; }

    /// <summary>GC heap in bytes.</summary>
    public double? HeapBytes { get; init; }

    /// <summary>Memory committed by the collector, in bytes.</summary>
    public double? CommittedBytes { get; init; }

    /// <summary>Bytes allocated in this second.</summary>
    public double? AllocatedBytes { get; init; }

    /// <summary>Collections of generation 0.</summary>
    public double? Gen0 { get; init; }

    /// <summary>Collections of generation 1.</summary>
    public double? Gen1 { get; init; }

    /// <summary>Collections of generation 2.</summary>
    public double? Gen2 { get; init; }

    /// <summary>Share of time in the collector since the last collection, in percent, as the runtime reports it.</summary>
    public double? TimeInGcPercent { get; init; }

    /// <summary>The part of this second in which the collector stopped all threads, in seconds.</summary>
    public double? GcPauseSeconds { get; init; }

    /// <summary>Threads of the pool.</summary>
    public double? ThreadPoolThreads { get; init; }

    /// <summary>Work items that wait in the pool's queue.</summary>
    public double? ThreadPoolQueue { get; init; }

    /// <summary>Work items completed.</summary>
    public double? CompletedWorkItems { get; init; }

    /// <summary>Changes of the pool's number of threads.</summary>
    public int ThreadPoolAdjustments { get; init; }

    /// <summary>Number of waits for a lock.</summary>
    public double? LockContentions { get; init; }

    /// <summary>Exceptions thrown.</summary>
    public double? Exceptions { get; init; }

    /// <summary>Methods compiled so far.</summary>
    public double? MethodsJitted { get; init; }

    /// <summary>Connections open at Kestrel.</summary>
    public double? Connections { get; init; }

    /// <summary>Connections that wait for Kestrel.</summary>
    public double? ConnectionQueue { get; init; }

    /// <summary>Requests that wait on multiplexed connections.</summary>
    public double? RequestQueue { get; init; }

    /// <summary>Requests that began in this second, as the server counts them.</summary>
    public double? RequestsPerSecond { get; init; }

    /// <summary>Requests in flight.</summary>
    public double? CurrentRequests { get; init; }

    /// <summary>p50 of <c>http.server.request.duration</c> in this second, in nanoseconds. It holds for this second only and is never pooled.</summary>
    public double? DurationP50Nanos { get; init; }

    /// <summary>p95 of <c>http.server.request.duration</c> in this second, in nanoseconds.</summary>
    public double? DurationP95Nanos { get; init; }

    /// <summary>p99 of <c>http.server.request.duration</c> in this second, in nanoseconds.</summary>
    public double? DurationP99Nanos { get; init; }
}
