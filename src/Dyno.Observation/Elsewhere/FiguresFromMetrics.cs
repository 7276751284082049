namespace Dyno.Observation;

/// <summary>Which figures of <c>FigureTable</c> a server must send something for.</summary>
internal static class FiguresFromMetrics
{
    private static readonly ImmutableArray<(ServerFigure Needs, string Name)> All =
    [
        (ServerFigure.CpuSeconds, "server.cpu"), (ServerFigure.CpuSeconds, "server.cpuPerRequest"),
        (ServerFigure.WorkingSet, "server.workingSet"), (ServerFigure.WorkingSet, "server.peakWorkingSet"),
        (ServerFigure.Allocated, "server.allocatedPerRequest"), (ServerFigure.Heap, "server.heap"), (ServerFigure.GcPause, "server.gcPause"),
        (ServerFigure.Exceptions, "server.exceptions"), (ServerFigure.Exceptions, "server.exceptionsPerRequest"),
        (ServerFigure.LockContentions, "server.lockContentions"), (ServerFigure.LockContentions, "server.lockContentionsPerRequest"),
        (ServerFigure.PoolThreads, "server.threads"), (ServerFigure.PoolQueue, "server.threadPoolQueue"),
        (ServerFigure.LargeObjectHeap, "server.largeObjectHeap"), (ServerFigure.Timers, "server.timers"),
        (ServerFigure.RequestsInFlight, "server.requestsInFlight"), (ServerFigure.Connections, "server.connections"),
    ];

    /// <summary>The names of the figures that a server does not give, in the order of the table.</summary>
    /// <param name="isGiven">Whether the server gives something.</param>
    public static ImmutableArray<string> Missing(Func<ServerFigure, bool> isGiven) =>
        [.. All.Where(figure => !isGiven(figure.Needs)).Select(figure => figure.Name)];
}
