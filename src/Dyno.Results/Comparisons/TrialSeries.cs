namespace Dyno.Results;

/// <summary>A trial over time, warm-up included, small enough to be kept in the comparison.</summary>
/// <param name="Points">One point per interval.</param>
public sealed record TrialSeries(ImmutableArray<TrialPoint> Points);

/// <summary>A trial at one moment. A figure that was not observed is null.</summary>
public sealed record TrialPoint
{
    /// <summary>End of the interval, in seconds since the start of the measurement; 0 and below in the warm-up.</summary>
    public required double Seconds { get; init; }

    /// <summary>Requests per second in the interval.</summary>
    public double? Rate { get; init; }

    /// <summary>Response time p99 of the interval, in nanoseconds.</summary>
    public long? P99Nanos { get; init; }

    /// <summary>CPU use of the server, in cores.</summary>
    public double? CpuCores { get; init; }

    /// <summary>Resident set of the server, in bytes.</summary>
    public long? WorkingSetBytes { get; init; }

    /// <summary>GC heap of the server, in bytes.</summary>
    public double? HeapBytes { get; init; }

    /// <summary>Bytes allocated by the server in the second.</summary>
    public double? AllocatedBytes { get; init; }

    /// <summary>The part of the second in which the collector stopped all threads, in seconds.</summary>
    public double? GcPauseSeconds { get; init; }

    /// <summary>Threads of the server's pool.</summary>
    public double? ThreadPoolThreads { get; init; }

    /// <summary>Work items that wait in the pool's queue.</summary>
    public double? ThreadPoolQueue { get; init; }
}
