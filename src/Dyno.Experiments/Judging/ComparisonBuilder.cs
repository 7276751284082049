namespace Dyno.Experiments;

/// <summary>Makes the document of an experiment from its trials.</summary>
/// <param name="variants">Every variant of every cell, controls included.</param>
/// <param name="read">Reads the document of a trial; null where it cannot be read.</param>
internal sealed class ComparisonBuilder(ExperimentPlan plan, ImmutableArray<VariantPlan> variants, Func<string, RunResult?> read)
{
    private const double OwnLevel = 0.95;

    /// <summary>What is known of the variants beside their trials.</summary>
    public VariantKnowledge Known { get; init; } = VariantKnowledge.Nothing;

    /// <summary>The level of the verdicts for a number of compared pairs.</summary>
    public Func<int, double> LevelFor { get; init; } = VerdictRule.LevelFor;

    public Comparison Build(RoundSequence rounds, ImmutableArray<TrialRecord> trials, string id, DateTimeOffset startedAt)
    {
        var documents = variants.ToDictionary(v => (v.Name, v.Cell), v => TrialDocuments.Of(UsedOf(v, trials), read));
        var asked = Known.Differences.AddRange(Known.UnderLoad());
        var differences = asked.AddRange(variants.Where(v => !asked.Any(d => d.Variant == v.Name && d.Cell == v.Cell))
            .SelectMany(v => DifferencesOf(v, documents)));
        var (pairs, health) = Judgement.Of(plan.Compare, variants.Select(v => (v.Name, v.Cell)), trials, rounds.IsVoid, LevelFor, rounds.MinutesPerRound);
        return new Comparison
        {
            Id = id,
            StartedAt = startedAt,
            EndedAt = TimeProvider.System.GetUtcNow(),
            Tool = ToolRecords.Current,
            Experiment = Experiment() with { Level = LevelFor(Judgement.ComparisonsOf(plan.Compare, [.. variants.Select(v => v.Name).Distinct()])) },
            Environment = rounds.First!.Environment,
            Interleaved = true,
            Health = With(health, Findings(rounds, trials, differences)),
            Trials = OutlierMarks.Set(trials, plan.Compare),
            Variants = [.. variants.Select(v => VariantOf(v, trials, documents[(v.Name, v.Cell)]))],
            Pairs = pairs,
            ScriptMetrics = ScriptFigures.Of(
                [rounds.First!, .. variants.Select(v => UsedOf(v, trials).FirstOrDefault()?.Run).OfType<string>().Select(read).OfType<RunResult>()]),
            AnswerDifferences = differences,
            Skipped = Known.Skipped.AddRange(rounds.LeftOut),
            Notes = [.. Known.Forks.Select(fork => fork + "."),
                .. (rounds.WhyAlone ?? Known.WhySequential) is { Length: > 0 } why ? [$"Trials ran one after the other: {why}."] : (string[])[], .. DuetNotes.Of(trials)],
        };
    }

    /// <summary>The document of a search over rates: it has no pairs, only the results of the search.</summary>
    public Comparison BuildSweep(SweepResult sweep, SweepTrials trials, string id, DateTimeOffset startedAt, bool wasStopped) => new()
    {
        Id = id,
        StartedAt = startedAt,
        EndedAt = TimeProvider.System.GetUtcNow(),
        Tool = ToolRecords.Current,
        Experiment = Experiment(),
        Environment = trials.Environment!,
        Interleaved = false,
        Health = With(new HealthRecord { State = HealthState.Healthy, Findings = [] }, SweepFindings(sweep, trials, wasStopped)),
        Trials = trials.All,
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
        Text = Redaction.Lines(plan.Text),
        Rounds = plan.Rounds,
        Seed = plan.Seed,
        Baseline = plan.Compare.Baseline,
        Yardstick = plan.Compare.Yardstick,
        Headline = plan.Compare.Headline,
        Thresholds = plan.Compare.Metrics.Concat(plan.Compare.Judge).Concat(plan.Compare.JudgeByDefault).Append(plan.Compare.Headline).Distinct()
            .ToImmutableSortedDictionary(
            m => m, m => plan.Compare.Thresholds.GetValueOrDefault(m, FigureTable.Find(m)!.Threshold), StringComparer.Ordinal),
        Control = plan.Control,
        Rebuilt = plan.Rebuilds,
    };

    private IEnumerable<HealthFinding> Findings(
        RoundSequence rounds, ImmutableArray<TrialRecord> trials, ImmutableArray<AnswerDifference> differences)
    {
        foreach (var finding in Known.Machine) yield return finding;
        if (rounds.WasStopped)
            yield return Strained("stopped", $"stopped by the user after {rounds.Good} of {plan.Rounds} rounds. Verdicts from fewer rounds than planned are wrong more often.");
        if (rounds.Strained.Count > 0) yield return StrainedTrials.Finding(rounds.Strained, trials.Length);
        if (differences.Length > 0) yield return AnswersDiffer(differences.Length);
        foreach (var busy in DuetNotes.BusyInBackground(trials)) yield return Strained("background-work", busy);
        var used = new UsedTrials(trials);
        if (SpeedChanges.WithinLaunches(used.All) is { } slowing) yield return Strained("slows-down", slowing);
        foreach (var drift in SpeedChanges.FromRoundToRound(plan.Compare, used)) yield return Strained("rounds-drift", drift);
        if (WarmUpLevels.Doubt(plan, [.. trials.Where(t => t.Outcome == TrialOutcome.Used)]) is { } rising) yield return Strained("warm-up-not-level", rising);
    }

