namespace Dyno.Metrics;

/// <summary>A figure of a metric: <c>count</c>, <c>rate</c>, <c>value</c>, <c>avg</c>, <c>min</c>, <c>max</c>,
/// <c>med</c> or <c>p(N)</c>.</summary>
/// <param name="Kind">Which figure.</param>
/// <param name="Percentile">0 to 100, for <see cref="AggregationKind.Percentile"/>; otherwise 0.</param>
public readonly record struct Aggregation(AggregationKind Kind, double Percentile = 0)
{
    /// <summary>The figure as a quantile, 0 to 1: 0.5 for the median; null for anything else than median or percentile.</summary>
    public double? Quantile => Kind switch
    {
        AggregationKind.Med => 0.5,
        AggregationKind.Percentile => Percentile / 100,
        _ => null,
    };

    /// <summary>The figures a threshold may ask of a type of metric, as a user writes them.</summary>
    public static string AllowedFor(MetricType type) => type switch
    {
        MetricType.Counter => "count, rate",
        MetricType.Gauge => "value",
        MetricType.Rate => "rate",
        _ => "avg, min, max, med, p(N) with N from 0 to 100",
    };

    /// <summary>Whether a threshold may ask this figure of a type of metric.</summary>
    public bool IsAllowedFor(MetricType type) => Kind switch
    {
        AggregationKind.Count => type == MetricType.Counter,
        AggregationKind.Rate => type is MetricType.Counter or MetricType.Rate,
        AggregationKind.Value => type == MetricType.Gauge,
        _ => type == MetricType.Trend,
    };

    /// <summary>Reads k6's spelling; spaces inside <c>p( 99 )</c> are allowed.</summary>
    public static bool TryParse(string text, out Aggregation aggregation)
    {
        aggregation = default;
        var word = text.Trim();
        if (word.StartsWith("p(", StringComparison.Ordinal) && word.EndsWith(')'))
            return TryPercentile(word[2..^1], out aggregation);
        AggregationKind? kind = word switch
        {
            "count" => AggregationKind.Count,
            "rate" => AggregationKind.Rate,
            "value" => AggregationKind.Value,
            "avg" => AggregationKind.Avg,
            "min" => AggregationKind.Min,
            "max" => AggregationKind.Max,
            "med" => AggregationKind.Med,
            _ => null,
        };
        aggregation = new Aggregation(kind.GetValueOrDefault());
        return kind is not null;
    }

    /// <summary>k6's spelling, e.g. <c>p(99.9)</c>.</summary>
    public override string ToString() => Kind switch
    {
        AggregationKind.Percentile => string.Create(CultureInfo.InvariantCulture, $"p({Percentile})"),
        AggregationKind.Count => "count",
        AggregationKind.Rate => "rate",
        AggregationKind.Value => "value",
        AggregationKind.Avg => "avg",
        AggregationKind.Min => "min",
        AggregationKind.Max => "max",
        _ => "med",
    };

    internal static bool TryPercentile(string text, out Aggregation aggregation)
    {
        const NumberStyles Style = NumberStyles.AllowDecimalPoint;
        var read = double.TryParse(text.Trim(), Style, CultureInfo.InvariantCulture, out var percentile);
        var valid = read && percentile is >= 0 and <= 100;
        aggregation = valid ? new Aggregation(AggregationKind.Percentile, percentile) : default;
        return valid;
    }
}
