namespace Dyno.Experiments.Tests;

/// <summary>What <c>dyno compare</c> makes of a pair beside its control, for simulations: one figure per launch and round.</summary>
internal static class ProductRule
{
    /// <summary>The estimate of a pair at a level.</summary>
    /// <param name="baseline">Logarithms of the baseline's launches.</param>
    /// <param name="control">Those of the control.</param>
    /// <param name="variant">Those of the variant.</param>
    /// <param name="level">Confidence level.</param>
    public static RatioEstimate Estimate(double[] baseline, double[] control, double[] variant, double level) => PairedRatio.FromLogRatios(
        [.. variant.Select((v, i) => v - (baseline[i] + control[i]) / 2)], 2, [.. control.Select((c, i) => c - baseline[i])], level);

    /// <summary>The bias that the control shows.</summary>
    public static double BiasOf(double[] baseline, double[] control) =>
        VerdictRule.BiasOf(PairedRatio.FromLogRatios([.. control.Select((c, i) => c - baseline[i])], 0.95).Interval);

    /// <summary>The verdict on a pair.</summary>
    public static Verdict Judge(VerdictRule rule, double[] baseline, double[] control, double[] variant, double level) =>
        rule.Judge(Estimate(baseline, control, variant, level), BiasOf(baseline, control));
}
