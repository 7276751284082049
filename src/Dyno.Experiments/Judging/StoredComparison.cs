namespace Dyno.Experiments;

/// <summary>
/// Compares stored runs. The runs were not interleaved, so any change of the machine between them would look like a difference of the
/// programs. The comparison therefore has ratios, but no verdict.
/// </summary>
public static class StoredComparison
{
    /// <summary>Compares each run with the first.</summary>
    /// <param name="runs">A name for each, and the run; at least two.</param>
    public static Comparison Of(IReadOnlyList<(string Name, RunResult Run)> runs)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(runs.Count, 2);
        var compare = new ComparePlan
        {
            Baseline = runs[0].Name,
            Headline = runs.All(r => r.Run.Plan.Model == LoadModel.Closed) ? "rate" : "p99",
            Metrics = ["p50", "p99", "server.cpuPerRequest", "server.workingSet", "errors"],
        };
        ImmutableArray<TrialRecord> trials = [.. runs.Select(r => TrialOf(r.Name, r.Run))];
        var (pairs, judged) = Judgement.Of(compare, runs.Select(r => (r.Name, "")), trials, isVoid: false);
        ImmutableArray<HealthFinding> findings = [.. judged.Findings.Concat(Findings(runs)).OrderByDescending(f => f.State)];
        return new Comparison
        {
            Id = RunId.At(TimeProvider.System.GetUtcNow()),
            StartedAt = runs.Min(r => r.Run.StartedAt),
            EndedAt = runs.Max(r => r.Run.EndedAt),
            Tool = ToolRecords.Current,
            Experiment = new ExperimentRecord
            {
                Name = string.Join(" against ", runs.Skip(1).Select(r => r.Name).Append(runs[0].Name)),
                Source = "stored results",
                Rounds = 1,
                Seed = runs[0].Run.Plan.Seed,
                Baseline = compare.Baseline,
                Headline = compare.Headline,
                Thresholds = ImmutableSortedDictionary<string, double>.Empty.Add(compare.Headline, FigureTable.Find(compare.Headline)!.Threshold),
                Control = false,
            },
            Environment = runs[0].Run.Environment,
            Interleaved = false,
            Health = new HealthRecord { State = findings[0].State, Findings = findings },
            Trials = trials,
            Variants = [.. runs.Zip(trials, (r, t) => VariantOf(r.Name, r.Run, t))],
            Pairs = pairs,
            ScriptMetrics = ScriptFigures.Of(runs.Select(r => r.Run)),
        };
    }

    private static TrialRecord TrialOf(string name, RunResult run) => new()
    {
        Round = 1,
        Variant = name,
        Outcome = TrialOutcome.Used,
        Metrics = RunFigures.Of(run),
        WarmUpReachedLevel = run.WarmUp?.ReachedLevel == true,
        WarmUpSeconds = run.WarmUp?.DurationSeconds ?? 0,
    };

    private static VariantResult VariantOf(string name, RunResult run, TrialRecord trial) => new()
    {
        Name = name,
        Trials = 1,
        Discarded = 0,
        Metrics = trial.Metrics.ToImmutableSortedDictionary(m => m.Key, m => new MetricSpread(m.Value, m.Value, m.Value), StringComparer.Ordinal),
        Latency = run.Measured.Overall.Response,
        Effective = run.Subject?.Effective,
        Explanations = run.Explanations,
    };

    private static IEnumerable<HealthFinding> Findings(IReadOnlyList<(string Name, RunResult Run)> runs)
    {
        yield return Strained("not-interleaved", "these runs were made one after the other, each once: a change of the machine in between looks like "
            + "a difference between the programs, and launches of the same program differ, too. For a verdict, measure the programs together: dyno compare EXPERIMENT.");
        var (first, others) = (runs[0].Run, runs.Skip(1).ToList());
        foreach (var (name, run) in others)
        {
            if (run.Environment.CpuModel != first.Environment.CpuModel || run.Environment.LogicalCpus != first.Environment.LogicalCpus)
                yield return Strained("other-machine", $"{name} was measured on a different machine than {runs[0].Name}. Measure both on one machine.");
            if (LoadOf(run) != LoadOf(first)) yield return Strained("other-load", $"{name} was measured under a different load than {runs[0].Name}: {LoadOf(run)} against {LoadOf(first)}.");
        }
        foreach (var (name, run) in runs.Where(r => r.Run.Outcome != RunOutcome.Completed))
            yield return Strained("unfinished-run", $"{name} {Ended(run)}: its figures {(run.Outcome == RunOutcome.Failed ? "may cover" : "cover")} only a part of the load.");
        foreach (var (name, run) in runs.Where(r => r.Run.Health.State == HealthState.Void))
            yield return new HealthFinding { Rule = "void-run", State = HealthState.Void, Message = $"{name} is void: {run.Health.Findings[0].Message}" };
    }

    private static string Ended(RunResult run)
    {
        var how = run.Outcome switch
        {
            RunOutcome.Interrupted => "was interrupted",
            RunOutcome.Aborted => "was aborted",
            RunOutcome.ThresholdAborted => "was ended by a threshold",
            _ => "failed",
        };
        return run.OutcomeReason is { Length: > 0 } reason ? $"{how} ({reason})" : how;
    }

    private static string LoadOf(RunResult run) => string.Join(" + ", run.Plan.Scenarios.Select(s =>
        $"{s.Executor}({string.Join(", ", s.Parameters.Select(p => $"{p.Key} {p.Value}"))}) of {string.Join(", ", StepNames.Of(run.Plan, s))}"));

    private static HealthFinding Strained(string rule, string message) => new() { Rule = rule, State = HealthState.Strained, Message = message };
}
