using System.Globalization;
using Dyno.Results.Comparisons;

namespace Dyno.Experiments.Sweeps;

/// <summary>A metric with its figure and its interval, for a sentence: <c>a rate of 43,900/s (41,900 to 45,100)</c>.</summary>
internal static class MetricWords
{
    public static string Of(SweepObjective objective)
    {
        var (figure, unit) = Scale(objective.Metric, objective.Value);
        var interval = objective is { Low: { } low, High: { } high }
            ? string.Create(CultureInfo.InvariantCulture, $" ({Number(low * figure / objective.Value)} to {Number(high * figure / objective.Value)})") : "";
        return $"a {objective.Metric} of {Number(figure)}{unit}{interval}";
    }

    // Times are kept in nanoseconds.
    private static (double Figure, string Unit) Scale(string metric, double value) => metric switch
    {
        "rate" or "iterations" => (value, "/s"),
        "mean" or "timeToReady" or "firstRequest" => Time(value),
        _ when metric.StartsWith('p') && char.IsAsciiDigit(metric[1]) => Time(value),
        _ => (value, ""),
    };

    private static (double Figure, string Unit) Time(double nanos) => nanos < 1e6 ? (nanos / 1e3, " µs") : (nanos / 1e6, " ms");

    private static string Number(double value) => value.ToString(Math.Abs(value) < 100 ? "0.##" : "#,0", CultureInfo.InvariantCulture);
}
