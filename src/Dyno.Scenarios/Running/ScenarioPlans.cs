namespace Dyno.Scenarios;

/// <summary>Makes a plan for the runner from registered scenarios. All mistakes are reported at once.</summary>
internal sealed class ScenarioPlans(ImmutableArray<ScenarioProps> scenarios, SessionSettings settings)
{
    private readonly PlanProblems _problems = new("");

    /// <summary>Builds the plan.</summary>
    /// <exception cref="UserFault">The message names every problem, one on each line.</exception>
    public TestPlan Build(SessionRun run)
    {
        CheckNames();
        CheckWeights();
        var plans = ImmutableArray.CreateBuilder<ScenarioPlan>();
        foreach (var props in scenarios) if (PlanOf(props, run) is { } plan) plans.Add(plan);
        if (scenarios.All(s => s.Run is null)) _problems.Add("scenarios", "", "no scenario has a load: register at least one that Scenario.Create makes");
        ThrowIfAny();
        var longest = scenarios.Where(s => s.Run is not null).Max(s => s.WarmUp);
        return new TestPlan
        {
            Name = settings.TestName ?? scenarios[0].ScenarioName,
            InputKind = "csharp",
            Source = settings.Source,
            Scenarios = plans.ToImmutable(),
            WarmUp = longest,
            Seed = settings.Seed ?? Entropy.Seed(),
            Segment = settings.Segment,
            Thresholds = [.. scenarios.SelectMany(ThresholdsOf)],
            Options = settings.Options,
            Companions = [.. scenarios.SelectMany(s => s.Tokens).Select(t => t.Set).Distinct()],
        };
    }

    private void CheckNames()
    {
        foreach (var clash in scenarios.GroupBy(s => s.ScenarioName, StringComparer.Ordinal).Where(g => g.Count() > 1))
            _problems.Add("scenarios", $"'{clash.Key}'", $"{clash.Count()} scenarios have this name: give each its own");
    }

    private void CheckWeights()
    {
        var weighted = scenarios.Where(s => s.Weight is not null).ToList();
        foreach (var props in weighted.Where(s => s.Weight < 1)) Problem(props, "weight", $"{props.Weight}", "write 1 or more");
        if (weighted.Count > 0 && weighted.Any(s => !s.Simulations.SequenceEqual(weighted[0].Simulations)))
            _problems.Add("scenarios", "", "scenarios with weights share one load: give all of them the same simulations ("
                + string.Join(", ", weighted.Select(s => s.ScenarioName)) + ")");
    }

    private ScenarioPlan? PlanOf(ScenarioProps props, SessionRun run)
    {
        if (props.Run is null) return null;
        Require(props.WarmUp >= TimeSpan.Zero, props, "warm-up", $"{props.WarmUp}", "write 0 or more");
        Require(props.MaxFailCount is null or >= 1, props, "maxFailCount", $"{props.MaxFailCount}", "write 1 or more");
        Require(props.MaxUsers is >= 1 and <= 1_000_000, props, "maxConcurrentIterations", $"{props.MaxUsers}", "write a number from 1 to 1000000");
        foreach (var threshold in props.Thresholds.Where(t => t.AbortWhenErrorCount < 1))
            Problem(props, "threshold", $"'{threshold.Expression}' with abortWhenErrorCount {threshold.AbortWhenErrorCount}", "write 1 or more, or leave it out");
        Require(props.CompletionTimeout >= TimeSpan.Zero, props, "completionTimeout", $"{props.CompletionTimeout}", "write 0 or more");
        var own = new PlanProblems($"scenario '{props.ScenarioName}', ");
        var executor = new SimulationPlans(props, ShareOf(props), own).Executor();
        _problems.AddRange(own);
        if (executor is null) return null;
        foreach (var tokens in props.Tokens) tokens.Set.AllowFor(executor.MaxVirtualUsers);
        return new ScenarioPlan
        {
            Name = props.ScenarioName,
            Executor = new StoppableExecutor(executor, run.StopOf(props.ScenarioName)),
            Workload = new ScenarioWorkload(props, run, executor.Length, executor.MaxVirtualUsers),
            GracefulStop = props.CompletionTimeout,
            WarmUp = props.WarmUp,
        };
    }

    private WeightShare ShareOf(ScenarioProps props)
    {
        if (props.Weight is not { } own || own < 1) return WeightShare.Whole;
        var weighted = scenarios.Where(s => s.Weight is >= 1).ToList();
        var below = weighted.TakeWhile(s => !ReferenceEquals(s, props)).Sum(s => (long)s.Weight!);
        return new WeightShare(below, own, weighted.Sum(s => (long)s.Weight!));
    }

    private IEnumerable<Dyno.Metrics.Threshold> ThresholdsOf(ScenarioProps props) =>
        props.Thresholds.Where(t => t.Text is not null).Select(t => t.InScenario(props.ScenarioName, _problems)).OfType<Dyno.Metrics.Threshold>();

    private void Require(bool holds, ScenarioProps props, string what, string value, string advice)
    {
        if (!holds) Problem(props, what, value, advice);
    }

    private void Problem(ScenarioProps props, string what, string value, string advice) =>
        _problems.Add($"scenario '{props.ScenarioName}', {what}", value, advice);

    private void ThrowIfAny()
    {
        // Thresholds are read while the plan is built. They are read here already, so that their problems are reported with the others.
        foreach (var props in scenarios) foreach (var _ in ThresholdsOf(props)) { }
        if (_problems.All.Count == 0) return;
        throw new UserFault(_problems.All.Count == 1
            ? _problems.All[0].ToString()
            : $"the load has {_problems.All.Count} problems:{string.Concat(_problems.All.Select(p => $"\n  {p}"))}");
    }
}
