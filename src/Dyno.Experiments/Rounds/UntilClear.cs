namespace Dyno.Experiments;

/// <summary>
/// Adds rounds until every verdict is clear. The verdicts are looked at only at the planned looks, because looking after every round would
/// give wrong verdicts too often. After two rounds the rounds that the time allows are planned, and with them the looks. When the time is up,
/// the present round is finished, and the result so far is the last look.
/// </summary>
/// <param name="variants">Every variant of every cell, controls included.</param>
/// <param name="maxTime">The time after which no further round begins; null: only the looks end the experiment.</param>
/// <param name="say">Receives, after two rounds, how long the experiment will take, and how long launches are measured from then on; may be null.</param>
internal sealed class UntilClear(
    ExperimentPlan plan, ImmutableArray<VariantPlan> variants, TimeSpan? maxTime, TimeProvider time, Action<string>? say = null)
{
    private const int RoundsToForesee = 2;

    private readonly long _began = time.GetTimestamp();
    private readonly List<int> _looked = [];
    private int _last = PlannedLooks.MostRounds;
    private bool _endsHere;

    /// <summary>Whether launches are measured to the end for as long as the plan says.</summary>
    public bool KeepsLength { get; init; }

    /// <summary>Rounds that are made even if they take longer than the time; 0 for none.</summary>
    public int FewestRounds { get; init; }

    /// <summary>The rounds after which an experiment is looked at whose time is not limited.</summary>
    public static ImmutableArray<int> Looks { get; } = PlannedLooks.For(PlannedLooks.MostRounds);

    /// <summary>The level of the verdicts at the look at which the experiment ended, for a number of compared variants.</summary>
    public double LevelFor(int comparisons) =>
        _looked.Count == 0 ? PlannedLooks.LevelFor(comparisons) : PlannedLooks.LevelAt(_looked, _last, _endsHere, comparisons);

    /// <summary>Runs up to the last look that is needed.</summary>
    /// <param name="rounds">Runs the rounds; no round is planned yet.</param>
    public async Task<ImmutableArray<TrialRecord>> RunAsync(RoundSequence rounds)
    {
        // The rounds pause once, to plan the remaining ones and to inform the user; nothing is judged at this pause.
        var trials = await rounds.RunAsync(Looks[0], () => IsTimeUp(rounds) || (rounds.Good >= RoundsToForesee && rounds.MinutesPerRound is not null));
        if (rounds.Good >= RoundsToForesee && rounds.MinutesPerRound is { } minutes) Foresee(rounds, trials, minutes);
        foreach (var look in PlannedLooks.For(_last))
        {
            if (rounds.Good > look) continue; // of an experiment that is resumed
            trials = await rounds.RunAsync(look, () => IsTimeUp(rounds));
            _endsHere = IsTimeUp(rounds) || rounds.WasStopped || rounds.IsVoid || rounds.Good >= _last;
            _looked.Add(Math.Max(1, rounds.Good));
            if (_endsHere || rounds.Good < look || IsClear(trials)) break;
        }
        return trials;
    }

    // Estimates from the scatter of two rounds how long to measure each launch, how many rounds the time allows, and how long it will take.
    private void Foresee(RoundSequence rounds, ImmutableArray<TrialRecord> trials, double minutesPerRound)
    {
        var used = new UsedTrials(trials.Where(t => t.Round <= RoundsToForesee));
        var split = KeepsLength || rounds.Duet is null ? null : LaunchSplit.Of(plan.Compare, variants, used, TimeSpan.FromMinutes(minutesPerRound));
        if (split is not null && RoundsWithin(rounds.Good, minutesPerRound * split.TimeFactor) < Looks[0]) split = null; // few long launches decide nothing
        if (split is not null)
        {
            rounds.Duet!.Measure = split.Measure;
            say?.Invoke(Words(split));
        }
        minutesPerRound *= split?.TimeFactor ?? 1;
        _last = Math.Max(rounds.Good + 1, RoundsWithin(rounds.Good, minutesPerRound));
        say?.Invoke(Words(RoundForecast.Of(plan.Compare, variants, used, PlannedLooks.For(PlannedLooks.MostRounds), split), minutesPerRound));
        if (_last < VerdictRule.FewestRounds)
            say?.Invoke($"only {FigureText.Count(_last, "round")} will fit: a verdict needs {VerdictRule.FewestRounds}, which take about {VerdictWords.Minutes(VerdictRule.FewestRounds * minutesPerRound)}");
    }

    // The round in which the time ends is finished.
    private int RoundsWithin(int good, double minutesPerRound) => maxTime is not { } most ? PlannedLooks.MostRounds
        : (int)Math.Clamp(good + Math.Ceiling((most - time.GetElapsedTime(_began)).TotalMinutes / minutesPerRound), Math.Max(good, FewestRounds),
            PlannedLooks.MostRounds);

    private static string Words(LaunchSplit split) => string.Create(CultureInfo.InvariantCulture,
        $"each launch is now measured for {split.Measure.TotalSeconds:0.#} s instead of {split.Before.TotalSeconds:0.#} s: launches vary by about "
            + $"{split.LaunchDeviation:0.0 %}, slices of a launch by {split.SliceDeviation:0.0 %} (-d TIME keeps the length)");

    private string Words(int? decidedAt, double minutesPerRound)
    {
        var threshold = VerdictWords.Percent(RoundForecast.ThresholdOf(plan.Compare));
        return decidedAt is { } rounds
            ? $"after two rounds: about {VerdictWords.Minutes(rounds * minutesPerRound)} in all ({rounds} rounds) would decide at {threshold}"
                + (rounds * minutesPerRound > maxTime?.TotalMinutes ? $"; the time limit ends earlier, at {VerdictWords.Minutes(maxTime.Value.TotalMinutes)}" : "")
            : $"after two rounds: more than the {PlannedLooks.MostRounds} rounds of the last look would be needed to decide at {threshold}";
    }

    private bool IsTimeUp(RoundSequence rounds) => time.GetElapsedTime(_began) >= maxTime && rounds.Good >= FewestRounds;

    // A difference that is slight is settled when it cannot be more than that.
    private bool IsClear(ImmutableArray<TrialRecord> trials)
    {
        var (pairs, _) = Judgement.Of(plan.Compare, variants.Select(v => (v.Name, v.Cell)), trials, isVoid: false, LevelFor);
        return pairs.Where(p => p.IsAsked).All(p => p.IsSettled || p.Judged.Any(j => j is { Verdict: "slower", IsStructural: false }));
    }
}
