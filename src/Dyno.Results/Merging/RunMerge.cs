namespace Dyno.Results;

/// <summary>
/// Merges several runs of one load: histograms are merged and read again, counts are added, and no percentile is averaged. Runs that
/// were under way at the same moment (shares of a plan, several generators) add up; runs one after the other (repetitions) make a
/// longer run.
/// </summary>
public static class RunMerge
{
    /// <summary>Merges runs.</summary>
    /// <param name="runs">At least one, in any order.</param>
    /// <returns>The merged run; the run itself when it is the only one.</returns>
    /// <exception cref="UserFault">A histogram in one of the runs is damaged.</exception>
    public static RunResult Of(IReadOnlyCollection<RunResult> runs)
    {
        ArgumentOutOfRangeException.ThrowIfZero(runs.Count);
        if (runs.Count == 1) return runs.First();
        var waves = Waves.Of(runs);
        var ordered = waves.SelectMany(wave => wave).ToList();
        var first = ordered[0];
        var isOneByOne = waves.All(wave => wave.Length == 1);
        var metrics = new MetricMerge(waves);
        var measured = PhaseMerge.Of(waves) with { Metrics = metrics.Metrics };
        var thresholds = new ThresholdMerge(ordered, metrics, measured, FiguresOf(ordered, isOneByOne));
        return first with
        {
            Id = first.Id + "-merged",
            MergedRuns = [.. ordered.Select(run => run.Id)],
            EndedAt = ordered.Max(run => run.EndedAt),
            Plan = first.Plan with { ExecutionSegment = Shares(ordered) },
            Outcome = ordered.Select(run => run.Outcome).FirstOrDefault(outcome => outcome != RunOutcome.Completed, RunOutcome.Completed),
            OutcomeReason = ordered.Where(run => run.Outcome != RunOutcome.Completed).Select(run => $"{run.Id}: {run.OutcomeReason}").FirstOrDefault(),
            WarmUp = null,
            Measured = measured,
            Generator = Generator(ordered),
            Server = isOneByOne ? Server(ordered) : null,
            Services = isOneByOne ? Services(ordered) : [],
            Explanations = Explanations(ordered),
            Profile = null,
            LeftOut = LeftOut.Of(ordered, isOneByOne, metrics, thresholds),
            Health = Health(ordered, first, measured.Totals),
            Thresholds = thresholds.Records,
        };
    }

    /// <summary>Merges the warm-ups of runs that were warmed up side by side; null where a run had no warm-up.</summary>
    /// <param name="runs">At least one.</param>
    /// <exception cref="UserFault">A histogram in one of the runs is damaged.</exception>
    public static PhaseResult? WarmUps(IReadOnlyCollection<RunResult> runs)
    {
        if (runs.Any(run => run.WarmUp is null)) return null;
        return PhaseMerge.Of([[.. runs.Select(run => run with { Measured = run.WarmUp!, WarmUp = null })]]);
    }

    /// <summary>Judges the thresholds of runs that may still continue, on the measurements of all runs together.</summary>
    /// <param name="runs">At least one.</param>
    /// <exception cref="UserFault">A histogram in one of the runs is damaged.</exception>
    public static ImmutableArray<ThresholdRecord> Judge(IReadOnlyCollection<RunResult> runs)
    {
        var waves = Waves.Of(runs);
        var metrics = new MetricMerge(waves);
        return new ThresholdMerge([.. runs], metrics, PhaseMerge.Of(waves) with { Metrics = metrics.Metrics }, FiguresOf([.. runs], isOneByOne: false)).Records;
    }

    // Figures that every run has. Runs side by side may have seen the same server twice, so their figures cannot be merged.
    private static ImmutableSortedDictionary<string, double> FiguresOf(List<RunResult> runs, bool isOneByOne)
    {
        if (!isOneByOne) return ImmutableSortedDictionary<string, double>.Empty;
        var sets = runs.ConvertAll(RunFigures.Of);
        var merge = new FigureMerge();
        for (var i = 0; i < runs.Count; i++) merge.Add(sets[i], runs[i].Measured.DurationSeconds, runs[i].Measured.Totals.Requests);
        return merge.ToFigures().RemoveRange(sets.SelectMany(set => set.Keys).Where(name => !sets.TrueForAll(set => set.ContainsKey(name))));
    }

    // The shares that were run together, joined in the order of their texts.
    private static string? Shares(List<RunResult> runs) => runs.Any(run => run.Plan.ExecutionSegment is null)
        ? runs[0].Plan.ExecutionSegment
        : string.Join(" + ", runs.Select(run => run.Plan.ExecutionSegment).Distinct().Order(StringComparer.Ordinal));

