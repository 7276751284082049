namespace Dyno.Reporting;

/// <summary>
/// Latency by percentile on a scale of nines, where p90, p99 and p99.9 are equally far apart. On a linear scale the tail would be
/// squeezed into the last pixels.
/// </summary>
internal static class LatencyCurve
{
    private const double Step = 0.05;
    private const int MostNines = 6;

    /// <summary>The chart of several latencies; those without values are left out.</summary>
    /// <returns>Null when nothing is left.</returns>
    public static Chart? Of(string id, string title, string summary, params IEnumerable<(string Name, LatencyResult? Latency)> latencies)
    {
        var read = latencies.Where(l => l.Latency is { Count: > 1, Histogram.Length: > 0 })
            .Select(l => (l.Name, Histogram: StoredHistogram.Read(l.Latency!.Histogram))).ToList();
        if (read.Count == 0) return null;
        var places = PlacesTo(read.Max(r => NinesOf(r.Histogram)));
        return new Chart
        {
            Id = id,
            Title = title,
            Summary = summary,
            Axis = ChartAxis.Nines,
            Unit = ChartUnit.Time,
            IsLogarithmic = true,
            X = places,
            Lines = [.. read.Select((r, i) => new ChartLine(r.Name, [.. places.Select(nines => ValueAt(r.Histogram, nines))], RoleOf(i)))],
            IsWide = true,
        };
    }

    /// <summary>The colour of the i-th of several lines of equal rank.</summary>
    public static ChartRole RoleOf(int index) => (ChartRole)(index % ((int)ChartRole.Eighth + 1));

    // The curve ends at the percentile above which one value is left: farther right it would only repeat the maximum.
    private static double NinesOf(Histogram histogram) => Math.Min(MostNines, Math.Log10(histogram.Count));

    private static ImmutableArray<double> PlacesTo(double nines) =>
        [.. Enumerable.Range(0, (int)Math.Ceiling(nines / Step) + 1).Select(i => Math.Round(i * Step, 2))];

    private static double? ValueAt(Histogram histogram, double nines) =>
        nines > NinesOf(histogram) + Step ? null : histogram.ValueAtQuantile(Math.Clamp(1 - Math.Pow(10, -nines), 0, 1));
}
