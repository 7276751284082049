namespace Dyno.Load;

/// <summary>Converts a plan to its record in the result and masks secrets.</summary>
public static class PlanRecords
{
    /// <summary>The record of a plan.</summary>
    /// <param name="measured">The measurement: shows which shared steps each scenario has used; null before it.</param>
    public static PlanRecord Of(TestPlan plan, PhaseResult? measured) => Record(plan, measured);

    private static PlanRecord Record(TestPlan plan, PhaseResult? measured) => new()
    {
        Name = Redaction.Text(plan.Name),
        InputKind = plan.InputKind,
        Source = Redaction.Url(plan.Source),
        Model = ModelOf(plan),
        Scenarios = [.. plan.Scenarios.Select(scenario => Of(scenario, measured))],
        WarmUpSeconds = plan.WarmUp.TotalSeconds,
        WarmUpEndsAtLevel = plan.WarmUpLevel is not null,
        Seed = plan.Seed,
        Workers = plan.Workers,
        WaitStrategy = plan.WaitStrategy.ToString().ToLowerInvariant(),
        ExecutionSegment = plan.Segment.IsWhole ? null : plan.Segment.Text,
        Options = plan.Options.ToImmutableSortedDictionary(o => o.Key, o => Redaction.Value(o.Key, o.Value)),
    };

    private static LoadModel ModelOf(TestPlan plan)
    {
        var models = plan.Scenarios.Select(s => s.Executor.Model).Distinct().ToList();
        return models.Count == 1 ? models[0] : LoadModel.Mixed;
    }

    private static ScenarioRecord Of(ScenarioPlan scenario, PhaseResult? measured) => new()
    {
        Name = scenario.Name,
        Executor = scenario.Executor.Name,
        Model = scenario.Executor.Model,
        Parameters = scenario.Share.IsWhole ? scenario.Executor.Parameters
            : scenario.Executor.Parameters.SetItem(ScenarioRecord.ShareParameter, scenario.Share.Text),
        Driver = scenario.Workload.Driver,
        StreamsPerConnection = scenario.Workload.StreamsPerConnection,
        Steps = [.. StepsOf(scenario, measured).Select(s => s with { Name = Redaction.Text(s.Name), Url = Redaction.Url(s.Url) })],
        StartSeconds = scenario.StartTime.TotalSeconds,
        GracefulStopSeconds = scenario.GracefulStop.TotalSeconds,
    };

    private static IEnumerable<StepRecord> StepsOf(ScenarioPlan scenario, PhaseResult? measured)
    {
        if (measured is null || !scenario.Workload.SharesSteps) return scenario.Workload.Steps;
        var used = measured.Steps.Where(step => step.Scenario == scenario.Name).Select(step => step.Name).ToHashSet(StringComparer.Ordinal);
        return scenario.Workload.Steps.Where(step => used.Contains(step.Name));
    }
}