    private static GeneratorRecord Generator(List<RunResult> runs)
    {
        var requests = runs.Sum(run => run.Measured.Totals.Requests);
        var cpuSeconds = runs.Sum(run => run.Generator.CpuSeconds);
        return runs[0].Generator with
        {
            CpuSeconds = cpuSeconds,
            CpuMicrosPerRequest = requests == 0 ? 0 : cpuSeconds * 1e6 / requests,
            PeakWorkingSetBytes = runs.Max(run => run.Generator.PeakWorkingSetBytes),
            WorkerBusy = [.. runs.SelectMany(run => run.Generator.WorkerBusy)],
            Stalls = runs.Sum(run => run.Generator.Stalls),
            StalledSeconds = runs.Sum(run => run.Generator.StalledSeconds),
            GarbageCollections = runs.Sum(run => run.Generator.GarbageCollections),
            ScriptEngine = EnginesOf(runs),
        };
    }

    // Agents on different systems may have different engines.
    private static string? EnginesOf(List<RunResult> runs)
    {
        var engines = runs.Select(run => run.Generator.ScriptEngine).OfType<string>().Distinct().Order(StringComparer.Ordinal).ToList();
        return engines.Count == 0 ? null : string.Join(" and ", engines);
    }

    // Merges servers that ran one after the other. Servers side by side may be the same server, seen twice.
    private static ServerObservation? Server(List<RunResult> runs) =>
        runs.Any(run => run.Server is null) ? null : ServerMerge.Of([.. runs.Select(run => Seen(run, run.Server!))]);

    private static ImmutableArray<ServiceObservation> Services(List<RunResult> runs) =>
    [
        .. from service in runs[0].Services
           let seen = runs.SelectMany(run => run.Services
               .Where(s => s.Name == service.Name && s.Process is not null).Select(s => Seen(run, s.Process!))).ToList()
           where seen.Count == runs.Count
           select service with { Process = ServerMerge.Of(seen) },
    ];

    private static SeenProcess Seen(RunResult run, ServerObservation process) => new(process, run.Measured.DurationSeconds, run.Measured.Totals.Requests);

    // For each rule, the explanation from the first run where the rule held, and the number of runs where it held.
    private static ImmutableArray<ExplanationRecord> Explanations(List<RunResult> runs) =>
    [
        .. runs.SelectMany(run => run.Explanations).GroupBy(why => why.Rule)
            .Select(group => group.First() with { Trials = group.Count(), OfTrials = runs.Count })
            .OrderByDescending(why => why.Trials),
    ];

    private static HealthRecord Health(List<RunResult> runs, RunResult first, Totals totals)
    {
        var findings = runs.SelectMany(run => run.Health.Findings).GroupBy(finding => (finding.Rule, finding.State))
            .Select(group => Worst([.. group], runs.Count, totals)).ToList();
        if (runs.Any(run => !IsSameLoad(run, first)))
            findings.Add(Strained("different-loads", "the merged runs sent different requests: their sum describes none of them. Merge runs of one plan."));
        if (runs.Any(run => run.Environment.CpuModel != first.Environment.CpuModel || run.Environment.LogicalCpus != first.Environment.LogicalCpus))
            findings.Add(Strained("different-machines", "the merged runs come from machines of different kinds: the environment shown is that of the first run."));
        var worst = runs.Max(run => run.Health.State);
        return new HealthRecord
        {
            State = worst == HealthState.Healthy && findings.Count > 0 ? HealthState.Strained : worst,
            Findings = [.. findings.OrderByDescending(finding => finding.State)],
        };
    }

    // Of the findings of one rule, the one that lies farthest beyond its limit, with the counts of all runs where the merge knows them.
    private static HealthFinding Worst(List<HealthFinding> findings, int runs, Totals totals)
    {
        var worst = findings.MaxBy(finding => finding.Limit > 0 ? finding.Value / finding.Limit : finding.Value)!;
        return worst with { Message = $"{findings.Count} of {runs} runs{(findings.Count > 1 ? ", the worst" : "")}: {worst.Message}{InAll(worst.Rule, totals)}" };
    }

    private static string InAll(string rule, Totals totals) => rule switch
    {
        "errors" => $" In all runs {FigureText.Count(totals.FailedRequests, "request")} failed in {FigureText.Count(totals.Iterations, "iteration")}.",
        "redirects" => $" In all runs there were {FigureText.Count(totals.Redirects, "redirect")} in {FigureText.Count(totals.Iterations, "iteration")}.",
        "dropped-starts" => $" In all runs {FigureText.Count(totals.DroppedIterations, "start")} of {FigureText.Count(totals.PlannedStarts ?? 0)} were dropped.",
        _ => "",
    };

    private static bool IsSameLoad(RunResult run, RunResult first) => StepsOf(run).SequenceEqual(StepsOf(first));

    private static IEnumerable<(string, string)> StepsOf(RunResult run) =>
        run.Plan.Scenarios.SelectMany(s => StepNames.Of(run.Plan, s), (s, step) => (s.Name, step));

    private static HealthFinding Strained(string rule, string message) => new() { Rule = rule, State = HealthState.Strained, Message = message };
}
