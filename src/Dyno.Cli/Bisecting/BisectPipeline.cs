namespace Dyno.Cli;

/// <summary><c>dyno bisect</c> from the first line on the screen to the exit code.</summary>
internal sealed class BisectPipeline(Terminal terminal, BisectOptions options)
{
    private int _made;

    public async Task<int> RunAsync()
    {
        using var progress = new ProgressLines(terminal, options.IsQuiet);
        using var interruption = new Interruption(terminal, progress.Warn);
        var project = Path.GetFullPath(options.Experiment.Project);
        var history = await GitHistory.ReadAsync(NearestFolder(project), options.Good, options.Bad, interruption.Signals.Stopping);
        var bisect = new Bisect(options.Experiment, options.Plan, history);
        var forecast = $"{FigureText.Count(bisect.Commits, "commit")} from {options.Good} to {options.Bad}: about {FigureText.Count(bisect.Forecast, "comparison")}, "
            + $"{FigureText.Length(options.Experiment.Longest.TotalSeconds)} each at most, and the builds";
        if (options.IsDryRun)
        {
            await terminal.Out.WriteLineAsync(forecast);
            return ExitCode.Success;
        }
        if (options.ResultFile is { } wanted) ResultFiles.ThrowUnlessWritable("--result", wanted);
        if (history.Note is { } note) progress.Warn(note);
        progress.Say(forecast);
        var (result, file) = await bisect.RunAsync(options.Run, LoadKinds.ForTrials(progress), interruption.Signals, Watch, (step, likeliest) =>
            Tell(progress, bisect, step, likeliest));
        progress.Clear();
        terminal.Out.Write(options.IsJson ? ResultDocument.Write(result) : BisectReport.Render(result, new ReportStyle(terminal.Width, terminal.OutHasColour)));
        await terminal.Out.FlushAsync();
        if (options.ResultFile is { } target) WholeFile.Write(target, ResultDocument.Write(result));
        progress.Say($"kept in {terminal.Shown(file)}");
        return result.Outcome switch
        {
            BisectOutcome.Stopped => ExitCode.Interrupted,
            BisectOutcome.Unsure => ExitCode.Void,
            BisectOutcome.NothingToFind when result.IsUndecided => ExitCode.Void,
            _ => ExitCode.Success,
        };

        (IExperimentListener, IRunListener) Watch(Experiment experiment)
        {
            var lines = new ExperimentProgress(progress, experiment, experiment.Forecast());
            return (lines, lines);
        }
    }

    private void Tell(ProgressLines progress, Bisect bisect, BisectStep step, ImmutableArray<LikelyCommit> likeliest) =>
        progress.Say($"{++_made} of about {bisect.Forecast}: {BisectReport.StepInWords(step)}; likeliest: "
            + string.Join(", ", likeliest.Select(commit => $"{commit.Commit[..8]} {BisectReport.Percent(commit.Probability)}")));

    // A project of another revision may be missing in the working copy.
    private static string NearestFolder(string path)
    {
        while (!Directory.Exists(path)) path = Path.GetDirectoryName(path)!;
        return path;
    }
}
