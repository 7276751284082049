using Dyno.Cli.Doctor;
using Dyno.Cli.Exit;
using Dyno.Cli.Outputs;
using Dyno.Cli.Progress;
using Dyno.Cli.Reports;
using Dyno.Cli.Running;
using Dyno.Experiments.Trials;
using Dyno.K6;
using Dyno.K6.Summaries;
using Dyno.K6.VirtualUsers;
using Dyno.Load.Plans;
using Dyno.Load.Running;
using Dyno.Observation.Checkup;
using Dyno.Observation.Machines;
using Dyno.Reporting.Console;
using Dyno.Reporting.Exporters;
using Dyno.Results.Problems;
using Dyno.Results.Runs;
using Dyno.Subjects;

namespace Dyno.Cli.Scripts;

/// <summary><c>dyno run SCRIPT</c> from the first line on the screen to the exit code.</summary>
internal sealed class ScriptPipeline(Terminal terminal, ScriptOptions options)
{
    // The script is read before the program is built, for its mistakes alone; where the program will listen is not known yet.
    private static readonly Uri NotYetKnown = new("http://127.0.0.1:1");
    private K6Session? _session;

    public async Task<int> RunAsync()
    {
        ScriptProblems.ThrowUnlessWritable(options);
        using var progress = new ProgressLines(terminal, options.IsQuiet);
        progress.Say(options.Subject is { } subject ? $"running {options.Script} on {subject.Path}" : $"running {options.Script}");
        WarnOf(progress);
        using var interruption = new Interruption(progress.Warn);
        await using var log = ScriptLogs.Open(options, terminal, progress);
        try
        {
            return await ScriptFailure.TellAsync(terminal, () => RunAsync(progress, interruption, log.Log), progress.Clear);
        }
        finally
        {
            _session?.Dispose();
        }
    }

    private void WarnOf(ProgressLines progress)
    {
        if (options.AsksForTraces) progress.Warn("--traces-output has no effect: Dyno writes no traces");
        if (Environment.GetEnvironmentVariable("SSLKEYLOGFILE") is not { Length: > 0 } keys) return;
        // The switch of .NET: without it the variable counts in debug builds of the runtime only.
        AppContext.SetSwitch("System.Net.EnableSslKeyLogging", true);
        progress.Warn($"TLS keys go to {keys} (SSLKEYLOGFILE): who has them can read what is sent");
    }

    private async Task<int> RunAsync(ProgressLines progress, Interruption interruption, ScriptLog log)
    {
        var request = ScriptSource.RequestOf(options, log, interruption.Signals) with { Address = options.Address, Tell = progress.Warn };
        var commit = await GitRevision.DescribeAsync(Environment.CurrentDirectory, interruption.Signals.Stopping);
        var machine = new MachineCheckup().LookForRun();
        RunResult result;
        await using (var outputs = await RunOutputs.OpenAsync(options.LiveOutputs, options.Name ?? options.Script, progress, interruption.Signals.Stopping))
        {
            result = await OrOfTheScript(() => options.Subject is null
                ? LoadAsync(request, log, outputs, commit, interruption)
                : LoadSubjectAsync(request, log, outputs, commit, interruption, progress));
            await outputs.EndAsync();
        }
        result = MachineHealth.AddTo(result, machine);
        progress.Clear();
        var summary = await _session!.FinishAsync(result, SummaryOptions());
        result = summary.Result;
        foreach (var problem in summary.Problems) progress.Warn(problem);
        Print(result, summary);
        var kept = Keep(result, summary);
        kept.Tell(progress);
        var exitCode = ExitCodeOf(result, summary, kept);
        if (_session.Lingers) await LingerAsync(progress, interruption);
        return exitCode;
    }

    // Whoever has ended the run already has ended Dyno, too.
    private async Task LingerAsync(ProgressLines progress, Interruption interruption)
    {
        interruption.RunIsOver();
        var ended = Task.WhenAny(interruption.Heard, _session!.StoppedFromOutside);
        if (ended.IsCompleted) return;
        progress.Warn(_session.Url is { } url
            ? $"lingering: the run is over, and {url}/v1/status still answers; end it with Ctrl-C, or by PATCH stopped: true"
            : "lingering: the run is over; end it with Ctrl-C (with --address, k6's REST interface would answer until then)");
        await ended;
    }

    // A virtual user whose init stage throws is a mistake of the script, not of the load.
    private async Task<RunResult> OrOfTheScript(Func<Task<RunResult>> load)
    {
        try
        {
            return await load();
        }
        catch (UserFault) when (_session?.Failure is { } failure)
        {
            throw failure;
        }
    }

