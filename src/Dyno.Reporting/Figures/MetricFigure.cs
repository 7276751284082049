using System.Globalization;
using Dyno.Reporting.Charts;

namespace Dyno.Reporting.Figures;

/// <summary>The metrics of a comparison in words and with their units. An unknown metric keeps its name and has no unit.</summary>
internal static class MetricFigure
{
    private const double NanosPerMicro = 1e3;
    private const double NanosPerSecond = 1e9;

    /// <summary>The metric's name in words.</summary>
    public static string Title(string metric) => metric switch
    {
        "rate" => "Requests per second",
        "iterations" => "Iterations per second",
        "mean" => "Mean response time",
        "failedShare" => "Share of failed requests",
        "bytesReceivedPerRequest" => "Bytes received per request",
        "errors" => "Failed requests",
        "timeToReady" => "Time to ready",
        "firstRequest" => "First request",
        "generator.cpuPerRequest" => "Generator CPU per request",
        "server.cpuPerRequest" => "Server CPU per request",
        "server.workingSet" => "Server memory",
        "server.peakWorkingSet" => "Peak server memory",
        "server.workingSetAfter" => "Server memory after the load",
        "server.requestsInFlight" => "Peak requests in flight",
        "server.connections" => "Peak open connections",
        "server.allocatedPerRequest" => "Allocated per request",
        "server.heap" => "Largest heap",
        "server.gcPause" => "Share of time in GC pauses",
        "server.exceptions" => "Exceptions",
        "server.exceptionsPerRequest" => "Exceptions per request",
        "server.lockContentions" => "Lock contentions",
        "server.lockContentionsPerRequest" => "Lock contentions per request",
        "server.threads" => "Thread-pool threads",
        _ when metric.StartsWith('p') && metric.Length > 1 && char.IsAsciiDigit(metric[1]) => $"Response time {metric}",
        _ when ServiceOf(metric) is { } service => $"Commands of {service} per request",
        _ => metric,
    };

    /// <summary>The metric's name where space is short: figures with a widely known short name keep that name.</summary>
    public static string Short(string metric) =>
        metric is "rate" or "mean" || (metric.StartsWith('p') && Title(metric) != metric) ? metric : Title(metric).ToLowerInvariant();

    /// <summary>A value of the metric with its unit.</summary>
    public static string Of(string metric, double value) => UnitOf(metric) switch
    {
        _ when metric is "server.gcPause" or "failedShare" => Figure.Percent(value, 1),
        (ChartUnit.Rate, _) => Figure.Rate(value),
        (ChartUnit.Time, var factor) => Figure.Time(value * factor),
        (ChartUnit.Memory, _) => Figure.Memory(value),
        (ChartUnit.Count, _) => Figure.Count((long)Math.Round(value)),
        _ => Figure.Digits(value),
    };

    /// <summary>The unit of the metric's chart, and the factor that converts a value to that unit.</summary>
    public static (ChartUnit Unit, double Factor) UnitOf(string metric) => metric switch
    {
        "rate" or "iterations" => (ChartUnit.Rate, 1),
        "server.requestsInFlight" or "server.connections" or "errors" or "server.exceptions" or "server.lockContentions" or "server.threads" => (ChartUnit.Count, 1),
        "timeToReady" or "firstRequest" => (ChartUnit.Time, NanosPerSecond),
        "generator.cpuPerRequest" or "server.cpuPerRequest" => (ChartUnit.Time, NanosPerMicro),
        "server.workingSet" or "server.peakWorkingSet" or "server.workingSetAfter" or "server.allocatedPerRequest" or "server.heap"
            or "bytesReceivedPerRequest" => (ChartUnit.Memory, 1),
        "mean" => (ChartUnit.Time, 1),
        _ when Title(metric).StartsWith("Response time", StringComparison.Ordinal) => (ChartUnit.Time, 1),
        _ => (ChartUnit.Number, 1),
    };

    /// <summary>A ratio as a difference: <c>+4.2 %</c>; from about 11 upwards as a factor: <c>×163</c>.</summary>
    public static string Difference(double ratio) => IsFactor(ratio) ? Number(ratio, isFactor: true) : Number(ratio, isFactor: false) + " %";

    /// <summary>A ratio with its interval, as differences: <c>+4.2 % [+3.1, +5.2]</c>, <c>×163 [×94, ×281]</c>.</summary>
    public static string Difference(double ratio, double? low, double? high) => low is { } from && high is { } to
        ? $"{Difference(ratio)} [{Number(from, IsFactor(ratio))}, {Number(to, IsFactor(ratio))}]"
        : Difference(ratio);

    /// <summary>A difference with its sign and unit: <c>+12</c>, <c>−3.4 ms</c>.</summary>
    public static string Change(string metric, double difference) => $"{(difference > 0 ? "+" : "−")}{Of(metric, Math.Abs(difference))}";

    // The name has the form service.NAME.commandsPerRequest.
    private static string? ServiceOf(string metric)
    {
        const string Begin = "service.", End = ".commandsPerRequest";
        return metric.StartsWith(Begin, StringComparison.Ordinal) && metric.EndsWith(End, StringComparison.Ordinal) && metric.Length > Begin.Length + End.Length
            ? metric[Begin.Length..^End.Length] : null;
    }

    private static bool IsFactor(double ratio) => ratio >= 10.995;

    // The caller chooses one notation for a ratio and the ends of its interval, so that factors and percentages never mix.
    private static string Number(double ratio, bool isFactor) => isFactor
        ? string.Create(CultureInfo.InvariantCulture, $"×{(ratio < 9.995 ? Math.Round(ratio, 1) : Math.Round(ratio)):#,0.#}")
        : (100 * (ratio - 1)).ToString(Math.Abs(ratio - 1) < 0.0995 ? "+0.0;−0.0;0" : "+#,0;−0;0", CultureInfo.InvariantCulture);
}
