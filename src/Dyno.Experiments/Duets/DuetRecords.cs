using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Duets;

/// <summary>
/// From a round of duet trials to its records. When one of the variants fails, the others' slices do not count either: they have no
/// partner, and what failed may have taken their CPU.
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
