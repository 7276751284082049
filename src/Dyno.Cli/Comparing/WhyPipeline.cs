namespace Dyno.Cli;

/// <summary><c>dyno why</c> from the first line on the screen to the exit code.</summary>
internal sealed class WhyPipeline(Terminal terminal, WhyOptions options)
{
    public async Task<int> RunAsync()
    {
        using var progress = new ProgressLines(terminal, options.IsQuiet);
        using var interruption = new Interruption(terminal, progress.Warn);
        var (file, isOwn) = KeptExperiments.Find(options.Experiment, terminal);
        var comparison = ComparisonJson.ReadFile(file);
        var recorded = await RecordedExperiment.ReadAsync(comparison, options.Experiment, isOwn, interruption.Signals.Stopping);
        foreach (var doubt in recorded.Doubts) progress.Warn(doubt);
        await using var experiment = await Experiment.OpenAsync(recorded.Plan, LoadKinds.ForTrials(progress), interruption.Signals.Stopping);
        var lines = new ExperimentProgress(progress, experiment, experiment.Forecast());
        progress.Say($"{comparison.Experiment.Name}: the programs are launched again and profiled; the verdict stays as it is");
        var explained = await experiment.ExplainAsync(
            comparison, Path.GetDirectoryName(Path.GetFullPath(file))!, lines, lines, interruption.Signals, terminal.NewRun());
        progress.Clear();
        if (explained.Profiles.IsEmpty) return interruption.Signals.IsStopping ? ExitCode.Interrupted : ExitCode.Failed;
        comparison = ComparisonJson.Redact(explained);
        WholeFile.Write(file, ResultDocument.Write(comparison));
        Report(comparison, file, progress);
        return ExitCode.Success;
    }

    private void Report(Comparison comparison, string file, ProgressLines progress)
    {
        var page = Path.ChangeExtension(file, ".html");
        var html = ComparisonExporters.All.Single(exporter => exporter.Format == "html");
        if (File.Exists(page)) WholeFile.Write(page, html.Export(comparison, new ReportStyle(Width: 80, HasColour: false)));
        var reports = new ReportWriter(options.Reports, options.IsFull ? ReportLayout.Full : ReportLayout.Summary, terminal);
        reports.Print(ComparisonExporters.All, comparison);
        foreach (var report in reports.WriteFiles(ComparisonExporters.All, comparison, Path.ChangeExtension(file, null))) progress.Say($"report: {report}");
        progress.Say($"kept in {file}, in place of what it said of methods before");
    }
}
