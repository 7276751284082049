using Dyno.Cli.Exit;
using Dyno.Cli.Progress;
using Dyno.Cli.Reports;
using Dyno.Reporting.Exporters;

namespace Dyno.Cli.Running;

/// <summary><c>dyno run</c> from the first line on the screen to the exit code.</summary>
internal sealed class RunPipeline(Terminal terminal, RunOptions options)
{
    public async Task<int> RunAsync()
    {
        using var progress = new ProgressLines(terminal, options.IsQuiet);
        progress.Say(OpeningLine.Of(options)); // before anything heavy is loaded, so that the user sees at once that it works
        using var interruption = new Interruption(progress.Warn);

        ResultFiles.ThrowUnlessWritable(options); // before the load, so that none is wasted on a typo
        var result = await new Measurement(options, progress, interruption).RunAsync();
        progress.Clear();

        var keeping = ResultFiles.Keep(result, options);
        var reports = new ReportWriter(options.Reports, options.Layout, terminal);
        ResultFiles.WriteReports(reports, result, options, keeping);
        reports.Print(RunExporters.All, result);
        keeping.Tell(progress);
        return RunVerdict.ExitCodeOf(result, options, keeping);
    }
}
