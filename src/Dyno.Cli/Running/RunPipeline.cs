namespace Dyno.Cli;

/// <summary><c>dyno run</c> from the first line on the screen to the exit code, for every kind of load.</summary>
/// <param name="problems">What is wrong with the values of options.</param>
internal sealed class RunPipeline(Terminal terminal, RunOptions options, IReadOnlyList<Problem> problems)
{
    public async Task<int> RunAsync()
    {
        using var progress = new ProgressLines(terminal, options.IsQuiet);
        using var interruption = new Interruption(terminal, progress.Warn);
        ImmutableArray<Problem> beside = [.. problems, .. RunProblems.BesideTheLoad(options)];
        // This comes before anything heavy is loaded, so that the user sees at once that Dyno works.
        if (beside.IsEmpty) progress.Say($"running {options.Load.InWords(options.Subject?.Path)}");
        if (problems.Count > 0) throw new UserFault([.. options.Load.Problems(options.Subject is not null), .. beside]);

        await using var ready = options.Load.GetReady(terminal, progress);
        var run = new LoadRun(options, ready, progress, interruption);
        // These problems are reported before the load begins, so that no load is wasted on a typo, and together with the problems of the load.
        if (!beside.IsEmpty) throw new UserFault([.. await run.ProblemsAsync(), .. beside]);
        var machine = new MachineCheckup().LookForRun();
        await using var loaded = await run.ProfiledAsync(await MeasureAsync(run, progress, interruption));
        progress.Clear();
        return await ReportAsync(loaded, machine, progress, interruption);
    }

    private async Task<LoadedSubject> MeasureAsync(LoadRun run, ProgressLines progress, Interruption interruption)
    {
        if (options.Outputs.IsEmpty) return await run.RunAsync(progress);
        var name = options.NameOfRun ?? options.Load.Target;
        await using var outputs = await RunOutputs.OpenAsync(options.Outputs, name, progress, interruption.Signals.Stopping);
        var loaded = await run.RunAsync(outputs);
        await outputs.EndAsync();
        return loaded;
    }

    private async Task<int> ReportAsync(LoadedSubject loaded, ImmutableArray<MachineFinding> machine, ProgressLines progress, Interruption interruption)
    {
        var code = ExitCode.Success;
        foreach (var (index, run) in loaded.Runs.Index())
        {
            var finished = await loaded.Load.FinishAsync(MachineHealth.AddTo(run, machine));
            foreach (var problem in finished.Problems) progress.Warn(problem);
            var kept = Report(finished, options.OfRun(index), progress);
            var own = RunExitCode.Of(finished, options, kept);
            if (code == ExitCode.Success) code = own;
            if (finished.Lingers is { } stay) await LingerAsync(stay.Why, stay.Ended, progress, interruption);
        }
        return code;
    }

    private KeptResult Report(FinishedLoad finished, RunOptions own, ProgressLines progress)
    {
        Print(finished.Texts);
        var isFirstHere = !Directory.Exists(RunStore.Here(terminal.Folder).Folder); // the model is explained once per folder
        var kept = ResultFiles.Keep(finished, own);
        ResultFiles.WriteReports(new ReportWriter(own.Reports, own.Layout, terminal), finished.Result, own, kept);
        if (own.Reports.Any(report => report.IsOnStdout)) new ReportWriter(own.Reports, own.Layout, terminal).Print(RunExporters.All, finished.Result);
        else
            foreach (var (report, layout) in own.Load.UsualReports)
                new ReportWriter([report], layout == default ? own.Layout : layout, terminal) { ExplainsModel = isFirstHere }
                    .Print(RunExporters.All, finished.Result);
        terminal.Out.Flush();
        kept.Tell(progress);
        return kept;
    }

    private void Print(ImmutableArray<LoadText> texts)
    {
        foreach (var text in texts)
            if (text.Target == "stdout") terminal.Out.Write(text.Text);
            else if (text.Target == "stderr") terminal.Error.Write(text.Text);
    }

    // When the user has already ended the run, Dyno ends, too.
    private static async Task LingerAsync(string why, Task end, ProgressLines progress, Interruption interruption)
    {
        interruption.RunIsOver();
        var ended = Task.WhenAny(interruption.Heard, end);
        if (ended.IsCompleted) return;
        progress.Warn(why);
        await ended;
    }
}
