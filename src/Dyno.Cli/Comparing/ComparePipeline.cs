using System.Text.RegularExpressions;

namespace Dyno.Cli;

/// <summary><c>dyno compare</c> from the first line on the screen to the exit code.</summary>
internal sealed partial class ComparePipeline(Terminal terminal, CompareOptions options)
{
    // A comparison of revisions, projects or addresses on the command line.
    private readonly bool _isInline = options.Text is null && !(options is { Targets: [var file], Inline: { Git: null, Load: null, Runtimes.IsEmpty: true } }
        && Path.GetExtension(file).ToLowerInvariant() is ".yaml" or ".yml");

    public async Task<int> RunAsync()
    {
        using var progress = new ProgressLines(terminal, options.IsQuiet);
        using var interruption = new Interruption(terminal, progress.Warn);
        var inline = await ComparedRuntimes.ResolveAsync(options.Inline, progress.Say, interruption.Signals.Stopping);
        var kinds = LoadKinds.ForTrials(progress);
        var plan = Plan(inline);
        var baseline = _isInline && inline is { Revisions: var (earlier, later), IsLoadFile: true }
            ? await LoadOfBaseline.FindAsync(plan, kinds, earlier, later, interruption.Signals.Stopping) : null;
        if (baseline is not null) plan = Plan(inline with { LoadRevision = baseline.Commit });
        var run = TrialFleet.With(options.Run, plan, terminal, progress) with
        {
            Notes = baseline is null ? [] : [$"{inline.Revisions!.Value.Later} changes {baseline.File}: both sides are loaded as {baseline.Commit[..8]}, the baseline, has it"],
        };
        await using var experiment = await OpenAsync(plan, kinds, interruption.Signals.Stopping);
        if (_isInline && options.TakesUsualTime && experiment.WhySequential is null)
        {
            run = run with { UntilClear = true, MaxTime = InlineExperiment.UsualTime };
        }
        var forecast = experiment.Forecast(run);
        if (options.IsDryRun)
        {
            await terminal.Out.WriteLineAsync($"{experiment.Plan.Name}: {forecast.Text}");
            return ExitCode.Success;
        }
        if (options.SummaryFile is { } comment) ResultFiles.ThrowUnlessWritable("--markdown-summary", comment);
        if (options.ResultFile is { } wanted) ResultFiles.ThrowUnlessWritable("--result", wanted);
        foreach (var report in ReportWriter.FilesOf(options.Reports)) ResultFiles.ThrowUnlessWritable("--format", report);
        progress.Say($"{experiment.Plan.Name}: {forecast.Text}");
        var lines = new ExperimentProgress(progress, experiment, forecast);
        var (comparison, file) = await experiment.RunAsync(lines, lines, interruption.Signals, run);
        if (Rebuild.InDoubt(comparison) is { IsEmpty: false } doubts && !interruption.Signals.IsStopping)
        {
            foreach (var doubt in doubts) progress.Say($"{doubt}: measured a second time, with everything built again");
            (comparison, file) = await ConfirmAsync(comparison, experiment.Plan, run, progress, interruption);
        }
        progress.Clear();
        var reports = new ReportWriter(options.Reports, options.IsFull ? ReportLayout.Full : ReportLayout.Summary, terminal);
        reports.Print(ComparisonExporters.All, comparison);
        foreach (var annotation in MethodAnnotations.Of(comparison.Profiles, terminal.Variable))
            await terminal.Error.WriteLineAsync(annotation);
        if (file is not null) Keep(comparison, terminal.Shown(file), progress);
        var isWritten = options.ResultFile is not { } result || TryWrite(result, () => ResultDocument.Write(comparison), progress);
        if (options.SummaryFile is { } summary) isWritten &= TryWrite(summary, () => PullRequestSummary.Of(comparison, ReportUrl()), progress);
        foreach (var report in reports.WriteFiles(ComparisonExporters.All, comparison, Beside(file))) progress.Say($"report: {report}");
        var code = ExitCodeOf(comparison, interruption.Signals.IsStopping, progress);
        return isWritten || code != ExitCode.Success ? code : ExitCode.Failed;
    }

    private async Task<Experiment> OpenAsync(ExperimentPlan plan, ImmutableArray<ILoad> kinds, CancellationToken cancellation)
    {
        var experiment = await Experiment.OpenAsync(plan, kinds, cancellation, options.Run.StateFolder);
        if (!_isInline || !options.TakesUsualTime || experiment.WhySequential is not null) return experiment;
        await experiment.DisposeAsync();
        return await Experiment.OpenAsync(InlineExperiment.Brief(plan), kinds, cancellation, options.Run.StateFolder);
    }

