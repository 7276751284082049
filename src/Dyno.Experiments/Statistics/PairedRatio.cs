namespace Dyno.Experiments;

/// <summary>Estimates variant ÷ baseline from one pair of figures per round.</summary>
/// <remarks>
/// Log-ratios make the statement symmetric: twice as fast and half as fast lie equally far from 1. The interval is the
/// exact signed-rank one where the number of rounds allows the level (n ≥ ⌈log2(2/α)⌉), otherwise Student's t.
/// </remarks>
public static class PairedRatio
{
    /// <summary>Estimates the ratio with an interval at <paramref name="level"/>.</summary>
    /// <param name="baseline">The baseline's figure per round, above 0.</param>
    /// <param name="variant">The variant's figure of the same round, above 0.</param>
    /// <param name="level">Confidence level, 0.5 to below 1.</param>
    /// <exception cref="ArgumentException">No rounds, unequal lengths, or a figure that is not above 0.</exception>
    public static RatioEstimate Estimate(IReadOnlyList<double> baseline, IReadOnlyList<double> variant, double level)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(level, 0.5);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(level, 1);
        if (baseline.Count != variant.Count) throw new ArgumentException("each round needs one figure of each", nameof(variant));
        if (baseline.Count == 0) throw new ArgumentException("no rounds", nameof(baseline));
        return FromLogRatios([.. baseline.Zip(variant, LogRatio)], level);
    }

    /// <summary>The estimate from a log-ratio per round, with the scatter of the pair and of the control together where the two are alike.</summary>
    /// <param name="logRatios">Variant against the mean of the baselines.</param>
    /// <param name="baselines">Number of launches of the baseline's program in a round: 1 or 2.</param>
    /// <param name="control">The control against the baseline, one per round; null without a control.</param>
    /// <param name="level">Confidence level.</param>
    internal static RatioEstimate FromLogRatios(double[] logRatios, int baselines, double[]? control, double level) =>
        (control is null ? null : PooledScatter.Estimate(logRatios, baselines, control, level)) ?? FromLogRatios(logRatios, level);

    internal static RatioEstimate FromLogRatios(double[] logRatios, double level)
    {
        var (center, interval) = Location.Of(logRatios, level);
        return new RatioEstimate
        {
            Rounds = logRatios.Length,
            Deviation = logRatios.Length > 1 ? Math.Sqrt(PooledScatter.Variance(logRatios)) : null,
            Ratio = Math.Exp(center),
            Interval = interval is null ? null : interval with { Low = Math.Exp(interval.Low), High = Math.Exp(interval.High) },
        };
    }

    private static double LogRatio(double baseline, double variant) =>
        baseline > 0 && variant > 0
            ? Math.Log(variant / baseline)
            : throw new ArgumentException($"a ratio needs figures above 0, not {variant} / {baseline}");
}
