namespace Dyno.Experiments;

/// <summary>
/// Makes the records of a round of duet trials. When one variant fails, the slices of the others do not count either: they have no
/// counterpart, and the variant that failed may have taken their CPU time.
/// </summary>
internal static class DuetRecords
{
    public static IReadOnlyList<TrialRecord> Of(
        DuetRound round, ImmutableArray<VariantPlan> variants, Func<VariantPlan, RunResult, TrialRecord> recordOf, Func<VariantPlan, TrialRecord> blank)
    {
        if (round.Runs.IsEmpty) return [blank(variants[round.Failed!.Value]) with { Outcome = TrialOutcome.Failed, Reason = round.Reason }];
        var records = variants.Zip(round.Runs, recordOf).ToArray();
        if (records.All(r => r.Outcome == TrialOutcome.Used)) return records;
        for (var i = 0; i < records.Length; i++)
            if (round.Failed is { } failed && i != failed) records[i] = records[i] with { Outcome = TrialOutcome.RoundRepeated, Reason = null };
            else if (records[i].Outcome == TrialOutcome.Used) records[i] = records[i] with { Outcome = TrialOutcome.RoundRepeated };
        return records;
    }
}
