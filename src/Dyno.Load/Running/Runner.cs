namespace Dyno.Load;

/// <summary>
/// Runs a plan and returns its result: init, set-up, warm-up, measurement, drain, teardown, thresholds. One dedicated thread per scenario
/// and worker generates the load. The code of this class only observes the threads once a second.
/// </summary>
public static class Runner
{
    /// <summary>Runs the plan.</summary>
    /// <returns>
    /// The result, also of a run that was stopped, was aborted, or could not continue. <see cref="RunResult.Outcome"/> says which of these
    /// happened, and the result contains everything measured until then.
    /// </returns>
    /// <exception cref="UserFault">The plan is wrong or a driver cannot start; nothing was sent.</exception>
    public static Task<RunResult> RunAsync(TestPlan plan, RunnerOptions options)
    {
        return Task.Run(() => RunOnPoolAsync(plan, options)); // never on a caller's synchronization context
    }

    private static async Task<RunResult> RunOnPoolAsync(TestPlan plan, RunnerOptions options)
    {
        PlanRules.ThrowIfInvalid(plan);
        FigureRules.ThrowIfUnknown(plan, options);
        var clock = new EngineClock(options.Time);
        if (!await TryPrepareAsync(plan, options)) return await RunSequence.NotBegunAsync(plan, options, clock);
        await using var companions = CompanionWork.Begin(plan);
        await using var fleet = await WorkerFleet.CreateAsync(plan, clock);
        return await new RunSequence(plan, options, fleet).RunAsync();
    }

    private static async Task<bool> TryPrepareAsync(TestPlan plan, RunnerOptions options)
    {
        var signals = options.Signals;
        try
        {
            await plan.PrepareAsync(signals.Stopping);
            if (!options.AsksFirst) return true;
            foreach (var scenario in plan.Scenarios.Where(s => s.Executor is LoopExecutorPlan)) await scenario.Workload.AskAsync(signals.Stopping);
            return true;
        }
        catch (OperationCanceledException) when (signals.IsStopping)
        {
            return false;
        }
        catch (Exception e) when (e is not UserFault)
        {
            throw new UserFault($"the load could not be prepared: {e.GetType().Name}: {e.Message}", inner: e);
        }
    }
}
