using Dyno.Cli.Comparing;
using Dyno.Cli.Exit;
using Dyno.Cli.Progress;
using Dyno.Cli.Running;
using Dyno.Experiments;
using Dyno.Experiments.Studies;
using Dyno.Experiments.Studies.Benchmarks;
using Dyno.Load.Plans;
using Dyno.Results;
using Dyno.Results.Comparisons;
using Dyno.Subjects;

namespace Dyno.Cli.Studies;

/// <summary><c>dyno study run</c> from the first line on the screen to the exit code.</summary>
internal sealed class StudyPipeline(Terminal terminal, StudyPlan plan, bool isQuiet)
{
    public async Task<int> RunAsync(bool isDryRun, bool keeps)
    {
        using var progress = new ProgressLines(terminal, isQuiet);
        foreach (var step in plan.Steps) progress.Say($"{plan.Study.Name}, {step.Experiment.Name}: {step.Announcement}");
        if (isDryRun) return ExitCode.Success;
        using var interruption = new Interruption(progress.Warn);
        var results = new StudyResults(plan.Study, plan.Claims);
        foreach (var step in plan.Steps)
        {
            if (interruption.Signals.IsStopping) break;
            await RunAsync(step, results, progress, interruption);
        }
        progress.Clear();
        StudyCommand.Print(results, terminal);
        if (keeps && !interruption.Signals.IsStopping) Keep(results, progress);
        return interruption.Signals.IsStopping ? ExitCode.Interrupted : ExitCode.Success;
    }

    // An experiment that cannot be made leaves its claims unjudged; the others still are.
    private static async Task RunAsync(StudyStep step, StudyResults results, ProgressLines progress, Interruption interruption)
    {
        try
        {
            results.Add(step.Experiment, step.Experiment.Benchmarks is null
                ? await CompareAsync(step, progress, interruption)
                : await new BenchmarkRun(step).RunAsync(new StageProgress(progress), interruption.Signals.Stopping));
        }
        catch (Exception failure) when (failure is SubjectException or ExperimentException or LoadException or ResultException)
        {
            progress.Warn($"{step.Experiment.Name}: {failure.Message}");
            results.Miss(step.Experiment, failure.Message);
        }
        catch (OperationCanceledException)
        {
            // Stopped before its first trial: its claims are shown as not run.
        }
    }

    private static async Task<Comparison> CompareAsync(StudyStep step, ProgressLines progress, Interruption interruption)
    {
        var experiment = new Experiment(step.Plan);
        var lines = new ExperimentProgress(progress, experiment);
        return (await experiment.RunAsync(lines, lines, interruption.Signals, ".dyno")).Comparison;
    }

    private void Keep(StudyResults results, ProgressLines progress)
    {
        foreach (var file in results.Keep()) progress.Say($"kept in {Path.GetRelativePath(Environment.CurrentDirectory, file)}");
        StudyReportCommand.Write(terminal, plan.Study, checkOnly: false);
    }
}
