using System.Collections;
using System.Collections.Immutable;
using Dyno.Cli.Exit;
using Dyno.Cli.Progress;
using Dyno.Cli.Reports;
using Dyno.Cli.Running;
using Dyno.Inputs.Problems;
using Dyno.JavaScript;
using Dyno.K6;
using Dyno.K6.Running;
using Dyno.K6.Summaries;
using Dyno.K6.VirtualUsers;
using Dyno.Load.Running;
using Dyno.Observation.Machines;
using Dyno.Reporting.Console;
using Dyno.Reporting.Exporters;
using Dyno.Results.Runs;
using Dyno.Subjects;

namespace Dyno.Cli.Scripts;

/// <summary><c>dyno run SCRIPT</c> from the first line on the screen to the exit code.</summary>
internal sealed class ScriptPipeline(Terminal terminal, ScriptOptions options)
{
    public async Task<int> RunAsync()
    {
        RefuseWhatIsNotThere();
        using var progress = new ProgressLines(terminal, options.IsQuiet);
        progress.Say($"running {options.Script}");
        using var interruption = new Interruption(progress.Warn);
        using var log = ScriptLogs.Open(options, terminal, progress);
        try
        {
            return await RunAsync(progress, interruption, log.Log);
        }
        catch (K6Exception failure)
        {
            progress.Clear();
            foreach (var line in failure.Message.Split('\n')) terminal.Error.WriteLine($"dyno: {line}");
            if (failure.Hint is { } hint) terminal.Error.WriteLine($"      {hint}");
            return failure.ExitCode;
        }
        catch (ScriptEngineMissingException missing)
        {
            terminal.Error.WriteLine($"dyno: {missing.Message}\n      {missing.Hint}");
            return ExitCode.WrongInput;
        }
    }

    // Better no run than one that leaves out what was asked for.
    private void RefuseWhatIsNotThere()
    {
        var problems = new List<InputProblem>();
        if (!options.Outputs.IsEmpty) problems.Add(new InputProblem("--out", null, null, "samples of a script cannot be written yet", "leave it out; --result and --summary-export are there"));
        if (options.Script.EndsWith(".tar", StringComparison.OrdinalIgnoreCase))
            problems.Add(new InputProblem(options.Script, null, null, "archives of k6 cannot be run yet", "name the script"));
        if (problems.Count > 0) throw new InputException([.. problems]);
    }

    private async Task<int> RunAsync(ProgressLines progress, Interruption interruption, ScriptLog log)
    {
        var warnings = new List<string>();
        using var session = await K6Session.OpenAsync(RequestOf(interruption, log), warnings);
        foreach (var warning in warnings) log.Write("warning", warning);
        var commit = await GitRevision.DescribeAsync(Environment.CurrentDirectory, interruption.Signals.Stopping);
        var plan = options.Name is { } name ? session.Plan with { Name = name } : session.Plan;
        var runner = session.With(new RunnerOptions
        {
            Machine = new MachineProbe(null, commit),
            Signals = interruption.Signals,
            Listeners = [progress],
        });
        var result = await Runner.RunAsync(plan, runner);
        progress.Clear();
        var summary = await session.FinishAsync(result, SummaryOptions());
        Print(result, summary);
        var kept = Keep(result, summary);
        kept.Tell(progress);
        return ExitCodeOf(result, session, kept);
    }

    private K6Request RequestOf(Interruption interruption, ScriptLog log) => new()
    {
        Script = options.Script,
        Text = options.Script == "-" ? Console.In.ReadToEnd() : null,
        Folder = Environment.CurrentDirectory,
        Config = ReadConfig(),
        Environment = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .ToImmutableSortedDictionary(v => (string)v.Key, v => (string?)v.Value ?? "", StringComparer.Ordinal),
        SeesEnvironment = options.SeesEnvironment,
        Variables = options.Variables,
        Flags = options.Flags,
        NoThresholds = options.NoThresholds,
        Outputs = options.Outputs,
        SecretSources = options.SecretSources,
        Layout = options.Layout switch { "dense" => VuLayout.Dense, "isolated" => VuLayout.Isolated, _ => VuLayout.Auto },
        Log = log,
        Signals = interruption.Signals,
        Fetch = ModuleDownload.Get,
        ModuleCache = Path.Combine(CacheFolder(), "dyno", "modules"),
    };

    /// <summary>The user's folder for what can be had again.</summary>
    internal static string CacheFolder()
    {
        const Environment.SpecialFolder Local = Environment.SpecialFolder.LocalApplicationData;
        return Environment.GetFolderPath(Local, Environment.SpecialFolderOption.None) is { Length: > 0 } folder ? folder : Path.GetTempPath();
    }

    private string? ReadConfig()
    {
        if (options.ConfigFile is not { } file) return null;
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new InputException([new InputProblem("--config", null, null, $"{file} cannot be read: {e.Message}", "name a JSON file")]);
        }
    }

    private SummaryRequest SummaryOptions() => new()
    {
        Mode = options.SummaryMode,
        HasColour = options.HasColour && terminal.OutHasColour,
        IsOutTerminal = terminal.OutHasColour,
        IsErrorTerminal = terminal.ErrorIsLive,
    };

    private void Print(RunResult result, K6Summary summary)
    {
        foreach (var (target, text) in summary.Outputs)
        {
            if (target == "stdout") terminal.Out.Write(text);
            else if (target == "stderr") terminal.Error.Write(text);
        }
        if (options.Reports.Any(r => r.IsOnStdout)) Reports().Print(RunExporters.All, result);
        terminal.Out.Flush();
    }

    private KeptResult Keep(RunResult result, K6Summary summary)
    {
        var kept = new KeptResult();
        foreach (var (target, text) in summary.Outputs)
            if (target is not ("stdout" or "stderr")) kept.Try(() => Results.Files.WholeFile.Write(target, text));
        if (options.SummaryFile is { } export) kept.Try(() => Results.Files.WholeFile.Write(export, summary.ExportJson));
        if (options.ResultFile is { } file) kept.Try(() => Results.Json.ResultFile.Write(file, result));
        if (options.IsStored) kept.Try(() => kept.Stored = Results.Store.RunStore.Here().Save(result));
        kept.Try(() => kept.Reports.AddRange(Reports().WriteFiles(RunExporters.All, result, $"dyno-{result.Id}")));
        return kept;
    }

    private ReportWriter Reports() => new(options.Reports, ReportLayout.Summary, terminal);

    private int ExitCodeOf(RunResult result, K6Session session, KeptResult kept)
    {
        if (session.Failure is { } failure) return failure.ExitCode;
        if (result.Outcome is RunOutcome.Interrupted or RunOutcome.Aborted) return ExitCode.Interrupted;
        if (result.Outcome is RunOutcome.Failed) return ExitCode.Failed;
        if (options.FailsOnVoid && result.Health.State == HealthState.Void) return ExitCode.Void;
        if (result.Thresholds.Any(threshold => !threshold.Passed)) return ExitCode.Threshold;
        if (options.FailsOnCheck && result.Measured.Checks.Any(check => check.Fails > 0)) return ExitCode.Threshold;
        return kept.HasFailed ? ExitCode.Failed : ExitCode.Success;
    }
}
