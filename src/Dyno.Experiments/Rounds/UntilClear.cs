using System.Collections.Immutable;
using System.Globalization;
using Dyno.Experiments.Judging;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Statistics;
using Dyno.Results.Comparisons;

namespace Dyno.Experiments.Rounds;

/// <summary>
/// Adds rounds until every verdict is clear. The verdicts are looked at only at the planned looks, because looking after every round would
/// give wrong verdicts too often. When the time is up, the present round is finished, and the result so far is looked at in place of the
/// next look.
/// </summary>
/// <param name="plan">The experiment.</param>
/// <param name="variants">Every variant of every cell, controls included.</param>
/// <param name="maxTime">The time after which no further round begins; null: only the looks end the experiment.</param>
/// <param name="time">The clock.</param>
/// <param name="say">Told after two rounds how long the experiment will take, and how long launches are measured from then on; may be null.</param>
internal sealed class UntilClear(
    ExperimentPlan plan, ImmutableArray<VariantPlan> variants, TimeSpan? maxTime, TimeProvider time, Action<string>? say = null)
{
    private const int RoundsToForesee = 2;

    private static readonly string[] Clear = ["faster", "slower", "same", "void"];

    private bool _hasForeseen;
    private readonly long _began = time.GetTimestamp();

    /// <summary>Whether launches are measured to the end for as long as the plan says.</summary>
    public bool KeepsLength { get; init; }

    /// <summary>The rounds after which it looks.</summary>
    public IReadOnlyList<int> Looks => LooksOf(plan, variants);

    /// <summary>The rounds after which an experiment of these variants is looked at.</summary>
    public static IReadOnlyList<int> LooksOf(ExperimentPlan plan, ImmutableArray<VariantPlan> variants) =>
        PlannedLooks.For(Judgement.ComparisonsOf(plan.Compare, [.. variants.Select(v => v.Name).Distinct()]));

    /// <summary>Runs up to the last look that is needed.</summary>
    /// <param name="rounds">Runs the rounds; no round is planned yet.</param>
    public async Task<ImmutableArray<TrialRecord>> RunAsync(RoundSequence rounds)
    {
        ImmutableArray<TrialRecord> trials = [];
        foreach (var look in Looks)
        {
            if (!_hasForeseen)
            {
                // The rounds pause once, to plan the remaining ones and to inform the user; nothing is judged at this pause.
                trials = await rounds.RunAsync(look, () => IsTimeUp || (rounds.Good >= RoundsToForesee && rounds.MinutesPerRound is not null));
                _hasForeseen = true;
                if (rounds.Good >= RoundsToForesee && rounds.MinutesPerRound is { } minutes) Foresee(rounds, trials, minutes);
            }
            trials = await rounds.RunAsync(look, () => IsTimeUp);
            if (IsTimeUp || rounds.WasStopped || rounds.IsVoid || IsClear(trials)) break;
        }
        return trials;
    }

    // Estimates from the scatter of two rounds how long to measure each launch, and how long the experiment will take.
    private void Foresee(RoundSequence rounds, ImmutableArray<TrialRecord> trials, double minutesPerRound)
    {
        var used = new UsedTrials(trials.Where(t => t.Round <= RoundsToForesee));
        var split = KeepsLength || rounds.Duet is null ? null : LaunchSplit.Of(plan.Compare, variants, used, TimeSpan.FromMinutes(minutesPerRound));
        if (split is not null)
        {
            rounds.Duet!.Measure = split.Measure;
            say?.Invoke(Words(split));
        }
        say?.Invoke(Words(RoundForecast.Of(plan.Compare, variants, used, Looks, split), minutesPerRound * (split?.TimeFactor ?? 1)));
    }

    private static string Words(LaunchSplit split) => string.Create(CultureInfo.InvariantCulture,
        $"each launch is now measured for {split.Measure.TotalSeconds:0.#} s instead of {split.Before.TotalSeconds:0.#} s: launches vary by about "
            + $"{split.LaunchDeviation:0.0 %}, slices of a launch by {split.SliceDeviation:0.0 %} (-d TIME keeps the length)");

    private string Words(int? decidedAt, double minutesPerRound)
    {
        var threshold = VerdictWords.Percent(RoundForecast.ThresholdOf(plan.Compare));
        return decidedAt is { } rounds
            ? $"after two rounds: about {VerdictWords.Minutes(rounds * minutesPerRound)} in all ({rounds} rounds) would decide at {threshold}"
                + (rounds * minutesPerRound > maxTime?.TotalMinutes ? $"; the time limit ends earlier, at {VerdictWords.Minutes(maxTime.Value.TotalMinutes)}" : "")
            : $"after two rounds: more than the {Looks[^1]} rounds of the last look would be needed to decide at {threshold}";
    }

    private bool IsTimeUp => time.GetElapsedTime(_began) >= maxTime;

    private bool IsClear(ImmutableArray<TrialRecord> trials)
    {
        var (pairs, _) = Judgement.Of(plan.Compare, variants.Select(v => (v.Name, v.Cell)), trials, isVoid: false, PlannedLooks.LevelFor);
        return pairs.Where(p => !p.IsControl).All(p => Clear.Contains(p.Verdict));
    }
}
