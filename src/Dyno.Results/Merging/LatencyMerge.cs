namespace Dyno.Results;

/// <summary>Merges stored latencies: the histograms are merged, and the figures are read again.</summary>
internal static class LatencyMerge
{
    /// <summary>Response and service time; one object for both where both have the same histogram in every part, as in a closed model.</summary>
    public static LatencyPair Pair(IEnumerable<LatencyPair> pairs)
    {
        var all = pairs.ToList();
        var service = Of(all.Select(p => p.Service));
        var isClosed = all.All(p => p.Response.Histogram == p.Service.Histogram);
        return new LatencyPair { Service = service, Response = isClosed ? service : Of(all.Select(p => p.Response)) };
    }

    public static LatencyPair? PairOfAny(IEnumerable<LatencyPair?> pairs) => pairs.OfType<LatencyPair>().ToList() is { Count: > 0 } found ? Pair(found) : null;

    public static LatencyResult? OfAny(IEnumerable<LatencyResult?> latencies) =>
        latencies.OfType<LatencyResult>().ToList() is { Count: > 0 } found ? Of(found) : null;

    /// <summary>Unpacks histograms and merges them; empty parts have no histogram.</summary>
    /// <exception cref="UserFault">A histogram is damaged.</exception>
    public static Histogram Merged(IEnumerable<string> packed) => LatencyFigures.Merged(packed.Where(text => text.Length > 0).Select(Unpack));

    private static LatencyResult Of(IEnumerable<LatencyResult> parts)
    {
        var all = parts.Where(p => p.Count > 0).ToList();
        if (all is [var only]) return only;
        var merged = LatencyFigures.Of(Merged(all.Select(p => p.Histogram)));
        return all.Count == 0 ? merged : Exact(merged, all);
    }

    // A packed histogram gives its mean and its ends only to the width of a bucket; the figures beside it are exact.
    private static LatencyResult Exact(LatencyResult merged, List<LatencyResult> parts)
    {
        var (min, max) = (parts.Min(p => p.MinNanos), parts.Max(p => p.MaxNanos));
        return merged with
        {
            MinNanos = min,
            MaxNanos = max,
            MeanNanos = parts.Sum(p => p.MeanNanos * p.Count) / parts.Sum(p => p.Count),
            Quantiles = [.. merged.Quantiles.Select(q => q with { Nanos = Math.Clamp(q.Nanos, min, max) })],
        };
    }

    /// <exception cref="UserFault">The histogram is damaged.</exception>
    public static Histogram Unpack(string packed)
    {
        try
        {
            return HdrEncoding.DecodeBase64(packed);
        }
        catch (HistogramFormatException damaged)
        {
            throw new UserFault($"a result holds a histogram that cannot be read: {damaged.Message}", "name unchanged results of `dyno run`", damaged);
        }
    }
}
