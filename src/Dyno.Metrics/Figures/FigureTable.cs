using static Dyno.Metrics.FigureKind;
using static Dyno.Metrics.FigureSource;
using static Dyno.Metrics.FigureUnit;

namespace Dyno.Metrics;

/// <summary>Every figure by its name: one line each. The names of figures of scripts, checks, services and programs are free.</summary>
public static class FigureTable
{
    /// <summary>The beginning of the names of figures of a script's metrics.</summary>
    public const string OfScript = "script.";

    /// <summary>The beginning of the names of checks.</summary>
    public const string OfCheck = "check.";

    /// <summary><c>service.NAME.commandsPerRequest</c>: what a service did for each request of the load, warm-up included.</summary>
    public const string OfService = "service.";

    /// <summary>What the program's own code costs: the sum of the methods whose CPU time differs for certain. Only profiles of a comparison have it.</summary>
    public const string OfCode = "server.ownCode";

    /// <summary><c>figure.NAME</c>: what a program of a study measured by itself.</summary>
    public const string OfProgram = "figure.";

    private const string Commands = ".commandsPerRequest";
    private const string ShareEnd = ".share";
    private const string MillisecondsEnd = ".milliseconds";

    public static ImmutableSortedDictionary<string, Figure> All { get; } = new Figure[]
    {
        new("rate", "Good answers per second", PerSecond, Mean, Recorder, 0.02) { HigherIsBetter = true, IsPace = true },
        new("requestRate", "Requests per second", PerSecond, Mean, Recorder, 0.02) { HigherIsBetter = true, IsPace = true },
        new("iterations", "Iterations per second", PerSecond, Mean, Recorder, 0.02) { HigherIsBetter = true, IsPace = true },
        new("mean", "Mean response time", Nanoseconds, FigureKind.Trend, Recorder, 0.05) { IsPace = true },
        new("p50", "Response time p50", Nanoseconds, FigureKind.Trend, Recorder, 0.05) { IsPace = true },
        new("p90", "Response time p90", Nanoseconds, FigureKind.Trend, Recorder, 0.05) { IsPace = true },
        new("p95", "Response time p95", Nanoseconds, FigureKind.Trend, Recorder, 0.05) { IsPace = true },
        new("p99", "Response time p99", Nanoseconds, FigureKind.Trend, Recorder, 0.10) { IsPace = true },
        new("p99.9", "Response time p99.9", Nanoseconds, FigureKind.Trend, Recorder, 0.10) { IsPace = true },
        new("errors", "Failed requests", FigureUnit.Count, FigureKind.Count, Recorder, 0) { CanBeZero = true },
        new("failedShare", "Share of failed requests", Share, PerRequest, Recorder, 0.001) { CanBeZero = true },
        new("bytesReceivedPerRequest", "Bytes received per request", Traffic, PerRequest, Recorder, 0.01) { IsStructural = true },
        new("generator.cpuPerRequest", "Generator CPU per request", Microseconds, PerRequest, Recorder, 0.02),
        new("timeToReady", "Time to ready", Seconds, FigureKind.Launch, FigureSource.Launch, 0.05) { IsPace = true },
        new("firstRequest", "First request", Seconds, FigureKind.Launch, FigureSource.Launch, 0.05) { IsPace = true },
        new("server.cpuPerRequest", "Server CPU per request", Microseconds, PerRequest, Process, 0.02),
        new("server.cpu", "Server CPU", Cpus, Mean, Process, 0.02) { IsLive = true },
        new("server.workingSet", "Server memory", Memory, Mean, Process, 0.05) { IsLive = true },
        new("server.peakWorkingSet", "Peak server memory", Memory, Peak, Process, 0.05),
        new("server.workingSetAfter", "Server memory after the load", Memory, FigureKind.Launch, Process, 0.05),
        new("server.allocatedPerRequest", "Bytes allocated per request", Memory, PerRequest, Runtime, 0.02) { IsStructural = true },
        new("server.heap", "Largest heap", Memory, Peak, Runtime, 0.05) { CanBeZero = true, IsLive = true },
        new("server.gcPause", "Share of time in GC pauses", Share, Mean, Runtime, 0) { CanBeZero = true, IsLive = true },
        new("server.exceptions", "Exceptions", FigureUnit.Count, FigureKind.Count, Runtime, 0) { CanBeZero = true, IsLive = true },
        new("server.exceptionsPerRequest", "Exceptions per request", Number, PerRequest, Runtime, 0.001) { CanBeZero = true, IsStructural = true },
        new("server.lockContentions", "Lock contentions", FigureUnit.Count, FigureKind.Count, Runtime, 0) { CanBeZero = true, IsLive = true },
        new("server.lockContentionsPerRequest", "Lock contentions per request", Number, PerRequest, Runtime, 0.01) { CanBeZero = true, IsStructural = true },
        new("server.threads", "Thread-pool threads", FigureUnit.Count, Peak, Runtime, 0.05) { CanBeZero = true, IsLive = true },
        new("server.threadPoolQueue", "Longest thread-pool queue", FigureUnit.Count, Peak, Runtime, 0.05) { CanBeZero = true, IsLive = true },
        new("server.largeObjectHeap", "Large object heap", Memory, Peak, Runtime, 0.05) { CanBeZero = true, Counter = "System.Runtime/loh-size" },
        new("server.timers", "Active timers", FigureUnit.Count, Peak, Runtime, 0.05) { CanBeZero = true, Counter = "System.Runtime/active-timer-count" },
        new("server.requestsInFlight", "Peak requests in flight", FigureUnit.Count, Peak, Runtime, 0.05) { CanBeZero = true, IsLive = true },
        new("server.connections", "Peak open connections", FigureUnit.Count, Peak, Runtime, 0.05) { CanBeZero = true, IsLive = true },
    }.ToImmutableSortedDictionary(figure => figure.Name, figure => figure, StringComparer.Ordinal);

