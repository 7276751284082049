namespace Dyno.History;

/// <summary>
/// The weighted energy distance between the two sides of each possible split of a stretch of a series (Székely and Rizzo 2004, "Testing for
/// equal distributions in high dimension"; Matteson and James 2014, equation 5, use it for change points). A value counts as often as its
/// weight says. The statistic has the same mean at every split when nothing changes.
/// </summary>
/// <param name="weights">Their weights, above 0.</param>
/// <param name="fewest">The smallest number of values on a side.</param>
internal sealed class EnergyStatistic(double[] values, double[] weights, int fewest)
{
    private readonly double[] _distances = DistancesOf(values);

    public int Count => values.Length;

    /// <summary>The split with the largest statistic.</summary>
    /// <param name="order">The order in which the values stand: a permutation of 0 … n − 1.</param>
    /// <returns>The statistic, and the place of the first value behind the split; 0 where the stretch is too short.</returns>
    public (double Statistic, int Split) Largest(ReadOnlySpan<int> order)
    {
        var n = values.Length;
        var (within, across, behind) = (0.0, 0.0, 0.0); // of the values before the split, between the two sides, behind the split
        var (weightBefore, weightBehind) = (0.0, 0.0);
        for (var i = 0; i < n; i++)
        {
            weightBehind += weights[order[i]];
            for (var j = i + 1; j < n; j++) behind += weights[order[i]] * weights[order[j]] * _distances[order[i] * n + order[j]];
        }
        var (best, split) = (0.0, 0);
        for (var moved = 0; moved < n - fewest; moved++)
        {
            // One more value goes from behind the split to before it.
            var at = order[moved];
            var weight = weights[at];
            var (toBefore, toBehind) = (0.0, 0.0);
            var row = _distances.AsSpan(at * n, n);
            for (var j = 0; j < moved; j++) toBefore += weights[order[j]] * row[order[j]];
            for (var j = moved + 1; j < n; j++) toBehind += weights[order[j]] * row[order[j]];
            within += weight * toBefore;
            behind -= weight * toBehind;
            across += weight * (toBehind - toBefore);
            weightBefore += weight;
            weightBehind -= weight;
            if (moved + 1 < fewest) continue;
            var distance = 2 * across / (weightBefore * weightBehind) - 2 * within / (weightBefore * weightBefore) - 2 * behind / (weightBehind * weightBehind);
            var statistic = weightBefore * weightBehind / (weightBefore + weightBehind) * distance;
            if (statistic > best) (best, split) = (statistic, moved + 1);
        }
        return (best, split);
    }

    private static double[] DistancesOf(double[] values)
    {
        var n = values.Length;
        var distances = new double[n * n];
        for (var i = 0; i < n; i++)
            for (var j = 0; j < n; j++) distances[i * n + j] = Math.Abs(values[i] - values[j]);
        return distances;
    }
}
