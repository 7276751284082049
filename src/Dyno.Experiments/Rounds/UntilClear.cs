using System.Collections.Immutable;
using Dyno.Experiments.Judging;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Statistics;
using Dyno.Results.Comparisons;

namespace Dyno.Experiments.Rounds;

/// <summary>
/// Adds rounds until every verdict is clear, looking only at the planned looks: looking after every round would err too often. When the
/// time is up the round under way is finished, and what there is then is looked at in place of the next look.
/// </summary>
/// <param name="plan">The experiment.</param>
/// <param name="variants">Every variant of every cell, controls included.</param>
/// <param name="maxTime">After which no further round begins; null: only the looks end it.</param>
/// <param name="time">The clock.</param>
/// <param name="say">Told after two rounds how long it will take; null: nobody.</param>
internal sealed class UntilClear(
    ExperimentPlan plan, ImmutableArray<VariantPlan> variants, TimeSpan? maxTime, TimeProvider time, Action<string>? say = null)
{
    private const int RoundsToForesee = 2;

    private static readonly string[] Clear = ["faster", "slower", "same", "void"];

    private bool _hasForeseen;
    private readonly long _began = time.GetTimestamp();

    /// <summary>The rounds after which it looks.</summary>
    public IReadOnlyList<int> Looks => LooksOf(plan, variants);

    /// <summary>The rounds after which an experiment of these variants is looked at.</summary>
    public static IReadOnlyList<int> LooksOf(ExperimentPlan plan, ImmutableArray<VariantPlan> variants) =>
        PlannedLooks.For(Judgement.ComparisonsOf(plan.Compare, [.. variants.Select(v => v.Name).Distinct()]));

    /// <summary>Runs up to the last look that is needed.</summary>
    /// <param name="rounds">Runs the rounds; none planned yet.</param>
    public async Task<ImmutableArray<TrialRecord>> RunAsync(RoundSequence rounds)
    {
        ImmutableArray<TrialRecord> trials = [];
        foreach (var look in Looks)
        {
            if (!_hasForeseen)
            {
                // The rounds pause once, for a word to the user; nothing is judged then.
                trials = await rounds.RunAsync(look, () => IsTimeUp || rounds.Good >= RoundsToForesee);
                _hasForeseen = true;
                if (rounds.Good >= RoundsToForesee && Foresight(trials, rounds.MinutesPerRound) is { } words) say?.Invoke(words);
            }
            trials = await rounds.RunAsync(look, () => IsTimeUp);
            if (IsTimeUp || rounds.WasStopped || rounds.IsVoid || IsClear(trials)) break;
        }
        return trials;
    }

    /// <summary>How long it will take, from the scatter of two rounds; null when they do not tell.</summary>
    private string? Foresight(ImmutableArray<TrialRecord> trials, double? minutesPerRound)
    {
        if (minutesPerRound is not { } minutes) return null;
        var used = trials.Where(t => t.Outcome == TrialOutcome.Used).ToDictionary(t => (t.Variant, t.Cell, t.Round));
        return RoundForecast.Of(plan.Compare, variants, used, Looks) is { } rounds
            ? $"after two rounds: about {VerdictWords.Minutes(rounds * minutes)} in all ({rounds} rounds) would decide at {VerdictWords.Percent(RoundForecast.ThresholdOf(plan.Compare))}"
                + (rounds * minutes > maxTime?.TotalMinutes ? $"; the time given ends before, at {VerdictWords.Minutes(maxTime.Value.TotalMinutes)}" : "")
            : $"after two rounds: more than the {Looks[^1]} rounds of the last look would be needed to decide at {VerdictWords.Percent(RoundForecast.ThresholdOf(plan.Compare))}";
    }

    private bool IsTimeUp => time.GetElapsedTime(_began) >= maxTime;

    private bool IsClear(ImmutableArray<TrialRecord> trials)
    {
        var (pairs, _) = Judgement.Of(plan.Compare, variants.Select(v => (v.Name, v.Cell)), trials, isVoid: false, PlannedLooks.LevelFor);
        return pairs.Where(p => !p.IsControl).All(p => Clear.Contains(p.Verdict));
    }
}
