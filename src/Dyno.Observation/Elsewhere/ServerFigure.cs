namespace Dyno.Observation.Elsewhere;

/// <summary>What a server elsewhere can say about itself. Totals only grow until the server begins anew; levels go up and down.</summary>
internal enum ServerFigure
{
    /// <summary>Total: CPU time of the process, in seconds.</summary>
    CpuSeconds,

    /// <summary>Level: CPUs that the process may use.</summary>
    Cpus,

    /// <summary>Level: resident memory, in bytes.</summary>
    WorkingSet,

    /// <summary>Level: threads of the process.</summary>
    Threads,

    /// <summary>Level: GC heap, in bytes.</summary>
    Heap,

    /// <summary>Level: large object heap, in bytes.</summary>
    LargeObjectHeap,

    /// <summary>Level: memory committed by the collector, in bytes.</summary>
    Committed,

    /// <summary>Total: bytes allocated.</summary>
    Allocated,

    /// <summary>Total: collections of generation 0, without those that collected older generations, too.</summary>
    OnlyGen0,

    /// <summary>Total: collections of generation 1, without those of generation 2.</summary>
    OnlyGen1,

    /// <summary>Total: collections of generation 2.</summary>
    Gen2,

    /// <summary>Total: collections of generation 0, all of them.</summary>
    Gen0,

    /// <summary>Total: collections of generation 1, those of generation 2 included.</summary>
    Gen1,

    /// <summary>Total: time in which the collector stopped all threads, in seconds.</summary>
    GcPause,

    /// <summary>Level: threads of the thread pool.</summary>
    PoolThreads,

    /// <summary>Level: work items that wait for a thread of the pool.</summary>
    PoolQueue,

    /// <summary>Total: work items that the pool completed.</summary>
    PoolCompleted,

    /// <summary>Total: waits for a lock.</summary>
    LockContentions,

    /// <summary>Total: exceptions thrown.</summary>
    Exceptions,

    /// <summary>Total: methods compiled.</summary>
    MethodsCompiled,

    /// <summary>Level: active timers.</summary>
    Timers,

    /// <summary>Level: connections open at Kestrel.</summary>
    Connections,

    /// <summary>Level: connections that wait for Kestrel.</summary>
    ConnectionQueue,

    /// <summary>Level: requests that wait on multiplexed connections.</summary>
    RequestQueue,

    /// <summary>Level: requests in flight.</summary>
    RequestsInFlight,

    /// <summary>Total: requests that the server answered.</summary>
    Requests,
}
