namespace Dyno.History;

/// <summary>
/// Tells a drift from steps. Many changes that are each too small to be seen look like a stair of a few steps in one direction; where a slope
/// describes the values better than such a stair, it is one drift, and no commit of its own is to blame.
/// </summary>
internal static class Drifts
{
    /// <summary>Steps in one direction after another, joined to a drift where a slope describes them better.</summary>
    /// <param name="changes">Its changes, ascending.</param>
    public static ImmutableArray<Movement> Join(IReadOnlyList<SeriesValue> series, ImmutableArray<Change> changes)
    {
        var variances = Noise.VariancesOf(series);
        var sums = new WeightedSums(series, variances);
        var movements = ImmutableArray.CreateBuilder<Movement>();
        for (var first = 0; first < changes.Length;)
        {
            var last = first;
            while (last + 1 < changes.Length && changes[last + 1].Size > 0 == changes[first].Size > 0) last++;
            var (from, to) = (first == 0 ? 0 : changes[first - 1].Index, last + 1 < changes.Length ? changes[last + 1].Index : series.Count);
            if (last > first && Slope(series, variances, sums, from, to, changes[first..(last + 1)]) is { } drift) movements.Add(drift);
            else movements.AddRange(changes[first..(last + 1)].Select(change => new Movement(change, null)));
            first = last + 1;
        }
        return movements.ToImmutable();
    }

    // The slope from the level before to the level after that fits best. It has four parameters (two levels, begin and end); k steps have 2k + 1.
    // The smaller BIC decides (Schwarz 1978).
    private static Movement? Slope(
        IReadOnlyList<SeriesValue> series, ImmutableArray<double> variances, WeightedSums sums, int from, int to, ImmutableArray<Change> steps)
    {
        int[] ends = [from, .. steps.Select(step => step.Index), to];
        var ofSteps = ends.Zip(ends.Skip(1), sums.Squares).Sum() + (2 * steps.Length + 1) * Math.Log(to - from);
        var (best, begin, end, size, error) = (double.PositiveInfinity, 0, 0, 0.0, 0.0);
        var stride = Math.Max(1, (to - from) / 60);
        for (var one = from; one < to - 1; one += stride)
        {
            for (var other = one + 1; other < to; other += stride)
            {
                var (squares, rise, variance) = Fit(series, variances, from, to, one, other);
                if (squares < best) (best, begin, end, size, error) = (squares, one, other, rise, Math.Sqrt(variance));
            }
        }
        if (best + 4 * Math.Log(to - from) >= ofSteps || end - begin < 2 * ChangePoints.Fewest) return null;
        var half = 1.96 * error * Math.Sqrt(Math.Max(1, best / (to - from - 4)));
        var whole = new Change
        {
            Index = begin + 1,
            Earliest = begin + 1,
            Latest = end,
            Size = size,
            Low = size - half,
            High = size + half,
            Probability = steps.Min(step => step.Probability),
        };
        return new Movement(whole, end);
    }

    // Weighted least squares of level + rise · s, where s goes from 0 at the beginning of the slope to 1 at its end.
    private static (double Squares, double Rise, double Variance) Fit(
        IReadOnlyList<SeriesValue> series, ImmutableArray<double> variances, int from, int to, int begin, int end)
    {
        var (w, ws, wss, wx, wsx, wxx) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        var centre = series[from].Value;
        for (var i = from; i < to; i++)
        {
            var s = Math.Clamp((double)(i - begin) / (end - begin), 0, 1);
            var (weight, x) = (1 / variances[i], series[i].Value - centre);
            w += weight;
            ws += weight * s;
            wss += weight * s * s;
            wx += weight * x;
            wsx += weight * s * x;
            wxx += weight * x * x;
        }
        var determinant = w * wss - ws * ws;
        if (determinant <= 1e-9 * w * w) return (double.PositiveInfinity, 0, 0);
        var rise = (w * wsx - ws * wx) / determinant;
        var level = (wx - rise * ws) / w;
        return (wxx - level * wx - rise * wsx, rise, w / determinant);
    }
}

/// <summary>A step, or a drift over several commits.</summary>
/// <param name="Change">Where and how far.</param>
/// <param name="DriftsUntil">The place of the last value of a drift; null for a step.</param>
internal sealed record Movement(Change Change, int? DriftsUntil);