    private static HealthFinding AnswersDiffer(int count) =>
        Strained("answers-differ", $"{(count == 1 ? "1 answer differs" : $"{count} answers differ")} between variants: the variants may not do the same work. Compare them only if this is intended.");

    private static HealthFinding Strained(string rule, string message) => new() { Rule = rule, State = HealthState.Strained, Message = message };

    private static HealthRecord With(HealthRecord health, IEnumerable<HealthFinding> more)
    {
        ImmutableArray<HealthFinding> findings = [.. health.Findings.Concat(more).OrderByDescending(f => f.State)];
        return new HealthRecord { State = findings.IsEmpty ? HealthState.Healthy : findings[0].State, Findings = findings };
    }

    private IEnumerable<HealthFinding> SweepFindings(SweepResult sweep, SweepTrials trials, bool wasStopped)
    {
        if (sweep.Points.IsEmpty) yield return NoPoint(trials);
        foreach (var finding in Known.Machine) yield return finding;
        if (wasStopped) yield return Strained("stopped", "stopped by the user: the search did not finish. Run the search again.");
        if (trials.Strained.Count > 0) yield return StrainedTrials.Finding(trials.Strained, trials.All.Length);
        if (trials.All.Count(t => t.Outcome is TrialOutcome.Void or TrialOutcome.Failed) is var spoiled and > 0)
            yield return Strained("spoiled-trials", $"{spoiled} of {trials.All.Length} trials were void or failed and do not count. See their reasons.");
        if (Known.Differences.Length > 0) yield return AnswersDiffer(Known.Differences.Length);
    }

    // Without a point there is no answer, not even that nothing was found.
    private static HealthFinding NoPoint(SweepTrials trials) => new()
    {
        Rule = "no-point",
        State = HealthState.Void,
        Message = "no value of the search was measured, so it has no answer: " + (trials.All.FirstOrDefault(t => t.Outcome is TrialOutcome.Void or TrialOutcome.Failed) is { } spoiled
            ? $"its launches were void or failed, the first because {spoiled.Reason}" : "its launches do not give the figure that it compares"),
    };

    private IEnumerable<AnswerDifference> DifferencesOf(VariantPlan variant, Dictionary<(string Name, string Cell), TrialDocuments> documents) =>
        variant.Name == plan.Compare.Baseline || variant.Name == Judgement.ControlName ? []
            : documents[(plan.Compare.Baseline, variant.Cell)].Answers
                .DifferencesOf(documents[(variant.Name, variant.Cell)].Answers, variant.Name, variant.Cell);

    private static IEnumerable<TrialRecord> UsedOf(VariantPlan variant, ImmutableArray<TrialRecord> trials) =>
        trials.Where(t => t.Variant == variant.Name && t.Cell == variant.Cell && t.Outcome == TrialOutcome.Used);

    private VariantResult VariantOf(VariantPlan variant, ImmutableArray<TrialRecord> trials, TrialDocuments documents)
    {
        var own = trials.Where(t => t.Variant == variant.Name && t.Cell == variant.Cell).ToList();
        var used = UsedOf(variant, trials).ToList();
        return new VariantResult
        {
            Name = variant.Name,
            Cell = variant.Cell,
            Trials = used.Count,
            Discarded = own.Count - used.Count,
            Metrics = SpreadsOf(ByRound(used)),
            Latency = documents.Latency,
            Services = documents.Services,
            Explanations = documents.Explanations,
            Revision = Known.RevisionOf(variant),
            Effective = Known.EffectiveOf(variant),
            Cold = Known.Cold.GetValueOrDefault((variant.Name, variant.Cell)),
        };
    }

    // A variant that was up in several groups of a round counts once in it: its launches of one round are not independent.
    private static List<TrialRecord> ByRound(List<TrialRecord> used) => used.TrueForAll(t => t.Group is null) ? used :
    [
        .. used.GroupBy(t => t.Round).Select(round => round.First() with
        {
            Metrics = round.SelectMany(t => t.Metrics).GroupBy(m => m.Key).Where(g => g.Count() == round.Count())
                .ToImmutableSortedDictionary(g => g.Key, g => g.Average(m => m.Value), StringComparer.Ordinal),
        }),
    ];

    /// <summary>Each metric over the trials that count.</summary>
    internal static ImmutableSortedDictionary<string, MetricSpread> SpreadsOf(IReadOnlyCollection<TrialRecord> used) =>
        used.SelectMany(t => t.Metrics).GroupBy(m => m.Key, m => m.Value)
            .Where(g => g.Count() == used.Count) // a quantile counts only when every trial has one
            .ToImmutableSortedDictionary(g => g.Key, g => Spread([.. g.Order()]), StringComparer.Ordinal);

    // The interval of a variant's own figure, by the same estimator as for a ratio, on the logarithms of the launches.
    private static MetricSpread Spread(double[] sorted)
    {
        var spread = new MetricSpread(WalshAverages.Median(sorted), sorted[0], sorted[^1]);
        if (sorted.Length < 2 || sorted[0] <= 0) return spread;
        var interval = PairedRatio.FromLogRatios([.. sorted.Select(figure => Math.Log(figure))], OwnLevel).Interval!;
        return spread with { Low = interval.Low, High = interval.High };
    }
}
