namespace Dyno.Experiments;

/// <summary>The exact null distribution of Wilcoxon's signed-rank statistic T+ for n pairs without ties.</summary>
/// <remarks>
/// Source: Wilcoxon 1945; the recursion counts the subsets of {1…n} with a given sum (Hollander, Wolfe and Chicken,
/// <em>Nonparametric Statistical Methods</em>, 3rd ed., section 3.1). Exact in double precision up to n = 50.
/// </remarks>
internal static class SignedRankDistribution
{
    /// <summary>Largest n for which counts are exact integers in a double.</summary>
    public const int LargestExact = 50;

    /// <summary>
    /// The largest c for which the interval from the c-th smallest to the c-th largest Walsh average covers at least
    /// <paramref name="level"/>; 0 when n is too small for that level.
    /// </summary>
    public static int CriticalRank(int pairs, double level)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(pairs, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(pairs, LargestExact);
        var tail = 0.0;
        var halfAlpha = (1 - level) / 2;
        var subsets = Math.Pow(2, pairs);
        var counts = SubsetCounts(pairs);
        var rank = 0;
        foreach (var count in counts)
        {
            tail += count / subsets;
            if (tail > halfAlpha * (1 + 1e-12)) break;
            rank++;
        }
        return rank;
    }

    /// <summary>Coverage of the interval between the c-th smallest and c-th largest Walsh average.</summary>
    public static double Coverage(int pairs, int rank) =>
        1 - 2 * SubsetCounts(pairs).Take(rank).Sum() / Math.Pow(2, pairs);

    private static double[] SubsetCounts(int pairs)
    {
        var counts = new double[pairs * (pairs + 1) / 2 + 1];
        counts[0] = 1;
        for (var rank = 1; rank <= pairs; rank++)
            for (var sum = counts.Length - 1; sum >= rank; sum--)
                counts[sum] += counts[sum - rank];
        return counts;
    }
}
