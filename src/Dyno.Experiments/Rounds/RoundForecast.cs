namespace Dyno.Experiments;

/// <summary>
/// Estimates how many rounds will decide, from the scatter of the first rounds. All pairs, the control among them, are taken together,
/// because two rounds say little about a single pair. The figure is rough, and is reported as such.
/// </summary>
internal static class RoundForecast
{
    // The assumed distance of a pair from the nearest boundary, in thresholds: directly at a boundary no number of rounds would decide.
    private const double Distance = 0.5;
    private const double Quantile = 2.6; // of the interval at a planned look, together with the scatter of the estimate

    public static double ThresholdOf(ComparePlan compare) =>
        compare.Thresholds.GetValueOrDefault(compare.Headline, FigureTable.Find(compare.Headline)!.Threshold);

    /// <summary>
    /// The look after which the experiment will probably be decided, where the further rounds are split as <paramref name="split"/> says;
    /// null when no look is late enough, or nothing is known.
    /// </summary>
    public static int? Of(ComparePlan compare, ImmutableArray<VariantPlan> variants,
        UsedTrials used, IReadOnlyList<int> looks, LaunchSplit? split = null)
    {
        var judge = new PairJudge(compare, used);
        double[] deviations =
        [
            .. variants.Where(v => v.Name != compare.Baseline)
                .Select(v => judge.Estimate(compare.Headline, compare.Baseline, v.Name, v.Cell, 0.95)?.Deviation).OfType<double>(),
        ];
        if (deviations.Length == 0) return null;
        var deviation = Math.Sqrt(deviations.Average(d => d * d) * (split?.VarianceFactor ?? 1));
        var wanted = Math.Pow(Quantile * deviation / (Distance * Math.Log(1 + ThresholdOf(compare))), 2);
        foreach (var look in looks)
            if (look >= wanted) return look;
        return null;
    }
}
