using System.Runtime.InteropServices;

namespace Dyno.Experiments;

/// <summary>
/// An experiment after some of its trials: judged as at the end, from the lines that are written as each trial ends. The result is no
/// verdict: a user who stops an experiment at the moment when it looks good has looked too often.
/// </summary>
public static class InterimComparison
{
    /// <summary>The comparison so far.</summary>
    /// <returns>Null while there is no trial to look at.</returns>
    public static Comparison? Of(ExperimentPlan plan, ImmutableArray<TrialRecord> trials, string id)
    {
        if (trials.All(trial => trial.Outcome != TrialOutcome.Used)) return null;
        // What counted in an attempt before the last one is repeated with its round.
        trials = [.. trials.GroupBy(trial => trial.Round).SelectMany(round => round.Where(trial => trial.Attempt == round.Max(other => other.Attempt)))];
        var variants = Experiment.WithControls(plan).Where(variant => trials.Any(trial => Is(trial, variant) && trial.Outcome == TrialOutcome.Used)).ToList();
        var (pairs, health) = Judgement.Of(plan.Compare, variants.Select(variant => (variant.Name, variant.Cell)), trials, isVoid: false);
        var started = RunId.MomentOf(id) ?? TimeProvider.System.GetUtcNow();
        return new Comparison
        {
            Id = id,
            StartedAt = started,
            EndedAt = TimeProvider.System.GetUtcNow(),
            Tool = ToolRecords.Current,
            Experiment = new ExperimentRecord
            {
                Name = plan.Name,
                Source = plan.Source,
                Text = Redaction.Lines(plan.Text),
                Rounds = plan.Rounds,
                Seed = plan.Seed,
                Baseline = plan.Compare.Baseline,
                Headline = plan.Compare.Headline,
                Thresholds = ImmutableSortedDictionary<string, double>.Empty.Add(plan.Compare.Headline, FigureTable.All[plan.Compare.Headline].Threshold)
                    .SetItems(plan.Compare.Thresholds),
                Control = plan.Control,
            },
            Environment = new EnvironmentRecord
            {
                OperatingSystem = RuntimeInformation.OSDescription,
                Architecture = RuntimeInformation.ProcessArchitecture.ToString(),
                LogicalCpus = Environment.ProcessorCount,
            },
            Interleaved = true,
            Health = new HealthRecord
            {
                State = (HealthState)Math.Max((int)HealthState.Strained, (int)health.State),
                Findings = [StillRunning(plan, trials), .. health.Findings],
            },
            Trials = trials,
            Variants = [.. variants.Select(variant => VariantOf(variant, trials))],
            Pairs = pairs,
        };
    }

    private static HealthFinding StillRunning(ExperimentPlan plan, ImmutableArray<TrialRecord> trials)
    {
        var whole = trials.Where(trial => trial.Outcome == TrialOutcome.Used).GroupBy(trial => (trial.Variant, trial.Cell))
            .Select(own => own.Select(trial => trial.Round).Distinct().Count()).Min();
        return new HealthFinding
        {
            Rule = "still-running",
            State = HealthState.Strained,
            Message = $"the experiment is still running: {whole} of {plan.Rounds} rounds are complete. Verdicts are final when all rounds are complete.",
        };
    }

    private static VariantResult VariantOf(VariantPlan variant, ImmutableArray<TrialRecord> trials)
    {
        var own = trials.Where(trial => Is(trial, variant)).ToList();
        var used = own.Where(trial => trial.Outcome == TrialOutcome.Used).ToList();
        return new VariantResult
        {
            Name = variant.Name,
            Cell = variant.Cell,
            Trials = used.Count,
            Discarded = own.Count - used.Count,
            Metrics = used.SelectMany(trial => trial.Metrics).GroupBy(metric => metric.Key, metric => metric.Value, StringComparer.Ordinal)
                .ToImmutableSortedDictionary(metric => metric.Key, metric => SpreadOf([.. metric.Order()]), StringComparer.Ordinal),
        };
    }

    private static MetricSpread SpreadOf(ImmutableArray<double> values) =>
        new((values[(values.Length - 1) / 2] + values[values.Length / 2]) / 2, values[0], values[^1]);

    private static bool Is(TrialRecord trial, VariantPlan variant) => trial.Variant == variant.Name && trial.Cell == variant.Cell;
}
