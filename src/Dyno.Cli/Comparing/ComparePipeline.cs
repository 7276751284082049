using Dyno.Cli.Exit;
using Dyno.Cli.Progress;
using Dyno.Cli.Running;
using Dyno.Experiments;
using Dyno.Experiments.Files;
using Dyno.Reporting.Comparisons;
using Dyno.Reporting.Console;
using Dyno.Results.Comparisons;
using Dyno.Results.Files;
using Dyno.Results.Json;
using Dyno.Results.Runs;

namespace Dyno.Cli.Comparing;

/// <summary><c>dyno compare</c> from the first line on the screen to the exit code.</summary>
internal sealed class ComparePipeline(Terminal terminal, CompareOptions options)
{
    public async Task<int> RunAsync()
    {
        var experiment = new Experiment(ExperimentReader.Read(options.File, options.Overrides));
        if (options.IsDryRun)
        {
            await terminal.Out.WriteLineAsync($"{experiment.Plan.Name}: {experiment.Announcement}");
            return ExitCode.Success;
        }
        if (options.ResultFile is { } wanted) ResultFiles.ThrowUnlessWritable("--result", wanted);
        using var progress = new ProgressLines(terminal, options.IsQuiet);
        progress.Say($"{experiment.Plan.Name}: {experiment.Announcement}");
        using var interruption = new Interruption(progress.Warn);
        var lines = new ExperimentProgress(progress, experiment);
        var (comparison, file) = await experiment.RunAsync(lines, lines, interruption.Signals, ".dyno");
        progress.Clear();
        if (options.ResultFile is { } result) WholeFile.Write(result, ComparisonJson.Write(comparison));
        terminal.Out.Write(ComparisonReport.Render(comparison, new ReportStyle(terminal.Width, terminal.OutHasColour)));
        progress.Say($"kept in {Path.GetRelativePath(Environment.CurrentDirectory, file)}");
        return ExitCodeOf(comparison, interruption.Signals.IsStopping, progress);
    }

    // When several apply, the first in this order wins.
    private int ExitCodeOf(Comparison comparison, bool wasStopped, ProgressLines progress)
    {
        if (wasStopped) return ExitCode.Interrupted;
        if (!options.HasGate) return ExitCode.Success;
        if (comparison.Health.State == HealthState.Void)
        {
            progress.Warn("gate: the experiment is void");
            return ExitCode.Void;
        }
        var failing = comparison.Pairs.Where(p => !p.IsControl
            && (p.Verdict == "slower" || (options.FailsOnUnclear && p.Verdict is "unclear" or "notJudged"))).ToList();
        foreach (var pair in failing) progress.Warn($"gate: {pair.Sentence}");
        return failing.Count > 0 ? ExitCode.Regression : ExitCode.Success;
    }
}
