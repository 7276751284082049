namespace Dyno.Results;

/// <summary>The figures of a finished run, by the names of <see cref="FigureTable"/>; a figure that was not measured is left out.</summary>
public static class RunFigures
{
    internal static ImmutableArray<(string Name, double Quantile)> Quantiles { get; } =
        [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999)];

    /// <summary>The figures of a run.</summary>
    public static ImmutableSortedDictionary<string, double> Of(RunResult run)
    {
        var figures = ImmutableSortedDictionary.CreateBuilder<string, double>(StringComparer.Ordinal);
        Add(OfRequests(run));
        foreach (var (figure, value) in ScriptFigures.Of(run)) figures[figure.Metric] = value;
        foreach (var (service, perRequest) in ServiceFigures.CommandsPerRequest(run)) figures[FigureTable.CommandsOf(service)] = perRequest;
        Add([("timeToReady", run.Subject?.TimeToReadySeconds), ("firstRequest", run.Subject?.FirstRequestSeconds)]);
        if (run.Server is { } server) Add(OfProcess(server).Where(figure => !server.Lacks(figure.Item1)));
        if (run.Server?.Runtime is { } runtime) Add(OfRuntime(runtime, run.Measured.Totals.Requests));
        return figures.ToImmutable();

        void Add(IEnumerable<(string Name, double? Value)> more)
        {
            foreach (var (name, value) in more)
                if (value is { } known) figures[name] = known;
        }
    }

    /// <summary>
    /// The figures with a fixed name, for documents. Names that a user chose may hold a secret; the document has those figures elsewhere, masked.
    /// </summary>
    internal static ImmutableSortedDictionary<string, double> Declared(RunResult run)
    {
        var figures = Of(run);
        return figures.RemoveRange(figures.Keys.Where(name => !FigureTable.All.ContainsKey(name)));
    }

    // Failures are often quick: they do not count in the rate, so that a server that refuses does not look like one that answers.
    private static IEnumerable<(string, double?)> OfRequests(RunResult run)
    {
        var totals = run.Measured.Totals;
        var requests = totals.Requests > 0 ? (double?)totals.Requests : null;
        yield return ("rate", totals.RequestsPerSecond * (totals.Requests - totals.FailedRequests) / requests);
        yield return ("requestRate", requests is null ? null : totals.RequestsPerSecond);
        yield return ("iterations", totals.IterationsPerSecond > 0 ? totals.IterationsPerSecond : null);
        yield return ("errors", totals.FailedRequests);
        yield return ("failedShare", totals.FailedRequests / requests);
        yield return ("bytesReceivedPerRequest", totals.BytesReceived / requests);
        yield return ("generator.cpuPerRequest", run.Generator.CpuMicrosPerRequest);
        // Quantiles over all requests: failures count with their own time, timeouts with their deadline. A server that refuses quickly must
        // not look like a fast one.
        var response = run.Measured.Overall.Response;
        yield return ("mean", response.Count > 0 ? response.MeanNanos : null);
        foreach (var (name, quantile) in Quantiles)
            yield return (name, response.Quantiles.FirstOrDefault(q => q.Quantile == quantile) is { Reliable: true } found ? found.Nanos : null);
    }

    private static IEnumerable<(string, double?)> OfProcess(ServerObservation server) =>
    [
        ("server.cpu", server.CpuCores), ("server.cpuPerRequest", server.CpuMicrosPerRequest), ("server.workingSet", server.MeanWorkingSetBytes),
        ("server.peakWorkingSet", server.PeakWorkingSetBytes), ("server.workingSetAfter", server.WorkingSetAfterBytes),
    ];

    private static IEnumerable<(string, double?)> OfRuntime(RuntimeObservation runtime, long requests)
    {
        var own = runtime.Series.Where(p => p.Seconds > 0).ToList();
        foreach (var (name, value) in runtime.Counters) yield return (name, value);
        yield return ("server.allocatedPerRequest", runtime.AllocatedBytesPerRequest);
        yield return ("server.gcPause", runtime.GcPauseShare);
        yield return ("server.heap", runtime.PeakHeapBytes);
        yield return ("server.exceptions", runtime.Exceptions);
        yield return ("server.lockContentions", runtime.LockContentions);
        yield return ("server.threads", runtime.MaxThreadPoolThreads);
        yield return ("server.threadPoolQueue", runtime.MaxThreadPoolQueue);
        yield return ("server.connections", own.Select(p => p.Connections).Max());
        yield return ("server.requestsInFlight", own.Select(p => p.CurrentRequests).Max());
        if (requests == 0) yield break;
        yield return ("server.exceptionsPerRequest", (double?)runtime.Exceptions / requests);
        yield return ("server.lockContentionsPerRequest", (double?)runtime.LockContentions / requests);
    }
}
