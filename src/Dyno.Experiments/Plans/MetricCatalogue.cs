using System.Collections.Immutable;
using Dyno.Results.Comparisons;

namespace Dyno.Experiments.Plans;

/// <summary>The metrics an experiment can compare, with their direction and default threshold.</summary>
public static class MetricCatalogue
{
    /// <summary>All metrics, by name.</summary>
    public static ImmutableSortedDictionary<string, ComparedMetric> All { get; } = new ComparedMetric[]
    {
        new("rate", "requests per second", HigherIsBetter: true, Threshold: 0.02, CanBeZero: false) { IsTime = true },
        new("iterations", "iterations per second", HigherIsBetter: true, Threshold: 0.02, CanBeZero: false) { IsTime = true },
        new("mean", "mean response time", HigherIsBetter: false, Threshold: 0.05, CanBeZero: false) { IsTime = true },
        new("p50", "response time p50", HigherIsBetter: false, Threshold: 0.05, CanBeZero: false) { IsTime = true },
        new("p90", "response time p90", HigherIsBetter: false, Threshold: 0.05, CanBeZero: false) { IsTime = true },
        new("p95", "response time p95", HigherIsBetter: false, Threshold: 0.05, CanBeZero: false) { IsTime = true },
        new("p99", "response time p99", HigherIsBetter: false, Threshold: 0.10, CanBeZero: false) { IsTime = true },
        new("p99.9", "response time p99.9", HigherIsBetter: false, Threshold: 0.10, CanBeZero: false) { IsTime = true },
        new("errors", "failed requests", HigherIsBetter: false, Threshold: 0, CanBeZero: true),
        new("server.cpuPerRequest", "server CPU µs per request", HigherIsBetter: false, Threshold: 0.02, CanBeZero: false),
        new("server.workingSet", "mean working set of the server", HigherIsBetter: false, Threshold: 0.05, CanBeZero: false),
        new("server.peakWorkingSet", "peak working set of the server", HigherIsBetter: false, Threshold: 0.05, CanBeZero: false),
        new("server.workingSetAfter", "working set of the server after the load", HigherIsBetter: false, Threshold: 0.05, CanBeZero: false),
        new("server.requestsInFlight", "peak requests in flight", HigherIsBetter: false, Threshold: 0.05, CanBeZero: true),
        new("server.connections", "peak open connections", HigherIsBetter: false, Threshold: 0.05, CanBeZero: true),
        new("generator.cpuPerRequest", "generator CPU µs per request", HigherIsBetter: false, Threshold: 0.02, CanBeZero: false),
        new("server.allocatedPerRequest", "bytes allocated per request", HigherIsBetter: false, Threshold: 0.02, CanBeZero: false) { IsStructural = true },
        new("server.heap", "largest heap of the server", HigherIsBetter: false, Threshold: 0.05, CanBeZero: true),
        new("server.gcPause", "share of time in garbage collection pauses", HigherIsBetter: false, Threshold: 0, CanBeZero: true),
        new("server.exceptions", "exceptions in the server", HigherIsBetter: false, Threshold: 0, CanBeZero: true),
        new("server.lockContentions", "lock contentions in the server", HigherIsBetter: false, Threshold: 0, CanBeZero: true),
        new("server.threads", "thread-pool threads of the server", HigherIsBetter: false, Threshold: 0.05, CanBeZero: true),
        new("server.exceptionsPerRequest", "exceptions per request", HigherIsBetter: false, Threshold: 0.001, CanBeZero: true) { IsStructural = true },
        new("server.lockContentionsPerRequest", "lock contentions per request", HigherIsBetter: false, Threshold: 0.01, CanBeZero: true) { IsStructural = true },
        new("bytesReceivedPerRequest", "bytes received per request", HigherIsBetter: false, Threshold: 0.01, CanBeZero: false) { IsStructural = true },
        new("failedShare", "share of failed requests", HigherIsBetter: false, Threshold: 0.001, CanBeZero: true),
        new("firstRequest", "first request on a fresh process", HigherIsBetter: false, Threshold: 0.05, CanBeZero: false) { IsTime = true },
        new("timeToReady", "time from launch to the first answer", HigherIsBetter: false, Threshold: 0.05, CanBeZero: false) { IsTime = true },
    }.ToImmutableSortedDictionary(m => m.Name, m => m);

    /// <summary>The beginnings of names for figures of an experiment's own code or services; the rest of such a name is free.</summary>
    public static ImmutableArray<string> FreeNames { get; } = [ScriptFigure.OfMetric, ScriptFigure.OfCheck, ServiceFigure, ProgramFigure];

    /// <summary><c>service.NAME.commandsPerRequest</c>: what a service did for each request of the load, warm-up included.</summary>
    internal const string ServiceFigure = "service.";

    /// <summary><c>figure.NAME</c>: what a program of a study measured by itself.</summary>
    internal const string ProgramFigure = "figure.";

    /// <summary>Whether trials may have a metric of this name.</summary>
    public static bool IsName(string metric)
    {
        ArgumentNullException.ThrowIfNull(metric);
        return All.ContainsKey(metric) || FreeNames.Any(begin => metric.Length > begin.Length && metric.StartsWith(begin, StringComparison.Ordinal));
    }

    /// <summary>Whether a metric can be zero, and then has no ratio; this is always possible for a figure that the user defines.</summary>
    public static bool CanBeZero(string metric) => !All.TryGetValue(metric, out var known) || known.CanBeZero;

    /// <summary>Whether a metric is a share, which is at most 1.</summary>
    public static bool IsShare(string metric) => metric == "failedShare" || metric.EndsWith(".share", StringComparison.Ordinal);

    private const string Commands = ".commandsPerRequest";

    /// <summary>What a service did per request, by the service's name.</summary>
    /// <param name="service">Its name in the experiment.</param>
    public static string CommandsOf(string service) => ServiceFigure + service + Commands;

    /// <summary>The metric of that name, those of services included; null when there is none.</summary>
    /// <param name="name">As written in files.</param>
    public static ComparedMetric? Find(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        if (All.TryGetValue(name, out var known)) return known;
        return name.StartsWith(ServiceFigure, StringComparison.Ordinal) && name.EndsWith(Commands, StringComparison.Ordinal)
            ? new(name, $"commands or transactions of {name[ServiceFigure.Length..^Commands.Length]} per request", HigherIsBetter: false, Threshold: 0.01, CanBeZero: true) { IsStructural = true }
            : null;
    }
}

/// <summary>One comparable metric.</summary>
/// <param name="Name">As written in files.</param>
/// <param name="Title">In words.</param>
/// <param name="HigherIsBetter">Whether more is better.</param>
/// <param name="Threshold">Default practical threshold, relative.</param>
/// <param name="CanBeZero">Whether the metric is shown as a difference, without ratio and verdict.</param>
public sealed record ComparedMetric(string Name, string Title, bool HigherIsBetter, double Threshold, bool CanBeZero)
{
    /// <summary>Whether the metric is a time or a pace, so that better means faster; otherwise better means less or more.</summary>
    public bool IsTime { get; init; }

    /// <summary>Whether the metric counts work and not time, so that it scatters little on any machine: two or three launches are enough.</summary>
    public bool IsStructural { get; init; }
}
