namespace Dyno.Experiments;

/// <summary>The trials of a pair in one round.</summary>
/// <param name="Baselines">The launches of the baseline's program: the baseline, and the control where there is one.</param>
internal sealed record RoundOfPair(ImmutableArray<TrialRecord> Baselines, TrialRecord Variant)
{
    /// <summary>The logarithm of variant ÷ baseline: the mean over the baselines, each ratio taken from the slices where there are any.</summary>
    /// <returns>Null where a trial has no such figure, or one that is not above zero.</returns>
    public double? LogRatio(string metric) => Mean(baseline => LogRatio(metric, baseline, Variant));

    /// <summary>Variant − baseline: the mean over the baselines.</summary>
    public double? Difference(string metric) => Mean(baseline => Figure(Variant, metric) - Figure(baseline, metric));

    private double? Mean(Func<TrialRecord, double?> of)
    {
        var values = Baselines.Select(of).ToList();
        return values.Contains(null) ? null : values.Average();
    }

    private static double? LogRatio(string metric, TrialRecord baseline, TrialRecord variant) =>
        SliceRatio.LogRatio(metric, baseline.Duet, variant.Duet)
            ?? (Figure(baseline, metric) is > 0 and var from && Figure(variant, metric) is > 0 and var to ? Math.Log(to / from) : null);

    private static double? Figure(TrialRecord trial, string metric) => trial.Metrics.TryGetValue(metric, out var figure) ? figure : null;
}
