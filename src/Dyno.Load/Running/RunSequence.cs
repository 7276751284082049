namespace Dyno.Load;

/// <summary>Runs the steps of one run in order, from set-up to thresholds, and does nothing else.</summary>
internal sealed class RunSequence(TestPlan plan, RunnerOptions options, WorkerFleet fleet)
{
    private readonly ServerWatch _server = new(options.Server);
    private readonly ResultBuilder _result = new(plan, options, fleet);

    public async Task<RunResult> RunAsync()
    {
        var mayBegin = await MayBeginAsync();
        _result.Began();
        if (!mayBegin) _result.NotMeasured();
        else if (await TrySetUpAsync())
        {
            await LoadAsync();
            await TearDownAsync();
        }

        return _result.Build();
    }

    /// <summary>The result of a run that was stopped before its workers were built.</summary>
    public static async Task<RunResult> NotBegunAsync(TestPlan plan, RunnerOptions options, EngineClock clock)
    {
        await using var nobody = WorkerFleet.Nobody(clock);
        var result = new ResultBuilder(plan, options, nobody);
        result.Began();
        result.NotMeasured();
        return result.Build();
    }

    private async Task LoadAsync()
    {
        if (plan.WarmUp > TimeSpan.Zero && !options.Signals.IsStopping) _result.WarmedUp(await PhaseAsync(RunPhase.WarmUp));
        if (options.Signals.IsStopping) _result.NotMeasured();
        else await MeasureAsync();
    }

    private async Task MeasureAsync()
    {
        _server.Begin();
        var usage = GeneratorUsage.Begin();
        var phase = await PhaseAsync(RunPhase.Measure);
        var generator = usage.End(phase, options);
        _result.Measured(phase, generator, await _server.EndAsync(phase.Counts.Requests));
    }

    private Task<FinishedPhase> PhaseAsync(RunPhase kind) => new PhaseRun(kind, plan, options, fleet, _server).RunAsync();

    private async Task<bool> MayBeginAsync()
    {
        if (options.Wait is null) return true;
        try
        {
            await options.Wait(options.Signals.Stopping);
            return !options.Signals.IsStopping;
        }
        catch (OperationCanceledException) when (options.Signals.IsStopping)
        {
            return false;
        }
    }

    private async Task<bool> TrySetUpAsync()
    {
        try
        {
            if (options.SetUp is not null) await options.SetUp(options.Signals.Stopping);
            return true;
        }
        catch (Exception e)
        {
            if (!options.Signals.IsStopping) options.Signals.Fail($"set-up failed: {e.Message}");
            _result.NotMeasured();
            return false;
        }
    }

    private async Task TearDownAsync()
    {
        try
        {
            if (options.TearDown is not null) await options.TearDown(CancellationToken.None);
        }
        catch (Exception e)
        {
            _result.TearDownFailed(e.Message);
        }
    }
}
