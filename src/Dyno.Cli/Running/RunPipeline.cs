using Dyno.Cli.Doctor;
using Dyno.Cli.Exit;
using Dyno.Cli.Outputs;
using Dyno.Cli.Progress;
using Dyno.Cli.Reports;
using Dyno.Load.Running;
using Dyno.Observation.Checkup;
using Dyno.Reporting.Exporters;
using Dyno.Results.Runs;

namespace Dyno.Cli.Running;

/// <summary><c>dyno run</c> from the first line on the screen to the exit code.</summary>
internal sealed class RunPipeline(Terminal terminal, RunOptions options)
{
    public async Task<int> RunAsync()
    {
        using var progress = new ProgressLines(terminal, options.IsQuiet);
        using var interruption = new Interruption(progress.Warn);
        progress.Say(OpeningLine.Of(options)); // before anything heavy is loaded, so that the user sees at once that it works

        RunProblems.ThrowUnlessWritable(options); // before the load, so that none is wasted on a typo
        var machine = new MachineCheckup().LookForRun();
        var result = MachineHealth.AddTo(await MeasureAsync(progress, interruption), machine);
        progress.Clear();

        var keeping = ResultFiles.Keep(result, options);
        var reports = new ReportWriter(options.Reports, options.Layout, terminal);
        ResultFiles.WriteReports(reports, result, options, keeping);
        reports.Print(RunExporters.All, result);
        keeping.Tell(progress);
        return RunVerdict.ExitCodeOf(result, options, keeping);
    }

    private Task<RunResult> MeasureAsync(ProgressLines progress, Interruption interruption) => options.Outputs.IsEmpty
        ? MeasureAsync(progress, interruption, progress)
        : MeasureWithOutputsAsync(progress, interruption);

    private async Task<RunResult> MeasureWithOutputsAsync(ProgressLines progress, Interruption interruption)
    {
        await using var outputs = await RunOutputs.OpenAsync(options, progress, interruption.Signals.Stopping);
        var result = await MeasureAsync(progress, interruption, outputs);
        await outputs.EndAsync();
        return result;
    }

    private Task<RunResult> MeasureAsync(ProgressLines progress, Interruption interruption, IRunListener listener) =>
        new Measurement(options, progress, listener, interruption).RunAsync();
}
