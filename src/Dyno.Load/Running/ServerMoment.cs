namespace Dyno.Load.Running;

/// <summary>The state of a server under load at its last sample. Values that are not known are null.</summary>
public sealed record ServerMoment
{
    /// <summary>CPUs that the server kept busy since the sample before.</summary>
    public double? CpuCores { get; init; }

    /// <summary>CPUs that the server may use.</summary>
    public int? AvailableCpus { get; init; }

    /// <summary>Resident memory, in bytes.</summary>
    public long? WorkingSetBytes { get; init; }

    /// <summary>Threads of the process.</summary>
    public int? Threads { get; init; }

    /// <summary>GC heap, in bytes.</summary>
    public double? HeapBytes { get; init; }

    /// <summary>Time in the last second during which the garbage collector suspended all threads, in milliseconds.</summary>
    public double? GcPauseMillis { get; init; }

    /// <summary>Threads of the thread pool.</summary>
    public double? ThreadPoolThreads { get; init; }

    /// <summary>Work items that wait for a thread of the pool.</summary>
    public double? ThreadPoolQueue { get; init; }
}
