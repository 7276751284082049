namespace Dyno.History;

/// <summary>
/// The best division of a series into stretches of one level each: the sum of the weighted squares around the levels, plus a penalty for each
/// change, is the smallest possible. Found exactly by dynamic programming (Jackson et al. 2005, "An algorithm for optimal partitioning of data
/// on an interval"; PELT, by Killick, Fearnhead and Eckley 2012, finds the same division and only skips what cannot be part of it, which a
/// few hundred commits do not need). The penalty is the modified BIC for changes of the mean (Zhang and Siegmund 2007, Biometrics 63):
/// 3·log n for each change, and log(length ÷ n) for each stretch.
/// </summary>
internal static class OptimalPartition
{
    /// <summary>The change points: the place of the first value behind each change, ascending.</summary>
    /// <param name="fewest">The smallest number of values between two changes.</param>
    public static ImmutableArray<int> Find(WeightedSums sums, int fewest)
    {
        var n = sums.Count;
        var change = 3 * Math.Log(Math.Max(1, n));
        var best = new double[n + 1];
        var last = new int[n + 1];
        Array.Fill(best, double.PositiveInfinity);
        best[0] = -change;
        for (var to = fewest; to <= n; to++)
        {
            for (var from = 0; from <= to - fewest; from++)
            {
                var cost = best[from] + change + sums.Squares(from, to) + Math.Log((double)(to - from) / n);
                if (cost < best[to]) (best[to], last[to]) = (cost, from);
            }
        }
        var changes = ImmutableArray.CreateBuilder<int>();
        for (var at = last[n]; at > 0; at = last[at]) changes.Add(at);
        changes.Reverse();
        return changes.ToImmutable();
    }
}
