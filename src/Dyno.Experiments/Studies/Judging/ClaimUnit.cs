using System.Globalization;

namespace Dyno.Experiments.Studies;

/// <summary>How to write the figures of a metric, and how to convert them to the unit of conditions.</summary>
internal sealed class ClaimUnit
{
    private readonly Func<double, string> _say;

    private ClaimUnit(Func<double, string> say, double factor = 1) => (_say, Factor) = (say, factor);

    /// <summary>A ratio: <c>× 0.973</c>.</summary>
    public static ClaimUnit Ratio { get; } = new(value => "× " + Digits(value));

    /// <summary>
    /// The factor that converts a trial's figure to the unit of conditions: times are in nanoseconds there, whatever the metric's unit.
    /// </summary>
    public double Factor { get; }

    /// <summary>The unit of a metric of the catalogue.</summary>
    public static ClaimUnit Of(string metric) => metric switch
    {
        "rate" or "iterations" => new(value => $"{(value < 99.95 ? Digits(value) : value.ToString("N0", CultureInfo.InvariantCulture))}/s"),
        "timeToReady" => new(Time, factor: 1e9),
        "firstRequest" => new(Time, factor: 1e9),
        "server.cpuPerRequest" or "generator.cpuPerRequest" => new(Time, factor: 1e3),
        "mean" => new(Time),
        _ when metric.EndsWith(".milliseconds", StringComparison.Ordinal) => new(Time, factor: 1e6),
        _ when metric.StartsWith('p') => new(Time),
        _ when metric.Contains("WorkingSet", StringComparison.OrdinalIgnoreCase) => new(Bytes),
        _ => new(Digits),
    };

    /// <summary>The figure with its unit.</summary>
    public string Say(double value) => _say(value);

    private static string Time(double nanos) => nanos switch
    {
        < 1e6 => $"{Digits(nanos / 1e3)} µs",
        < 1e9 => $"{Digits(nanos / 1e6)} ms",
        _ => $"{Digits(nanos / 1e9)} s",
    };

    private static string Bytes(double value) =>
        Math.Abs(value) < 1 << 20 ? $"{Digits(value / 1024)} KiB" : $"{Digits(value / 1024 / 1024)} MiB";

    private static string Digits(double value) => value switch
    {
        < 9.995 => value.ToString("0.###", CultureInfo.InvariantCulture),
        < 99.95 => value.ToString("0.#", CultureInfo.InvariantCulture),
        _ => value.ToString("N0", CultureInfo.InvariantCulture),
    };
}
