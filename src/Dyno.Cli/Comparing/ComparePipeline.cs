using Dyno.Cli.Exit;
using Dyno.Cli.Progress;
using Dyno.Cli.Reports;
using Dyno.Cli.Running;
using Dyno.Experiments;
using Dyno.Experiments.Files;
using Dyno.Reporting.Exporters;
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
        foreach (var report in ReportWriter.FilesOf(options.Reports)) ResultFiles.ThrowUnlessWritable("--format", report);
        using var progress = new ProgressLines(terminal, options.IsQuiet);
        progress.Say($"{experiment.Plan.Name}: {experiment.Announcement}");
        using var interruption = new Interruption(progress.Warn);
        var lines = new ExperimentProgress(progress, experiment);
        var (comparison, file) = await experiment.RunAsync(lines, lines, interruption.Signals, ".dyno");
        progress.Clear();
        if (options.ResultFile is { } result) WholeFile.Write(result, ComparisonJson.Write(comparison));
        var reports = new ReportWriter(options.Reports, ReportLayout.Summary, terminal);
        foreach (var report in reports.WriteFiles(ComparisonExporters.All, comparison, Beside(file))) progress.Say($"report: {report}");
        reports.Print(ComparisonExporters.All, comparison);
        progress.Say($"kept in {Path.GetRelativePath(Environment.CurrentDirectory, file)}");
        return ExitCodeOf(comparison, interruption.Signals.IsStopping, progress);
    }

    private string Beside(string kept) =>
        Path.ChangeExtension(options.ResultFile ?? Path.GetRelativePath(Environment.CurrentDirectory, kept), null);

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
