namespace Dyno.History;

/// <summary>
/// How far the values of a series scatter where nothing changes: what the launches of each commit say, and what comes on top from one
/// measurement to the next, such as another machine.
/// </summary>
internal static class Noise
{
    // The median of |d| of normal differences d is 0.6745 standard deviations; d has √2 times the deviation of one value.
    private const double DeviationsOfMedian = 0.674489750196082 * 1.4142135623730951;

    // Values that are exactly equal would make each later one certain: no ratio of two loads is known better than to a millionth.
    private const double Smallest = 1e-12;

    /// <summary>
    /// The variance of each value: that of its launches plus a variance common to all, which is what the scatter from neighbour to
    /// neighbour has above the median of the launches' variances (0 at least). The scatter is the median of the differences of neighbours
    /// (Rousseeuw and Croux 1993, for the scale by medians; differences, so that steps and drifts do not count).
    /// </summary>
    /// <param name="series">The series, in the order of the commits.</param>
    public static ImmutableArray<double> VariancesOf(IReadOnlyList<SeriesValue> series)
    {
        if (series.Count < 2) return [.. series.Select(value => Math.Max(Smallest, value.Variance))];
        var differences = series.Zip(series.Skip(1), (one, next) => Math.Abs(next.Value - one.Value));
        var scatter = Math.Pow(Median(differences) / DeviationsOfMedian, 2);
        var between = Math.Max(0, scatter - Median(series.Select(value => value.Variance)));
        return [.. series.Select(value => Math.Max(Smallest, value.Variance + between))];
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
