namespace Dyno.Fleet;

/// <summary>Fetches the results of agents from the store and merges them.</summary>
internal sealed class FleetResults(FleetBus bus, TimeProvider time)
{
    private static readonly TimeSpan StoreTakes = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Merges the result of a run that this coordinator watched. Where no agent's result comes, the result holds what they have reported: it is
    /// void, and the run has failed.
    /// </summary>
    /// <exception cref="UserFault">No agent left a result or has reported a measured request.</exception>
    public async Task<RunResult> MergeAsync(FleetManifest manifest, List<FleetAgent> agents, FleetEnding ending, FleetOptions options)
    {
        var found = new List<(FleetAgentRecord, RunResult?)>();
        foreach (var agent in agents)
        {
            var result = await FetchAsync(manifest.Run, agent.Name);
            found.Add((FleetMerge.Record(Record(manifest, agent), result), result));
        }
        if (found.Exists(one => one.Item2 is not null)) return Ended(FleetMerge.Of(manifest, found), ending);
        var remedy = bus.Gone.IsCancellationRequested
            ? $"start the NATS server again with its store, then fetch what the agents have kept: dyno fleet collect {manifest.Run} --fleet URL" : null;
        if (!agents.Exists(agent => agent.Reported.HasAny))
            throw new UserFault($"no agent left a result of run {manifest.Run}:"
                + string.Concat(agents.Select(agent => $"\n  agent {agent.Name}: {agent.Why ?? "no report"}")), remedy);
        if (remedy is not null) options.Warn(remedy);
        return Reported(manifest, agents, ending, options.Plan);
    }

    /// <summary>Merges the result of a run whose coordinator is gone.</summary>
    /// <exception cref="UserFault">The fleet keeps no such run, or no result of it.</exception>
    public async Task<RunResult> CollectAsync(string run)
    {
        var kept = await GetAsync(FleetSubjects.Manifest(run));
        if (kept is null || FleetJson.Read<FleetManifest>(kept) is not { } manifest)
            throw new UserFault($"the fleet has no results of run {run}", "results are kept for seven days; the coordinator printed the run's ID at the start");
        var found = new List<(FleetAgentRecord, RunResult?)>();
        foreach (var share in manifest.Shares)
        {
            var result = await FetchAsync(run, share.Agent.Name);
            found.Add((FleetMerge.Record(Record(share) with { Lost = result is null ? "it left no result" : null }, result), result));
        }
        return found.TrueForAll(one => one.Item2 is null)
            ? throw new UserFault($"no agent has left a result of run {run} yet", "try again when the agents' leases have expired")
            : FleetMerge.Of(manifest, found);
    }

    private RunResult Reported(FleetManifest manifest, List<FleetAgent> agents, FleetEnding ending, PlanRecord? plan)
    {
        var (clock, found) = (new EngineClock(time), new List<(FleetAgentRecord, RunResult?)>());
        foreach (var agent in agents)
        {
            // The merge converts times from the agent's wall clock, and these are the coordinator's.
            var heard = clock.UtcNow - TimeSpan.FromTicks((clock.NowNanos - agent.ProgressNanos) / 100) + agent.Share.Clock.UtcOffset;
            var run = agent.Reported.HasAny ? ReportedRun.Of(agent, agent.Reported.ToPhase(), heard) : null;
            if (run is not null && plan is not null) run = run with { Plan = plan with { ExecutionSegment = agent.Share.Segment } };
            var record = FleetMerge.Record(Record(manifest, agent), run);
            found.Add((record with { Health = null, Lost = record.Lost ?? "its result did not come" }, run));
        }
        var merged = FleetMerge.Of(manifest, found);
        return merged with
        {
            Server = ending.Server ?? merged.Server,
            MergedRuns = [],
            Outcome = RunOutcome.Failed,
            OutcomeReason = ending.Failure ?? "no agent left a result",
            LeftOut = [.. merged.LeftOut, "thresholds, single requests, the generators and the course over time: only the agents' results have them"],
            Health = new HealthRecord
            {
                State = HealthState.Void,
                Findings =
                [
                    new HealthFinding
                    {
                        Rule = "incomplete",
                        State = HealthState.Void,
                        Message = "no agent's result came, so these figures end with their last reports: "
                            + string.Join("; ", agents.Select(agent => $"agent {agent.Name} {LastReport(agent)}")) + ".",
                    },
                    .. merged.Health.Findings,
                ],
            },
        };
    }

    private static string LastReport(FleetAgent agent) => agent.Latest is not { } latest ? "told nothing" : string.Create(CultureInfo.InvariantCulture,
        $"after {latest.Elapsed.TotalSeconds:0} s, {FigureText.Count(latest.Requests, "request")}, {latest.FailedRequests:#,0} failed");

    private static RunResult Ended(RunResult merged, FleetEnding ending)
    {
        var server = ending.Server ?? merged.Server;
        if (ending.Failure is { } failure) return merged with { Server = server, Outcome = RunOutcome.Failed, OutcomeReason = failure };
        if (ending.Crossed.IsEmpty) return FigureThresholds.Judged(merged with { Server = server });
        return FigureThresholds.Judged(merged with
        {
            Server = server,
            Outcome = RunOutcome.ThresholdAborted,
            OutcomeReason = "threshold crossed: " + string.Join(", ", ending.Crossed.Select(crossed => $"{crossed.Metric}: {crossed.Expression}")),
            Thresholds = [.. merged.Thresholds.Select(threshold =>
                ending.Crossed.FirstOrDefault(one => (one.Metric, one.Expression) == (threshold.Metric, threshold.Expression)) is not { } crossed ? threshold
                    : threshold with { Passed = false, Aborted = true, Value = threshold.Passed ? crossed.Value : threshold.Value })],
        });
    }

    private static FleetAgentRecord Record(FleetManifest manifest, FleetAgent agent) => Record(agent.Share) with
    {
        StartedAfterMillis = agent.BeganNanos is { } began ? (began - manifest.StartNanos) / 1e6 : null,
        Messages = agent.Messages,
        MessagesMissed = agent.Missed,
        Lost = agent.State is FleetAgentState.Lost or FleetAgentState.Failed ? agent.Why ?? "it failed" : null,
    };

    private static FleetAgentRecord Record(FleetShare share) => new()
    {
        Name = share.Agent.Name,
        Segment = share.Segment,
        Cpus = share.Agent.Cpus,
        Requests = 0,
        RequestsPerSecond = 0,
        ClockOffsetMillis = share.Clock.UtcOffset.TotalMilliseconds,
        ClockUncertaintyMillis = share.Clock.Uncertainty.TotalMilliseconds,
        Messages = 0,
        MessagesMissed = 0,
    };

    private async Task<RunResult?> FetchAsync(string run, string agent) =>
        await GetAsync(FleetSubjects.Result(run, agent)) is { } json ? RunResultJson.Read(Encoding.UTF8.GetString(json), $"the result of agent {agent}") : null;

    private async Task<byte[]?> GetAsync(string name)
    {
        using var patience = new CancellationTokenSource(StoreTakes, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, bus.Gone);
        try
        {
            return await bus.Store.TryGetAsync(name, either.Token);
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }
}
