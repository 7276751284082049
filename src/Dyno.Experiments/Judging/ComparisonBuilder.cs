using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Rounds;
using Dyno.Experiments.Statistics;
using Dyno.Load.Running;
using Dyno.Results;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Judging;

/// <summary>From the trials of an experiment to its document.</summary>
/// <param name="plan">The experiment.</param>
/// <param name="variants">Every variant of every cell, controls included.</param>
/// <param name="read">Reads a trial's document; null where it cannot be had.</param>
internal sealed class ComparisonBuilder(ExperimentPlan plan, ImmutableArray<VariantPlan> variants, Func<string, RunResult?> read)
{
    private const double OwnLevel = 0.95;

    /// <summary>What is known of the variants beside their trials.</summary>
    public VariantKnowledge Known { get; init; } = VariantKnowledge.Nothing;

    /// <summary>The level of the verdicts for a number of compared pairs.</summary>
    public Func<int, double> LevelFor { get; init; } = VerdictRule.LevelFor;

    public Comparison Build(RoundSequence rounds, ImmutableArray<TrialRecord> trials,
        ImmutableArray<AnswerDifference> differences, string id, DateTimeOffset startedAt)
    {
        var (pairs, health) = Judgement.Of(plan.Compare, variants.Select(v => (v.Name, v.Cell)), trials, rounds.IsVoid, LevelFor);
        return new Comparison
        {
            Id = id,
            StartedAt = startedAt,
            EndedAt = TimeProvider.System.GetUtcNow(),
            Tool = ToolRecords.Current,
            Experiment = Experiment(),
            Environment = rounds.Environment!,
            Interleaved = true,
            Health = With(health, Findings(rounds, trials, differences)),
            Trials = trials,
            Variants = [.. variants.Select(v => VariantOf(v, trials))],
            Pairs = pairs,
            AnswerDifferences = differences,
            Skipped = Known.Skipped.AddRange(rounds.LeftOut),
        };
    }

    /// <summary>The document of a search over rates: no pairs, but what was found.</summary>
    public Comparison BuildSweep(SweepResult sweep, ImmutableArray<TrialRecord> trials, EnvironmentRecord environment, string id,
        DateTimeOffset startedAt, bool wasStopped) => new()
        {
            Id = id,
            StartedAt = startedAt,
            EndedAt = TimeProvider.System.GetUtcNow(),
            Tool = ToolRecords.Current,
            Experiment = Experiment(),
            Environment = environment,
            Interleaved = false,
            Health = With(new HealthRecord { State = HealthState.Healthy, Findings = [] },
                wasStopped ? [Strained("stopped", "stopped by the user: the search has not come to its end. Run it again.")] : []),
            Trials = trials,
            Variants = [],
            Pairs = [],
            AnswerDifferences = Known.Differences,
            Skipped = Known.Skipped,
            Sweep = sweep,
        };

    private ExperimentRecord Experiment() => new()
    {
        Name = plan.Name,
        Source = plan.Source,
        Text = string.Join('\n', plan.Text.Split('\n').Select(Redaction.Text)),
        Rounds = plan.Rounds,
        Seed = plan.Seed,
        Baseline = plan.Compare.Baseline,
        Headline = plan.Compare.Headline,
        Thresholds = plan.Compare.Metrics.Add(plan.Compare.Headline).Distinct().ToImmutableSortedDictionary(
            m => m, m => plan.Compare.Thresholds.GetValueOrDefault(m, MetricCatalogue.All[m].Threshold), StringComparer.Ordinal),
        Control = plan.Control,
    };

    private IEnumerable<HealthFinding> Findings(
        RoundSequence rounds, ImmutableArray<TrialRecord> trials, ImmutableArray<AnswerDifference> differences)
    {
        var used = trials.Count(t => t.Outcome == TrialOutcome.Used);
        if (rounds.WasStopped)
            yield return Strained("stopped", $"stopped by the user after {used / variants.Length} of {plan.Rounds} rounds. Verdicts on fewer rounds than planned err more often.");
        if (rounds.Strained > 0)
            yield return Strained("strained-trials", $"{rounds.Strained} of {trials.Length} trials were strained. See their documents, and run on a quieter machine.");
        if (differences.Length > 0)
            yield return Strained("answers-differ", $"{differences.Length} answers differ between variants: they do not do the same work. Compare them only if that is meant.");
        if (trials.Count(t => t is { Outcome: TrialOutcome.Used, WarmUpReachedLevel: false, WarmUpSeconds: > 0 }) is var rising and > 0)
            yield return Strained("warm-up-not-level", $"the warm-up of {rising} of {used} trials had not become level within {plan.WarmUp.Maximum.TotalSeconds:0.#} s. Give it a longer maximum.");
    }

    private static HealthFinding Strained(string rule, string message) => new() { Rule = rule, State = HealthState.Strained, Message = message };

    private static HealthRecord With(HealthRecord health, IEnumerable<HealthFinding> more)
    {
        ImmutableArray<HealthFinding> findings = [.. health.Findings.Concat(more).OrderByDescending(f => f.State)];
        return new HealthRecord { State = findings.IsEmpty ? HealthState.Healthy : findings[0].State, Findings = findings };
    }

    private VariantResult VariantOf(VariantPlan variant, ImmutableArray<TrialRecord> trials)
    {
        var own = trials.Where(t => t.Variant == variant.Name && t.Cell == variant.Cell).ToList();
        var used = own.Where(t => t.Outcome == TrialOutcome.Used).ToList();
        var documents = TrialDocuments.Of(used, read);
        return new VariantResult
        {
            Name = variant.Name,
            Cell = variant.Cell,
            Trials = used.Count,
            Discarded = own.Count - used.Count,
            Metrics = used.SelectMany(t => t.Metrics).GroupBy(m => m.Key, m => m.Value)
                .Where(g => g.Count() == used.Count) // a quantile counts only when every trial has it
                .ToImmutableSortedDictionary(g => g.Key, g => Spread([.. g.Order()]), StringComparer.Ordinal),
            Latency = documents.Latency,
            Explanations = documents.Explanations,
            Effective = Known.EffectiveOf(variant),
            Cold = Known.Cold.GetValueOrDefault((variant.Name, variant.Cell)),
        };
    }

    // The interval of a variant's own figure: the same estimator as of a ratio, on the logarithms of its launches.
    private static MetricSpread Spread(double[] sorted)
    {
        var spread = new MetricSpread(WalshAverages.Median(sorted), sorted[0], sorted[^1]);
        if (sorted.Length < 2 || sorted[0] <= 0) return spread;
        var interval = PairedRatio.FromLogRatios([.. sorted.Select(figure => Math.Log(figure))], OwnLevel).Interval!;
        return spread with { Low = interval.Low, High = interval.High };
    }
}