    private static async Task<(Comparison, string?)> ConfirmAsync(
        Comparison first, ExperimentPlan plan, ExperimentRun run, ProgressLines progress, Interruption interruption)
    {
        await using var again = await Experiment.OpenAsync(
            Rebuild.Anew(plan, Entropy.Seed()), LoadKinds.ForTrials(progress), interruption.Signals.Stopping, run.StateFolder);
        var confirming = run with { Confirms = first, Resumes = false };
        var lines = new ExperimentProgress(progress, again, again.Forecast(confirming));
        return await again.RunAsync(lines, lines, interruption.Signals, confirming);
    }

    private ExperimentPlan Plan(InlineExperiment inline)
    {
        var plan = options switch
        {
            { Text: { } text } => ReadOptions(text),
            _ when !_isInline => ExperimentReader.Read(options.Targets[0], options.Overrides),
            _ => ReadOptions(inline.ToText()),
        };
        return plan.Sweep is null && options.MustSearch
            ? throw new UserFault($"{plan.Name} has no sweep, so there is nothing to tune", "add a sweep to the file, such as sweep: { rate: 100..20000, goal: 'p99 < 20ms' }, or run dyno compare")
            : plan;
    }

    // The text is made from options: no one has written its lines.
    private ExperimentPlan ReadOptions(string text)
    {
        try
        {
            return ExperimentReader.ReadText(text, "command line", terminal.Folder, options.Overrides);
        }
        catch (UserFault fault) when (!fault.Problems.IsEmpty)
        {
            throw new UserFault([.. fault.Problems.Select(problem => problem with
            {
                Line = null,
                Column = null,
                WriteInstead = problem.WriteInstead is { } hint ? OfOption().Replace(hint, "write --$1 ") : null,
            })]);
        }
    }

    [GeneratedRegex("^write (goal|over|rate|connections|trials|duration|rounds): ")]
    private static partial Regex OfOption();

    // The result document exists already. This page is for people.
    private void Keep(Comparison comparison, string file, ProgressLines progress)
    {
        var page = Path.ChangeExtension(file, ".html");
        var html = ComparisonExporters.All.Single(exporter => exporter.Format == "html");
        var hasPage = TryWrite(terminal.PathOf(page), () => html.Export(comparison, new ReportStyle(Width: 80, HasColour: false)), progress);
        progress.Say($"kept in {file}{(hasPage ? $"; its page with charts is {page}" : "")}; the whole report: dyno report {file} --full");
    }

    // A failed write is only a warning: a full disk must not discard minutes of measuring.
    private static bool TryWrite(string file, Func<string> text, ProgressLines progress)
    {
        try
        {
            WholeFile.Write(file, text());
            return true;
        }
        catch (UserFault failure)
        {
            progress.Warn($"{failure.Message}\n      {failure.Hint}");
            return false;
        }
    }

    // Address of the whole report: in a GitHub workflow, the page of the workflow run, which has the artifacts.
    private string? ReportUrl() => (terminal.Variable("GITHUB_SERVER_URL"), terminal.Variable("GITHUB_REPOSITORY"),
        terminal.Variable("GITHUB_RUN_ID")) is ({ } server, { } repository, { } run) ? $"{server}/{repository}/actions/runs/{run}" : null;

    private string Beside(string? kept) => Path.ChangeExtension(
        options.ResultFile ?? (kept is null ? "comparison.json" : terminal.Shown(kept)), null);

    // When several apply, the first in this order wins.
    private int ExitCodeOf(Comparison comparison, bool wasStopped, ProgressLines progress)
    {
        if (wasStopped) return ExitCode.Interrupted;
        // A search was asked for an answer.
        if (comparison is { Sweep: not null, Health.State: HealthState.Void } && !options.IsGateNeutral) return ExitCode.Void;
        if (!options.HasGate) return ExitCode.Success;
        var gate = Gate.Judge(comparison, options.FailsOnUnclear, options.GatesStructure);
        if (options.IsGateNeutral) gate = gate.Neutral();
        foreach (var reason in gate.Reasons) progress.Warn($"gate: {reason}");
        return gate.ExitCode;
    }
}