    public static ImmutableArray<string> FreeNames { get; } = [OfScript, OfCheck, OfService, OfProgram];

    /// <summary>Whether trials may have a figure of this name.</summary>
    public static bool IsName(string name) =>
        All.ContainsKey(name) || FreeNames.Any(begin => name.Length > begin.Length && name.StartsWith(begin, StringComparison.Ordinal));

    /// <summary>Whether a name is that of a quantile of the response times, such as <c>p75</c>.</summary>
    public static bool IsQuantile(string name) => name.Length > 1 && name[0] == 'p' && char.IsAsciiDigit(name[1]);

    /// <summary>What a service did per request, by the service's name.</summary>
    public static string CommandsOf(string service) => OfService + service + Commands;

    /// <summary>The figure that verdicts can judge by this name, those of services included; null when there is none.</summary>
    public static Figure? Find(string name)
    {
        if (All.TryGetValue(name, out var known)) return known;
        if (name == OfCode) return new(name, "CPU time of own code", Microseconds, PerRequest, Profile, 0.01) { IsStructural = true };
        return IsService(name)
            ? new(name, $"Commands of {name[OfService.Length..^Commands.Length]} per request", Number, PerRequest, Service, 0.01) { CanBeZero = true, IsStructural = true }
            : null;
    }

    /// <summary>The figure of this name. A free name is its own title, and its end says the unit; such a figure can always be zero.</summary>
    public static Figure Of(string name) => Find(name) ?? new Figure(name, IsQuantile(name) ? $"Response time {name}" : name, UnitOf(name), Mean, Script, 0)
    {
        CanBeZero = true,
    };

    private static bool IsService(string name) =>
        name.Length > OfService.Length + Commands.Length
        && name.StartsWith(OfService, StringComparison.Ordinal) && name.EndsWith(Commands, StringComparison.Ordinal);

    private static FigureUnit UnitOf(string name)
    {
        if (IsQuantile(name)) return Nanoseconds;
        if (name.EndsWith(MillisecondsEnd, StringComparison.Ordinal)) return Milliseconds;
        return name.EndsWith(ShareEnd, StringComparison.Ordinal) || name.StartsWith(OfCheck, StringComparison.Ordinal) ? Share : Number;
    }
}
