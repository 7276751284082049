namespace Dyno.Cli;

/// <summary><c>dyno study run</c> from the first line on the screen to the exit code.</summary>
internal sealed class StudyPipeline(Terminal terminal, StudyPlan plan, bool isQuiet, bool resumes)
{
    public async Task<int> RunAsync(bool isDryRun, bool keeps)
    {
        using var progress = new ProgressLines(terminal, isQuiet);
        foreach (var step in plan.Steps) progress.Say($"{plan.Study.Name}, {step.Experiment.Name}: {step.Announcement}");
        if (isDryRun) return ExitCode.Success;
        using var interruption = new Interruption(terminal, progress.Warn);
        var results = new StudyResults(plan.Study, plan.Claims);
        foreach (var step in plan.Steps)
        {
            if (interruption.Signals.IsStopping) break;
            await RunAsync(step, results, progress, interruption);
            // Each experiment is kept when it ends, so that hours of measuring are not lost with the last one. An interrupted experiment is not kept.
            if (keeps && !interruption.Signals.IsStopping) Keep(step, results, progress);
        }
        progress.Clear();
        StudyCommand.Print(results, terminal);
        if (keeps) StudyReportCommand.Write(terminal, plan.Study, checkOnly: false);
        return interruption.Signals.IsStopping ? ExitCode.Interrupted : ExitCode.Success;
    }

    // The claims of an experiment that cannot be made stay unjudged. The other claims are still judged.
    private async Task RunAsync(StudyStep step, StudyResults results, ProgressLines progress, Interruption interruption)
    {
        try
        {
            results.Add(step.Experiment, await MeasureAsync(step, progress, interruption));
        }
        catch (UserFault failure)
        {
            progress.Warn($"{step.Experiment.Name}: {failure.Message}");
            foreach (var line in failure.LastOutput) progress.Warn($"  {line}");
            results.Miss(step.Experiment, failure.Message);
        }
        catch (OperationCanceledException)
        {
            // The experiment was stopped before its first trial. Its claims are shown as not run.
        }
    }

    private Task<Comparison> MeasureAsync(StudyStep step, ProgressLines progress, Interruption interruption)
    {
        var stages = new StageProgress(progress);
        var stopping = interruption.Signals.Stopping;
        return step.Experiment switch
        {
            { Benchmarks: not null } => new BenchmarkRun(step).RunAsync(stages, stopping),
            { Generator: not null } => new GeneratorRun(step, ThisProgram.Words).RunAsync(stages, stopping),
            _ => CompareAsync(step, progress, interruption),
        };
    }

    private async Task<Comparison> CompareAsync(StudyStep step, ProgressLines progress, Interruption interruption)
    {
        await using var experiment = await Experiment.OpenAsync(step.Plan, LoadKinds.ForTrials(progress), interruption.Signals.Stopping);
        var lines = new ExperimentProgress(progress, experiment, experiment.Forecast());
        var run = terminal.NewRun() with { Resumes = resumes, MayBegin = true };
        return (await experiment.RunAsync(lines, lines, interruption.Signals, TrialFleet.With(run, step.Plan, terminal, progress))).Comparison;
    }

    private void Keep(StudyStep step, StudyResults results, ProgressLines progress)
    {
        foreach (var file in results.Keep(step.Experiment)) progress.Say($"kept in {terminal.Shown(file)}");
    }
}
