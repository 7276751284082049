namespace Dyno.Experiments;

/// <summary>The size and the length of an experiment, before it begins.</summary>
public sealed class ExperimentForecast
{
    private readonly ExperimentPlan _plan;
    private readonly TimeSpan _trial;
    private readonly IReadOnlyList<int>? _looks;
    private readonly TimeSpan? _maxTime;

    internal ExperimentForecast(ExperimentPlan plan, TimeSpan trial, ExperimentRun? run = null, int? launchesPerRound = null)
    {
        (_plan, _trial, _maxTime) = (plan, trial, run?.MaxTime);
        var variants = Experiment.WithControls(plan);
        TrialsPerRound = plan.Sweep is null ? launchesPerRound ?? variants.Length : plan.Variants.Length;
        _looks = run?.UntilClear == true && plan.Sweep is null ? UntilClear.Looks : null;
    }

    /// <summary>Trials of a round, controls and repeated launches in groups included; in a search: trials at one value.</summary>
    public int TrialsPerRound { get; }

    /// <summary>Rounds at most, repeated ones not counted.</summary>
    public int Rounds => _looks?[^1] ?? _plan.Rounds;

    /// <summary>Trials at most, repeated ones not counted.</summary>
    public int Trials => _plan.Sweep is { } sweep ? TrialsPerRound * MostOf(sweep) : Rounds * TrialsPerRound;

    /// <summary>About how long all trials take at most, builds not counted.</summary>
    public TimeSpan Length => Trials * _trial is var length && length > _maxTime ? _maxTime.Value : length;

    /// <summary>About how long the experiment still takes at most: as its trials so far have taken, and no longer than it is given.</summary>
    /// <param name="made">Trials made, those of an interrupted experiment that is continued included.</param>
    /// <param name="own">Trials made since it was started or continued.</param>
    public TimeSpan Left(int made, int own, TimeSpan elapsed)
    {
        var toDo = Math.Max(1, Trials - made);
        var left = own == 0 ? Length * ((double)toDo / Math.Max(1, Trials)) : elapsed / own * toDo;
        if (_maxTime - elapsed is not { } rest || left < rest) return left;
        return rest > TimeSpan.Zero ? rest : TimeSpan.Zero;
    }

    public string Text
    {
        get
        {
            if (_plan.Sweep is { } sweep)
                return $"{FigureText.Count(TrialsPerRound, "trial")} × {sweep.TrialsPerPoint} × {PointsOf(sweep)}, {Words(Length)} at most";
            if (_looks is not { } looks)
                return $"{FigureText.Count(TrialsPerRound, "trial")} × {FigureText.Count(Rounds, "round")}, {Words(Length)}; verdicts need at least {VerdictRule.FewestRounds} rounds";
            var fewest = looks[0] * TrialsPerRound * _trial;
            return $"{FigureText.Count(TrialsPerRound, "trial")} × {looks[0]} to {looks[^1]} rounds until the result is clear, {Words(fewest < Length ? fewest : Length)} at least and "
                + $"{Words(Length)} at most; looks after {string.Join(", ", looks.SkipLast(1))} and {looks[^1]} rounds";
        }
    }

    private static int MostOf(SweepPlan sweep) => sweep.Find switch
    {
        SweepGoal.Best => sweep.TrialsPerPoint * sweep.Values.Length + sweep.Confirmations * Math.Max(1, sweep.Goals.Length),
        SweepGoal.Goal => (sweep.TrialsPerPoint * Bisection.MostPoints(sweep) + sweep.Confirmations) * Math.Max(1, sweep.Goals.Length),
        _ => sweep.TrialsPerPoint * Bisection.MostPoints(sweep),
    };

    private static string PointsOf(SweepPlan sweep) => sweep switch
    {
        { Find: SweepGoal.Best } => FigureText.Count(sweep.Values.Length, "value"),
        { Over.Kind: SweepKind.Rate } => "at most " + FigureText.Count(Bisection.MostPoints(sweep), "rate"),
        _ => "at most " + FigureText.Count(Bisection.MostPoints(sweep), "value"),
    };

    private static string Words(TimeSpan time) => time.TotalMinutes < 1 ? "less than a minute" : $"about {Math.Ceiling(time.TotalMinutes):0} min";
}
