namespace Dyno.History;

/// <summary>
/// E-divisive change points: the series is split where the energy distance of the two sides is largest, if fewer than a share of all
/// permutations of the stretch have as large a distance; then each side is split in turn. No distribution is assumed (Matteson and James
/// 2014, "A nonparametric approach for multiple change point analysis of multivariate data", JASA 109; for benchmarks: Daly et al. 2020, "The
/// use of change point detection to identify software performance regressions in a continuous integration system").
/// </summary>
internal static class EDivisive
{
    /// <summary>The share of series without a change that may show one at a split.</summary>
    public const double Level = 0.005;

    // The smallest number for which the level can be met; the probability of a split is known in steps of 1/1000.
    private const int Permutations = 999;

    /// <summary>The change points of a series, ascending.</summary>
    /// <param name="variances">The variance of each value; the inverse is its weight.</param>
    /// <param name="fewest">The smallest number of values between two changes.</param>
    public static ImmutableArray<Split> Find(IReadOnlyList<SeriesValue> series, IReadOnlyList<double> variances, int fewest)
    {
        var splits = ImmutableArray.CreateBuilder<Split>();
        var open = new Stack<(int From, int To)>([(0, series.Count)]);
        while (open.TryPop(out var stretch))
        {
            if (stretch.To - stretch.From < 2 * fewest || Within(series, variances, stretch, fewest) is not { } split) continue;
            splits.Add(split);
            open.Push((stretch.From, split.Index));
            open.Push((split.Index, stretch.To));
        }
        splits.Sort((one, other) => one.Index.CompareTo(other.Index));
        return splits.ToImmutable();
    }

    private static Split? Within(IReadOnlyList<SeriesValue> series, IReadOnlyList<double> variances, (int From, int To) stretch, int fewest)
    {
        var count = stretch.To - stretch.From;
        double[] values = [.. Enumerable.Range(stretch.From, count).Select(i => series[i].Value)];
        double[] weights = [.. Enumerable.Range(stretch.From, count).Select(i => 1 / variances[i])];
        var mean = weights.Average();
        for (var i = 0; i < count; i++) weights[i] /= mean;
        var statistic = new EnergyStatistic(values, weights, fewest);
        int[] order = [.. Enumerable.Range(0, count)];
        var (largest, split) = statistic.Largest(order);
        if (split == 0) return null;
        // The same series always gets the same answer: the seed stands here.
        var random = new Random(count);
        var reached = 0;
        var most = (int)(Level * (Permutations + 1)) - 1;
        for (var i = 0; i < Permutations; i++)
        {
            random.Shuffle(order);
            if (statistic.Largest(order).Statistic >= largest && ++reached > most) return null;
        }
        return new Split(stretch.From + split, (reached + 1.0) / (Permutations + 1));
    }
}

/// <summary>A place where a series is split.</summary>
/// <param name="Index">The place of the first value behind the split.</param>
/// <param name="Probability">The share of permutations with as large a distance, the observed order counted: the p-value of the split.</param>
internal readonly record struct Split(int Index, double Probability);
