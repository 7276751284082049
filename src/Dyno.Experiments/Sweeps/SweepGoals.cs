namespace Dyno.Experiments;

/// <summary>Decides whether launches meet the goals of a search, and what figures they reach.</summary>
internal sealed class SweepGoals(ExperimentPlan plan)
{
    private const double Level = 0.95;

    private readonly ImmutableArray<string> _others = OthersOf(plan);

    /// <summary>The goals; without any, a single goal that every launch with a good answer meets.</summary>
    public ImmutableArray<SweepConditions> All { get; } = plan.Sweep!.Goals.IsEmpty ? [SweepConditions.None] : plan.Sweep.Goals;

    /// <summary>Whether most of the launches meet a goal. A launch without a good answer meets none.</summary>
    public static bool IsMet(SweepConditions goal, IReadOnlyList<SweepTrial> measured) => Met(goal, measured) * 2 > measured.Count;

    /// <summary>How many of the launches meet a goal.</summary>
    public static int Met(SweepConditions goal, IReadOnlyList<SweepTrial> measured) => measured.Count(trial => Meets(goal, trial));

    /// <summary>The headline over the launches; null unless each launch has it.</summary>
    public SweepObjective? Objective(IReadOnlyList<SweepTrial> measured) => Figure(plan.Compare.Headline, measured);

    /// <summary>The other figures that are shown at each value: the metrics of the goals, and the metrics that the experiment names.</summary>
    public ImmutableArray<SweepObjective> Others(IReadOnlyList<SweepTrial> measured) =>
        [.. _others.Select(metric => Figure(metric, measured)).OfType<SweepObjective>()];

    private static SweepObjective? Figure(string metric, IReadOnlyList<SweepTrial> measured)
    {
        double[] values = [.. measured.Select(t => RunFigures.Of(t.Run)).Where(m => m.ContainsKey(metric)).Select(m => m[metric])];
        if (values.Length < measured.Count || values.Length == 0) return null;
        var interval = IntervalOf(values);
        return new SweepObjective { Metric = metric, Value = WalshAverages.Median([.. values.Order()]), Low = interval?.Low, High = interval?.High };
    }

    // On logarithms, as in verdicts, because launches differ by factors: a rate is never negative. A figure that can be zero has no
    // logarithm; its interval is cut at zero.
    private static (double Low, double High)? IntervalOf(double[] values)
    {
        if (values.Length < 2) return null;
        if (values.Any(value => value <= 0)) return Location.Of(values, Level).Interval is { } plain ? (Math.Max(0, plain.Low), plain.High) : null;
        return Location.Of([.. values.Select(value => Math.Log(value))], Level).Interval is { } logs ? (Math.Exp(logs.Low), Math.Exp(logs.High)) : null;
    }

    // A condition names its metric as thresholds do; the metric can be drawn when an experiment has it by the same name.
    private static ImmutableArray<string> OthersOf(ExperimentPlan plan) =>
    [
        .. plan.Sweep!.Goals.SelectMany(goal => goal.Thresholds).Select(threshold => threshold.FigureName).OfType<string>()
            .Concat(plan.Compare.Metrics).Where(FigureTable.IsName).Where(metric => metric != plan.Compare.Headline).Distinct(),
    ];

    private static bool Meets(SweepConditions goal, SweepTrial trial)
    {
        var totals = trial.Run.Measured.Totals;
        return totals.Requests > totals.FailedRequests
            && new ThresholdEvaluator(goal.Thresholds, ResultMetrics.Of(trial.Run)).Finish().All(outcome => outcome.Passed);
    }
}
