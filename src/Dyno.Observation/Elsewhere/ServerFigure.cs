namespace Dyno.Observation;

/// <summary>What a server elsewhere can say about itself. Totals only grow until the server begins anew; levels go up and down.</summary>
internal enum ServerFigure
{
    CpuSeconds, // total: CPU time of the process, in seconds
    Cpus, // level: CPUs that the process may use
    WorkingSet, // level: resident memory, in bytes
    Threads, // level: threads of the process
    Heap, // level: GC heap, in bytes
    LargeObjectHeap, // level: large object heap, in bytes
    Committed, // level: memory committed by the collector, in bytes
    Allocated, // total: bytes allocated
    OnlyGen0, // total: collections of generation 0, without those that collected older generations, too
    OnlyGen1, // total: collections of generation 1, without those of generation 2
    Gen2, // total: collections of generation 2
    Gen0, // total: collections of generation 0, all of them
    Gen1, // total: collections of generation 1, those of generation 2 included
    GcPause, // total: time in which the collector stopped all threads, in seconds
    PoolThreads, // level: threads of the thread pool
    PoolQueue, // level: work items that wait for a thread of the pool
    PoolCompleted, // total: work items that the pool completed
    LockContentions, // total: waits for a lock
    Exceptions, // total: exceptions thrown
    MethodsCompiled, // total: methods compiled
    Timers, // level: active timers
    Connections, // level: connections open at Kestrel
    ConnectionQueue, // level: connections that wait for Kestrel
    RequestQueue, // level: requests that wait on multiplexed connections
    RequestsInFlight, // level: requests in flight
    Requests, // total: requests that the server answered
}
