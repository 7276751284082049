using Dyno.Reporting.Figures;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Console;

/// <summary>The value a threshold was judged on, with the unit of its metric.</summary>
internal static class ThresholdValue
{
    public static string Of(ThresholdRecord threshold)
    {
        var metric = threshold.Metric.Split('{')[0];
        if (IsTime(metric) && !threshold.Expression.StartsWith("count", StringComparison.Ordinal)) return Figure.Time(threshold.Value * 1e6);
        return IsShare(metric, threshold.Expression) ? Figure.Percent(threshold.Value, 1) : Figure.Digits(threshold.Value);
    }

    // k6's names: every time is a trend in milliseconds whose name says so.
    private static bool IsTime(string metric) =>
        metric.EndsWith("duration", StringComparison.Ordinal)
        || metric.StartsWith("http_req_", StringComparison.Ordinal) && metric is not "http_req_failed";

    private static bool IsShare(string metric, string expression) =>
        expression.TrimStart().StartsWith("rate", StringComparison.Ordinal) && metric is "http_req_failed" or "checks";
}
