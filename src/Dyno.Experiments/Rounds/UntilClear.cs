using System.Collections.Immutable;
using Dyno.Experiments.Judging;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Statistics;
using Dyno.Results.Comparisons;

namespace Dyno.Experiments.Rounds;

/// <summary>Adds rounds until every verdict is clear, looking only at the planned looks: looking after every round would err too often.</summary>
internal static class UntilClear
{
    private static readonly string[] Clear = ["faster", "slower", "same", "void"];

    /// <summary>Runs up to the last look that is needed.</summary>
    /// <param name="plan">The experiment.</param>
    /// <param name="variants">Every variant of every cell, controls included.</param>
    /// <param name="rounds">Runs the rounds.</param>
    /// <param name="maxTime">After which no further look is waited for.</param>
    public static async Task<ImmutableArray<TrialRecord>> RunAsync(
        ExperimentPlan plan, ImmutableArray<VariantPlan> variants, RoundSequence rounds, TimeSpan? maxTime)
    {
        var began = TimeProvider.System.GetTimestamp();
        ImmutableArray<TrialRecord> trials = [];
        foreach (var look in PlannedLooks.For(Judgement.ComparisonsOf(plan.Compare, [.. variants.Select(v => v.Name).Distinct()])))
        {
            trials = await rounds.RunAsync(look);
            var isOver = rounds.WasStopped || rounds.IsVoid || TimeProvider.System.GetElapsedTime(began) >= maxTime;
            var (pairs, _) = Judgement.Of(plan.Compare, variants.Select(v => (v.Name, v.Cell)), trials, rounds.IsVoid, PlannedLooks.LevelFor);
            if (isOver || pairs.Where(p => !p.IsControl).All(p => Clear.Contains(p.Verdict))) break;
        }
        return trials;
    }
}
