namespace Dyno.Fleet;

/// <summary>Merges the results of a fleet's agents into the result of one run.</summary>
internal static class FleetMerge
{
    /// <param name="manifest">The agents and their shares.</param>
    /// <param name="agents">Each agent's record, and its result where there is one.</param>
    public static RunResult Of(FleetManifest manifest, IReadOnlyList<(FleetAgentRecord Agent, RunResult? Result)> agents)
    {
        var found = agents.Where(agent => agent.Result is not null)
            .Select(agent => (agent.Agent, Run: OnOneClock(agent.Result!, manifest.Shares.First(share => share.Agent.Name == agent.Agent.Name),
                agent.Agent.Lost is not null))).ToList();
        var merged = RunMerge.Of([.. found.Select(agent => agent.Run)]);
        var missing = agents.Where(agent => agent.Result is null || agent.Agent.Lost is not null).Select(agent => agent.Agent).ToList();
        var health = FleetHealth.Of([.. found.Select(agent => (agent.Agent.Name, agent.Run.Health))]);
        return merged with
        {
            Id = manifest.Run,
            WarmUp = RunMerge.WarmUps([.. found.Select(agent => agent.Run)]),
            MergedRuns = [.. found.Select(agent => agent.Run.Id)],
            Plan = merged.Plan with { ExecutionSegment = missing.Count == 0 ? null : merged.Plan.ExecutionSegment },
            OutcomeReason = found.Find(agent => agent.Run.Outcome != RunOutcome.Completed) is { Run: { } ended } other
                ? ended.OutcomeReason is { } why ? $"agent {other.Agent.Name}: {why}" : null
                : merged.OutcomeReason,
            Health = missing.Count == 0 ? health : health with
            {
                State = health.State == HealthState.Void ? HealthState.Void : HealthState.Strained,
                Findings = [.. health.Findings, .. missing.Select(LostFinding)],
            },
            LeftOut =
            [
                .. merged.LeftOut.Where(said => !said.StartsWith("the warm-ups", StringComparison.Ordinal)),
                .. missing.Where(agent => agent.Requests == 0).Select(agent => $"the share {agent.Segment} of agent {agent.Name}: the agent left no result"),
            ],
            Fleet = new FleetRecord { Agents = [.. agents.Select(agent => agent.Agent)] },
        };
    }

    /// <summary>An agent's record with the figures of its result.</summary>
    public static FleetAgentRecord Record(FleetAgentRecord agent, RunResult? result) => result is null ? agent : agent with
    {
        Requests = result.Measured.Totals.Requests,
        RequestsPerSecond = result.Measured.DurationSeconds > 0 ? result.Measured.Totals.Requests / result.Measured.DurationSeconds : 0,
        Health = result.Health.State,
    };

    // Wall clocks of machines differ, so times are converted to the coordinator's clock.
    private static RunResult OnOneClock(RunResult run, FleetShare share, bool isLost) => run with
    {
        Outcome = isLost ? RunOutcome.Completed : run.Outcome, // a lost agent is reported separately; the other agents decide the outcome of the run
        StartedAt = run.StartedAt - share.Clock.UtcOffset,
        EndedAt = run.EndedAt - share.Clock.UtcOffset,
    };

    private static HealthFinding LostFinding(FleetAgentRecord agent) => new()
    {
        Rule = "lost-agent",
        State = HealthState.Strained,
        Message = string.Create(CultureInfo.InvariantCulture,
            $"agent {agent.Name} was lost ({agent.Lost ?? "no result"}): from then on its share {agent.Segment} of the load was missing, and the offered load was lower than planned."),
    };
}
