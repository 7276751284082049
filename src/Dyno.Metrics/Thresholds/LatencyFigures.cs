using Dyno.Metrics.Histograms;

namespace Dyno.Metrics.Thresholds;

/// <summary>Reads a histogram of nanoseconds as a trend of milliseconds.</summary>
public static class LatencyFigures
{
    /// <summary>One figure of a trend, in milliseconds.</summary>
    /// <param name="nanos">Times in nanoseconds; its writer must rest.</param>
    /// <param name="aggregation">A figure that a trend has.</param>
    /// <param name="milliseconds">The figure; 0 when the histogram is empty.</param>
    /// <returns>False when the histogram is empty.</returns>
    /// <exception cref="ArgumentException">A trend has no such figure.</exception>
    public static bool TryRead(Histogram nanos, Aggregation aggregation, out double milliseconds)
    {
        ArgumentNullException.ThrowIfNull(nanos);
        var value = aggregation.Kind switch
        {
            AggregationKind.Avg => nanos.Mean,
            AggregationKind.Min => nanos.Min,
            AggregationKind.Max => nanos.Max,
            AggregationKind.Med or AggregationKind.Percentile => nanos.ValueAtQuantile(aggregation.Quantile!.Value),
            _ => throw new ArgumentException($"a trend has no {aggregation}", nameof(aggregation)),
        };
        milliseconds = value / 1e6;
        return nanos.Count > 0;
    }
}
