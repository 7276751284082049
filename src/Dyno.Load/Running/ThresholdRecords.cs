namespace Dyno.Load;

/// <summary>Converts judged thresholds to their records in the result.</summary>
internal static class ThresholdRecords
{
    public static ImmutableArray<ThresholdRecord> Of(ThresholdEvaluator? thresholds) => thresholds is null ? [] :
    [
        .. thresholds.Finish().Select(o => new ThresholdRecord
        {
            Metric = o.Threshold.Selector.ToString(),
            Expression = o.Threshold.Text,
            Passed = o.Passed,
            Value = o.Value,
            Aborted = o.Aborted,
            LacksGoodAnswers = o.LacksGoodAnswers,
            NotMeasured = o.IsNotMeasured,
            Windows = o.Windows,
            IsBurnRate = o.Threshold.Burn is not null,
        }),
    ];

    /// <summary>The current state of the thresholds during the run; a figure that was not measured so far does not fail yet.</summary>
    public static ImmutableArray<ThresholdStanding> Standing(ThresholdEvaluator? thresholds) => thresholds is null ? [] :
    [
        .. thresholds.Finish().Select(o =>
            new ThresholdStanding(o.Threshold.Selector.ToString(), o.Threshold.Text, o.Passed || o.IsNotMeasured, o.Value)),
    ];

    /// <summary>The sentence for a run that a threshold stopped.</summary>
    public static string ReasonOf(ImmutableArray<ThresholdRecord> records) =>
        "threshold crossed: " + string.Join(", ", records.Where(r => r.Aborted).Select(r => $"{r.Metric}: {r.Expression}"));
}
