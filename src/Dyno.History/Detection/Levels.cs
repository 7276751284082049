namespace Dyno.History;

/// <summary>The levels that steps and drifts give a series.</summary>
/// <param name="Values">The level at each value, in logarithms.</param>
/// <param name="Last">The last level as a ratio, with its 95 % interval.</param>
internal sealed record Levels(ImmutableArray<double> Values, RatioRange Last)
{
    private const double Confidence = 0.95;

    /// <summary>The level of each value: the weighted mean of its stretch, and a line from level to level on a drift.</summary>
    /// <param name="series">The series, with at least one value.</param>
    /// <param name="movements">Its steps and drifts, ascending.</param>
    public static Levels Of(IReadOnlyList<SeriesValue> series, IReadOnlyList<double> variances, ImmutableArray<Movement> movements)
    {
        var sums = new WeightedSums(series, variances);
        var levels = new double[series.Count];
        var from = 0;
        for (var i = 0; i <= movements.Length; i++)
        {
            var next = i < movements.Length ? movements[i].Change.Index : series.Count;
            // A drift may last until the newest commit.
            if (from < next) Array.Fill(levels, sums.Mean(from, next), from, next - from);
            if (i == movements.Length) break;
            from = Math.Min(series.Count - 1, movements[i].DriftsUntil ?? next);
        }
        foreach (var movement in movements.Where(movement => movement.DriftsUntil is not null)) Slope(levels, movement);
        var half = Normal.InvCDF(0, 1, 1 - (1 - Confidence) / 2) / Math.Sqrt(sums.Weight(from, series.Count));
        var last = levels[^1];
        return new Levels([.. levels], new RatioRange(Math.Exp(last), Math.Exp(last - half), Math.Exp(last + half)));
    }

    private static void Slope(double[] levels, Movement drift)
    {
        var (begin, end) = (drift.Change.Index - 1, Math.Min(levels.Length - 1, drift.DriftsUntil!.Value));
        var (low, high) = (levels[begin], levels[begin] + drift.Change.Size);
        for (var i = begin; i <= end; i++) levels[i] = low + (high - low) * (i - begin) / (end - begin);
        // What comes after has the level to which the drift led, unless it has one of its own.
        if (end == levels.Length - 1) levels[end] = high;
    }
}
