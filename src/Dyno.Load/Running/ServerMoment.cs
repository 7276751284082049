namespace Dyno.Load.Running;

/// <summary>A server while it is loaded, as it was seen last. What is not known is null.</summary>
public sealed record ServerMoment
{
    /// <summary>CPUs that it kept busy since the sample before.</summary>
    public double? CpuCores { get; init; }

    /// <summary>CPUs that it may use.</summary>
    public int? AvailableCpus { get; init; }

    /// <summary>Resident memory, in bytes.</summary>
    public long? WorkingSetBytes { get; init; }

    /// <summary>Threads of the process.</summary>
    public int? Threads { get; init; }

    /// <summary>GC heap, in bytes.</summary>
    public double? HeapBytes { get; init; }

    /// <summary>Time in the last second in which all threads stood still for the collector, in milliseconds.</summary>
    public double? GcPauseMillis { get; init; }

    /// <summary>Threads of the thread pool.</summary>
    public double? ThreadPoolThreads { get; init; }

    /// <summary>Work items that wait for a thread of the pool.</summary>
    public double? ThreadPoolQueue { get; init; }
}
