using Dyno.Experiments.Plans;
using Dyno.Experiments.Statistics;
using Dyno.Experiments.Trials;
using Dyno.Metrics.Thresholds;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Sweeps;

/// <summary>Whether launches meet the goals of a search, and what they reach by the headline.</summary>
internal sealed class SweepGoals(ExperimentPlan plan)
{
    private const double Level = 0.95;

    /// <summary>The goals as they were written, for a sentence.</summary>
    public string Words => string.Join(", ", plan.Sweep!.Goals);

    /// <summary>Whether most of the launches meet all goals. A launch without a good answer meets none.</summary>
    public bool AreMet(IReadOnlyList<SweepTrial> measured) => measured.Count(Meets) * 2 > measured.Count;

    /// <summary>How many of the launches meet all goals.</summary>
    public int Met(IReadOnlyList<SweepTrial> measured) => measured.Count(Meets);

    /// <summary>The headline over the launches; null unless each of them has it.</summary>
    public SweepObjective? Objective(IReadOnlyList<SweepTrial> measured)
    {
        var metric = plan.Compare.Headline;
        double[] values = [.. measured.Select(t => TrialMetrics.Of(t.Run)).Where(m => m.ContainsKey(metric)).Select(m => m[metric])];
        if (values.Length < measured.Count || values.Length == 0) return null;
        var interval = values.Length > 1 ? Location.Of(values, Level).Interval : null;
        return new SweepObjective { Metric = metric, Value = WalshAverages.Median([.. values.Order()]), Low = interval?.Low, High = interval?.High };
    }

    private bool Meets(SweepTrial trial)
    {
        var totals = trial.Run.Measured.Totals;
        return totals.Requests > totals.FailedRequests
            && new ThresholdEvaluator(plan.Sweep!.Goals, new ResultMetrics(trial.Run.Measured)).Finish().All(outcome => outcome.Passed);
    }
}
