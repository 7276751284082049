namespace Dyno.Cli;

/// <summary><c>dyno run</c> as an agent starts it: the coordinator begins and ends the run. Load and runner are the same, and there is no report.</summary>
/// <param name="terminal">The screen: for problems only.</param>
/// <param name="problems">What is wrong with the values of options.</param>
/// <param name="lease">How long the share continues without a message from the coordinator.</param>
internal sealed class SharePipeline(Terminal terminal, RunOptions options, IReadOnlyList<Problem> problems, TimeSpan lease)
{
    public async Task<int> RunAsync()
    {
        using var progress = new ProgressLines(terminal, isQuiet: true);
        using var interruption = new Interruption(terminal, _ => { });
        var targets = ShareChannel.TakeTargets();
        if (problems.Count > 0) throw new UserFault([.. problems]);
        await using var ready = options.Load.GetReady(terminal, progress);
        await using var reports = Console.OpenStandardOutput();
        var channel = options.Load.SpeaksAsShare ? null : new ShareChannel(lease, Console.In, reports, interruption.Signals, TimeProvider.System);
        var machine = new MachineCheckup().LookForRun();
        await using var load = await ready.Load.OpenAsync(TrialVariables.Take(new LoadOpening
        {
            Path = options.Load.Target,
            BaseUrl = targets.IsEmpty ? null : targets[0],
            Instances = targets,
            Lease = channel is null ? lease : null,
            Signals = interruption.Signals,
        }), interruption.Signals.Stopping);
        foreach (var warning in load.Warnings) channel?.Warn(warning);
        var runner = RunnerOptionsOf(load, interruption);
        var runs = await load.RunAsync(channel?.With(runner, load.Plan) ?? runner);
        channel?.RunIsOver();
        var finished = await load.FinishAsync(MachineHealth.AddTo(runs[0], machine));
        if (options.ResultFile is { } file) WholeFile.Write(file, RunResultJson.Write(finished.Result));
        return ExitCode.Success;
    }

    private RunnerOptions RunnerOptionsOf(IOpenLoad load, Interruption interruption) => new()
    {
        Machine = new MachineProbe(options.Load.SpeaksAsShare ? [] : ShareChannel.TakeCompany(), null), // a C# program reads these process ids itself
        Signals = interruption.Signals,
        CalibratedRequestsPerSecond = load.Plan is { } plan ? CalibrationStore.CeilingOf(plan) : null,
    };
}