    private async Task<RunResult> LoadAsync(K6Request request, ScriptLog log, IRunListener listener, string? commit, Interruption interruption)
    {
        await OpenAsync(request, log);
        return await Runner.RunAsync(PlanOf(_session!), _session!.With(new RunnerOptions
        {
            Machine = new MachineProbe(null, commit),
            Signals = interruption.Signals,
            Listeners = [listener],
            CalibratedRequestsPerSecond = CalibrationStore.CeilingOf(_session.Plan),
        }));
    }

    private async Task<RunResult> LoadSubjectAsync(
        K6Request request, ScriptLog log, IRunListener listener, string? commit, Interruption interruption, ProgressLines progress)
    {
        var problems = new List<Problem>();
        var wanted = SubjectPlanReader.Read(options.Subject!, problems);
        if (problems.Count > 0) throw new UserFault([.. problems]);
        using (var read = await K6Session.OpenAsync(ScriptSource.OnSubject(request, options, NotYetKnown,
            [.. Enumerable.Repeat(NotYetKnown, wanted.Instances)]) with
        { Outputs = [], Address = null }, []))
            read.RequireWayToBegin(options.Address); // only for what is wrong with it
        var load = new SubjectLoad
        {
            Subject = wanted,
            Code = async (subject, runner) =>
            {
                await OpenAsync(ScriptSource.OnSubject(request, options, subject.BaseUrl, subject.Addresses), log);
                var calibrated = runner with { CalibratedRequestsPerSecond = CalibrationStore.CeilingOf(_session!.Plan) };
                return await Runner.RunAsync(PlanOf(_session), _session.With(calibrated));
            },
            Observe = options.Observe,
            Signals = interruption.Signals,
            Listener = listener,
            Progress = new StageProgress(progress),
            Commit = commit,
        };
        var result = await load.RunAsync();
        if (result.Subject is { } record && !_session!.HasBeenAt(options.Rebase ?? new Uri(record.Url)) && !_session.HasBeenAt(new Uri(record.Url)))
            log.Write("warning", "the script sent nothing to the program under test: write __ENV.BASE_URL in it, or name the URL that it uses with --rebase");
        return result;
    }

    private async Task OpenAsync(K6Request request, ScriptLog log)
    {
        var warnings = new List<string>();
        _session = await K6Session.OpenAsync(request, warnings);
        foreach (var warning in warnings) log.Write("warning", warning);
    }

    private TestPlan PlanOf(K6Session session) => session.Plan with { Name = options.Name ?? session.Plan.Name, HealthLimits = options.HealthLimits };

    private SummaryRequest SummaryOptions() => new()
    {
        Mode = options.SummaryMode,
        IsMachineReadable = options.IsSummaryMachineReadable,
        HasColour = options.HasColour && terminal.OutHasColour,
        IsOutTerminal = terminal.OutHasColour,
        IsErrorTerminal = terminal.ErrorIsLive,
    };

    private void Print(RunResult result, K6Summary summary)
    {
        foreach (var output in summary.Outputs)
        {
            if (output.Target == "stdout") terminal.Out.Write(output.Text);
            else if (output.Target == "stderr") terminal.Error.Write(output.Text);
        }
        if (options.Reports.Any(r => r.IsOnStdout)) Reports().Print(RunExporters.All, result);
        terminal.Out.Flush();
    }

    private KeptResult Keep(RunResult result, K6Summary summary)
    {
        var kept = new KeptResult();
        foreach (var (target, content) in summary.Outputs)
            if (target is not ("stdout" or "stderr")) kept.Try(() => Results.Files.WholeFile.Write(target, content));
        if (options.SummaryFile is { } export) kept.Try(() => Results.Files.WholeFile.Write(export, summary.ExportJson));
        if (options.ResultFile is { } file) kept.Try(() => Results.Json.ResultFile.Write(file, result));
        if (options.IsStored) kept.Try(() => kept.Stored = Results.Store.RunStore.Here().Save(result));
        kept.Try(() => kept.Reports.AddRange(Reports().WriteFiles(RunExporters.All, result, $"dyno-{result.Id}")));
        return kept;
    }

    private ReportWriter Reports() => new(options.Reports, ReportLayout.Summary, terminal);

    private int ExitCodeOf(RunResult result, K6Summary summary, KeptResult kept)
    {
        if (_session!.Failure is { } failure) return failure.ExitsWith;
        if (result.Outcome is RunOutcome.Interrupted or RunOutcome.Aborted) return ExitCode.Interrupted;
        if (result.Outcome is RunOutcome.Failed) return result.Subject is null ? ExitCode.Failed : ExitCode.SubjectFailed;
        if (options.FailsOnVoid && result.Health.State == HealthState.Void) return ExitCode.Void;
        if (result.Thresholds.Any(threshold => !threshold.Passed)) return ExitCode.Threshold;
        if (options.FailsOnCheck && result.Measured.Checks.Any(check => check.Fails > 0)) return ExitCode.Threshold;
        return kept.HasFailed || !summary.Problems.IsEmpty ? ExitCode.Failed : ExitCode.Success;
    }
}
