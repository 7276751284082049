namespace Dyno.Metrics;

/// <summary>Everything that a metric has recorded up to a moment; two of them give what it recorded in between.</summary>
/// <param name="Count">Number of samples: of a counter its sum, of a rate all values, of a trend the requests.</param>
/// <param name="Part">Of a rate the values that are not zero; of a trend the failed requests.</param>
/// <param name="Values">The values of a trend; null for every other metric. Its own copy.</param>
public sealed record MetricState(long Count, long Part, Histogram? Values = null)
{
    /// <summary>The state before anything was recorded.</summary>
    internal MetricState Empty() => this with { Count = 0, Part = 0, Values = Values is null ? null : new Histogram() };

    /// <summary>The figure of what was recorded since an earlier moment.</summary>
    /// <returns>Null when nothing was recorded that has this figure; infinity for a latency of which no answer is good, because a refusal is fast.</returns>
    internal double? Since(MetricState earlier, Aggregation aggregation, double seconds)
    {
        var (count, part) = (Count - earlier.Count, Part - earlier.Part);
        if (Values is not null && earlier.Values is not null) return OfValues(earlier.Values, aggregation, isAllFailed: count > 0 && part == count);
        if (IsShare) return count == 0 ? null : (double)part / count;
        return aggregation.Kind == AggregationKind.Rate ? count / Math.Max(1e-9, seconds) : count;
    }

    /// <summary>Whether the metric is a share of its samples.</summary>
    public bool IsShare { get; init; }

    private double? OfValues(Histogram earlier, Aggregation aggregation, bool isAllFailed)
    {
        if (Values!.Count == earlier.Count) return null;
        if (isAllFailed) return double.PositiveInfinity;
        var between = Values.Subtract(earlier);
        return aggregation.Kind switch
        {
            AggregationKind.Avg => between.Mean,
            AggregationKind.Min => between.Min,
            AggregationKind.Max => between.Max,
            _ => between.ValueAtQuantile(aggregation.Quantile ?? 0.5),
        } / 1e6;
    }
}
