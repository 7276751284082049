using Dyno.Cli.Comparing;
using Dyno.Cli.Exit;
using Dyno.Cli.Progress;
using Dyno.Experiments;
using Dyno.Experiments.Studies;
using Dyno.Subjects;

namespace Dyno.Cli.Studies;

/// <summary><c>dyno study run</c> from the first line on the screen to the exit code.</summary>
internal sealed class StudyPipeline(Terminal terminal, StudyPlan plan, bool isQuiet)
{
    public async Task<int> RunAsync(bool isDryRun, bool keeps)
    {
        using var progress = new ProgressLines(terminal, isQuiet);
        var experiments = plan.Steps.Select(step => (step.Experiment, Run: new Experiment(step.Plan))).ToList();
        foreach (var (experiment, run) in experiments) progress.Say($"{plan.Study.Name}, {experiment.Name}: {run.Announcement}");
        if (isDryRun) return ExitCode.Success;
        using var interruption = new Interruption(progress.Warn);
        var results = new StudyResults(plan.Study, plan.Claims);
        foreach (var (experiment, run) in experiments)
        {
            if (interruption.Signals.IsStopping) break;
            await RunAsync(experiment, run, results, progress, interruption);
        }
        progress.Clear();
        StudyCommand.Print(results, terminal);
        if (keeps && !interruption.Signals.IsStopping) Keep(results, progress);
        return interruption.Signals.IsStopping ? ExitCode.Interrupted : ExitCode.Success;
    }

    // An experiment that cannot be made leaves its claims unjudged; the others still are.
    private static async Task RunAsync(
        StudyExperiment experiment, Experiment run, StudyResults results, ProgressLines progress, Interruption interruption)
    {
        try
        {
            var lines = new ExperimentProgress(progress, run);
            var (comparison, _) = await run.RunAsync(lines, lines, interruption.Signals, ".dyno");
            results.Add(experiment, comparison);
        }
        catch (Exception failure) when (failure is SubjectException or ExperimentException or Load.Plans.LoadException)
        {
            progress.Warn($"{experiment.Name}: {failure.Message}");
            results.Miss(experiment, failure.Message);
        }
        catch (OperationCanceledException)
        {
            // Stopped before its first trial: its claims are shown as not run.
        }
    }

    private void Keep(StudyResults results, ProgressLines progress)
    {
        foreach (var file in results.Keep()) progress.Say($"kept in {Path.GetRelativePath(Environment.CurrentDirectory, file)}");
        StudyReportCommand.Write(terminal, plan.Study, checkOnly: false);
    }
}
