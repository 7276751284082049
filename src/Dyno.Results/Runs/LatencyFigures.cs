namespace Dyno.Results;

/// <summary>Converts histograms to the figures of the result document.</summary>
public static class LatencyFigures
{
    private const int ReliableBeyond = 10;
    private static readonly double[] Quantiles = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999];

    /// <summary>The figures of one histogram of nanoseconds.</summary>
    public static LatencyResult Of(Histogram histogram) => Figures(histogram ?? throw new ArgumentNullException(nameof(histogram)));

    private static LatencyResult Figures(Histogram histogram) => new()
    {
        Count = histogram.Count,
        MinNanos = histogram.Min,
        MeanNanos = histogram.Mean,
        StdDevNanos = histogram.StdDev,
        MaxNanos = histogram.Max,
        Quantiles = [.. Quantiles.Select(q => QuantileOf(histogram, q))],
        Histogram = histogram.Count == 0 ? "" : HdrEncoding.EncodeBase64(histogram),
    };

    /// <summary>The figures of several histograms. The histograms are merged before quantiles are read: percentiles are never averaged.</summary>
    public static LatencyResult Of(IEnumerable<Histogram> parts) => Of(Merged(parts));

    /// <summary>The figures of several histograms; null when nothing was recorded.</summary>
    public static LatencyResult? OfAny(IEnumerable<Histogram> parts) =>
        Merged(parts) is { Count: > 0 } merged ? Of(merged) : null;

    /// <summary>Response and service time. Both are the same object where each part uses one histogram for both times (a closed model).</summary>
    public static LatencyPair Pair(IReadOnlyCollection<(Histogram Response, Histogram Service)> parts)
    {
        var service = Of(parts.Select(p => p.Service));
        var isClosed = parts.All(p => ReferenceEquals(p.Response, p.Service));
        return new LatencyPair { Service = service, Response = isClosed ? service : Of(parts.Select(p => p.Response)) };
    }

    /// <summary>Merges all parts into one histogram, while other threads may still write to the parts.</summary>
    public static Histogram Merged(IEnumerable<Histogram> parts)
    {
        var (merged, copy) = (new Histogram(), new Histogram());
        foreach (var part in parts)
        {
            copy.CopyFrom(part);
            merged.Merge(copy);
        }
        return merged;
    }

    private static QuantileResult QuantileOf(Histogram histogram, double quantile) => new()
    {
        Quantile = quantile,
        Nanos = histogram.ValueAtQuantile(quantile),
        Reliable = histogram.Count - Math.Ceiling(histogram.Count * quantile) >= ReliableBeyond,
    };
}
