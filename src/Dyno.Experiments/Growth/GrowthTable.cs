namespace Dyno.Experiments;

/// <summary>How several samples of a figure become one.</summary>
internal enum Merging
{
    Lowest, // the lowest: a level whose peaks are work in flight or garbage, such as the saw-tooth of memory
    Mean, // the mean, by the length of the samples
    MeanOfRequests, // the mean, by the requests of the samples
}

/// <summary>A resource that growth of a figure uses up.</summary>
internal enum LimitedResource
{
    None, // nothing: it is no stock, and growth matters when it is a share of the level over the whole run
    Memory, // the memory of the process
    FileDescriptors, // the open files of the process
    Other, // no limit that is known; ten thousand is taken as too many
}

/// <summary>A figure that is watched for growth.</summary>
/// <param name="Title">Its title for readers, as in a sentence.</param>
/// <param name="Of">Reads it from a point of the result.</param>
internal sealed record WatchedFigure(string Name, string Title, FigureUnit Unit, Merging Merging, LimitedResource Resource, Func<GrowthPoint, double?> Of);

/// <summary>Every figure that is watched for growth, one line each, the most telling first.</summary>
internal static class GrowthTable
{
    public static ImmutableArray<WatchedFigure> All { get; } =
    [
        new("heap", "managed heap", FigureUnit.Memory, Merging.Lowest, LimitedResource.Memory, p => p.Heap),
        new("heapLow", "managed heap (low points)", FigureUnit.Memory, Merging.Lowest, LimitedResource.Memory, p => p.HeapLow),
        new("committed", "committed GC memory", FigureUnit.Memory, Merging.Lowest, LimitedResource.Memory, p => p.Committed),
        new("workingSet", "working set", FigureUnit.Memory, Merging.Lowest, LimitedResource.Memory, p => p.WorkingSet),
        new("handles", "open files", FigureUnit.Count, Merging.Lowest, LimitedResource.FileDescriptors, p => p.Handles),
        new("sockets", "open sockets", FigureUnit.Count, Merging.Lowest, LimitedResource.FileDescriptors, p => p.Sockets),
        new("threads", "threads", FigureUnit.Count, Merging.Lowest, LimitedResource.Other, p => p.Threads),
        new("timers", "active timers", FigureUnit.Count, Merging.Lowest, LimitedResource.Other, p => p.Timers),
        new("pooledConnections", "database connections", FigureUnit.Count, Merging.Lowest, LimitedResource.Other, p => p.PooledConnections),
        new("p50", "response time p50", FigureUnit.Nanoseconds, Merging.Mean, LimitedResource.None, p => p.P50),
        new("p99", "response time p99", FigureUnit.Nanoseconds, Merging.Mean, LimitedResource.None, p => p.P99),
        new("cpuPerRequest", "server CPU per request", FigureUnit.Nanoseconds, Merging.MeanOfRequests, LimitedResource.None, p => p.CpuPerRequest),
    ];
}
