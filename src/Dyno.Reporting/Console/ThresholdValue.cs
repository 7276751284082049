using Dyno.Metrics.Catalog;
using Dyno.Reporting.Figures;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Console;

/// <summary>The value a threshold was judged on, with the unit of its metric.</summary>
internal static class ThresholdValue
{
    public static string Of(ThresholdRecord threshold)
    {
        MetricCatalog.Script.TryGet(threshold.Metric.Split('{')[0], out var metric);
        return metric switch
        {
            { Type: MetricType.Trend, Unit: MetricUnit.Time } => Figure.Time(threshold.Value * 1e6),
            { Type: MetricType.Rate } => Figure.Percent(threshold.Value, 1),
            { Type: MetricType.Counter } when threshold.Expression.TrimStart().StartsWith("rate", StringComparison.Ordinal) => Figure.Rate(threshold.Value),
            _ when threshold.Value % 1 == 0 => Figure.Count((long)threshold.Value),
            _ => Figure.Digits(threshold.Value),
        };
    }
}
