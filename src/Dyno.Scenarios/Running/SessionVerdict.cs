namespace Dyno.Scenarios;

/// <summary>Adds to a result what only C# scenarios know: conditions in code, why code stopped the run, code that blocks.</summary>
internal static class SessionVerdict
{
    public static RunResult Complete(RunResult result, TestPlan plan, CodeThresholds thresholds, SessionRun run)
    {
        var findings = result.Health.Findings.AddRange(Findings(plan, run));
        return result with
        {
            OutcomeReason = ReasonOf(result, thresholds, run),
            Thresholds = [.. result.Thresholds, .. thresholds.Judge(result.Measured)],
            Health = new HealthRecord
            {
                State = findings.Select(f => f.State).Append(result.Health.State).Max(),
                Findings = [.. findings.OrderByDescending(f => f.State)],
            },
        };
    }

    private static string? ReasonOf(RunResult result, CodeThresholds thresholds, SessionRun run) => result.Outcome switch
    {
        RunOutcome.Interrupted => run.StopReason ?? result.OutcomeReason,
        RunOutcome.ThresholdAborted => thresholds.Reason ?? result.OutcomeReason,
        _ => result.OutcomeReason,
    };

    private static IEnumerable<HealthFinding> Findings(TestPlan plan, SessionRun run)
    {
        foreach (var scenario in plan.Scenarios)
            if (scenario.Workload is ScenarioWorkload { Blocking.IsMoved: true } workload)
                yield return new HealthFinding
                {
                    Rule = "scenario-blocks",
                    State = HealthState.Strained,
                    Message = $"scenario '{scenario.Name}' held its thread for {workload.Blocking.HeldFor.TotalMilliseconds:0} ms in {workload.Blocking.Where}, limit 20 ms: "
                        + "from then on its iterations ran on pool threads; await instead of blocking (Thread.Sleep, .Result, synchronous I/O)",
                    Value = workload.Blocking.HeldFor.TotalMilliseconds,
                    Limit = 20,
                };
        if (run.HttpUse.HasInMemory)
            yield return new HealthFinding
            {
                Rule = "in-memory-server",
                State = HealthState.Strained,
                Message = "the server ran inside the process of the load: the figures leave out sockets and the network, and server and load shared one thread pool",
            };
    }
}
