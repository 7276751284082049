namespace Dyno.Results;

/// <summary>Converts the instruments of a script to the metrics of the result document, and back.</summary>
public static class MetricFigures
{
    /// <summary>The figures of one metric or of a part of it.</summary>
    /// <param name="metric">Type and unit.</param>
    /// <param name="selector">The metric or the part.</param>
    /// <param name="sum">The instrument with all values of the metric or of the part; no thread adds values any more.</param>
    /// <param name="elapsed">The time by which rates of counters are divided.</param>
    /// <param name="trend">The figures of a trend; null for k6's default.</param>
    public static MetricResult Of(
        MetricDefinition metric, MetricSelector selector, Instrument sum, TimeSpan elapsed, IEnumerable<Aggregation>? trend = null) => new MetricResult
        {
            Name = selector.ToString(),
            Type = metric.Type.ToString().ToLowerInvariant(),
            Contains = metric.Unit.ToString().ToLowerInvariant(),
            Values = sum.Figures(elapsed, trend),
            Distribution = sum is Trend times ? Packed(times.Content) : null,
        };

    /// <summary>Restores the instrument of a metric from the values that the document keeps; null when the document does not keep enough.</summary>
    /// <exception cref="UserFault">A histogram is damaged.</exception>
    internal static Instrument? InstrumentOf(MetricResult metric)
    {
        switch (metric.Type)
        {
            case "counter" when metric.Values.TryGetValue("count", out var count):
                return With(new Counter(), count);
            case "rate" when metric.Values.TryGetValue("passes", out var passes) && metric.Values.TryGetValue("fails", out var fails):
                return Rate.Of((long)passes, (long)fails);
            case "gauge" when metric.Values.TryGetValue("value", out var value):
                var isEmpty = metric.Name.Contains('{', StringComparison.Ordinal) && metric.Values.Values.All(figure => figure == 0);
                return isEmpty ? new Gauge() : With(new Gauge(), metric.Values.GetValueOrDefault("min", value), metric.Values.GetValueOrDefault("max", value), value);
            case "trend" when metric.Distribution is { } kept:
                return Trend.Of(new TrendContent(kept.Sum, kept.Min, kept.Max, Unpacked(kept.Histogram), Unpacked(kept.NegativeHistogram)));
            default:
                return null;
        }
    }

    private static Instrument With(Instrument instrument, params ReadOnlySpan<double> values)
    {
        foreach (var value in values) instrument.Add(value);
        return instrument;
    }

    private static TrendDistribution Packed(TrendContent content) => new()
    {
        Sum = content.Sum,
        Min = content.Min,
        Max = content.Max,
        Histogram = Packed(content.Positive),
        NegativeHistogram = Packed(content.Negative),
    };

    private static string Packed(Histogram? histogram) => histogram is { Count: > 0 } ? HdrEncoding.EncodeBase64(histogram) : "";

    private static Histogram? Unpacked(string packed) => packed.Length == 0 ? null : LatencyMerge.Unpack(packed);
}
