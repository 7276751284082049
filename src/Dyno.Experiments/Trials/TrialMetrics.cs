using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Trials;

/// <summary>The comparable figures of a run, by the names of the metric catalogue; a figure that was not measured is left out.</summary>
internal static class TrialMetrics
{
    private static readonly (string Name, double Quantile)[] Quantiles = [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999)];

    public static ImmutableSortedDictionary<string, double> Of(RunResult run)
    {
        var metrics = ImmutableSortedDictionary.CreateBuilder<string, double>(StringComparer.Ordinal);
        var totals = run.Measured.Totals;
        // Failures are often quick: they do not count, so that a server that refuses does not look like one that answers.
        if (totals.Requests > 0) metrics["rate"] = totals.RequestsPerSecond * (totals.Requests - totals.FailedRequests) / totals.Requests;
        if (totals.IterationsPerSecond > 0) metrics["iterations"] = totals.IterationsPerSecond;
        if (totals.Requests > 0)
        {
            metrics["failedShare"] = (double)totals.FailedRequests / totals.Requests;
            metrics["bytesReceivedPerRequest"] = (double)totals.BytesReceived / totals.Requests;
        }
        metrics["generator.cpuPerRequest"] = run.Generator.CpuMicrosPerRequest;
        metrics["errors"] = totals.FailedRequests;
        AddQuantiles(run.Measured, metrics);
        foreach (var (figure, value) in ScriptFigures.Of(run)) metrics[figure.Metric] = value;
        foreach (var (service, perRequest) in ServiceFigures.CommandsPerRequest(run))
            metrics[$"{MetricCatalogue.ServiceFigure}{service}.commandsPerRequest"] = perRequest;
        if (run.Subject?.TimeToReadySeconds is { } ready) metrics["timeToReady"] = ready;
        if (run.Subject?.FirstRequestSeconds is { } first) metrics["firstRequest"] = first;
        if (run.Server?.Runtime is { } runtime) AddRuntime(runtime, totals.Requests, metrics);
        if (run.Server is not { } server) return metrics.ToImmutable();
        metrics["server.cpuPerRequest"] = server.CpuMicrosPerRequest;
        metrics["server.workingSet"] = server.MeanWorkingSetBytes;
        metrics["server.peakWorkingSet"] = server.PeakWorkingSetBytes;
        if (server.WorkingSetAfterBytes is { } after) metrics["server.workingSetAfter"] = after;
        return metrics.ToImmutable();
    }

    // Quantiles over all requests: failures count with their own time, timeouts with their deadline. A server that refuses quickly must not
    // look like a fast one.
    private static void AddQuantiles(PhaseResult measured, ImmutableSortedDictionary<string, double>.Builder metrics)
    {
        var response = measured.Overall.Response;
        if (response.Count > 0) metrics["mean"] = response.MeanNanos;
        foreach (var (name, quantile) in Quantiles)
            if (response.Quantiles.FirstOrDefault(q => q.Quantile == quantile) is { Reliable: true } found) metrics[name] = found.Nanos;
    }

    private static void AddRuntime(RuntimeObservation runtime, long requests, ImmutableSortedDictionary<string, double>.Builder metrics)
    {
        if (requests > 0)
        {
            Add("server.exceptionsPerRequest", (double?)runtime.Exceptions / requests);
            Add("server.lockContentionsPerRequest", (double?)runtime.LockContentions / requests);
        }
        Add("server.allocatedPerRequest", runtime.AllocatedBytesPerRequest);
        Add("server.gcPause", runtime.GcPauseShare);
        Add("server.heap", runtime.PeakHeapBytes);
        Add("server.exceptions", runtime.Exceptions);
        Add("server.lockContentions", runtime.LockContentions);
        Add("server.threads", runtime.MaxThreadPoolThreads);
        Add("server.connections", runtime.Series.Where(p => p.Seconds > 0).Select(p => p.Connections).Max());
        Add("server.requestsInFlight", runtime.Series.Where(p => p.Seconds > 0).Select(p => p.CurrentRequests).Max());

        void Add(string name, double? value)
        {
            if (value is { } figure) metrics[name] = figure;
        }
    }
}
