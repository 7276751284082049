using System.Collections.Immutable;
using Dyno.Cli.Exit;
using Dyno.Cli.Progress;
using Dyno.Cli.Reports;
using Dyno.Cli.Running;
using Dyno.Reporting.Console;
using Dyno.Reporting.Exporters;
using Dyno.Results;
using Dyno.Results.Json;
using Dyno.Results.Problems;
using Dyno.Results.Runs;
using Dyno.Subjects;

namespace Dyno.Cli.Programs;

/// <summary><c>dyno run</c> of a load written in C#: build, run, then report each of its runs like any other.</summary>
internal sealed class ProgramPipeline(Terminal terminal, RunOptions options, LoadProgram program)
{
    /// <summary>Printed below the report unless a format was asked for: a table per step, as load code's users know it.</summary>
    private static readonly ImmutableArray<ReportTarget> Tables = [new("md", null)];

    /// <summary>What such a program cannot be asked for.</summary>
    public static IEnumerable<Problem> Unfitting(RunOptions options, LoadProgram program) =>
        options.Load.Set.Keys.Where(name => name != "seed").Select(name => new Problem($"--{name}", null, null,
            $"{program.Name} says itself what load it makes", name == "threshold" ? "use WithThresholds in its code" : "change its code, or a configuration: -- --config FILE"));

    public async Task<int> RunAsync()
    {
        if (Unfitting(options, program).Any()) throw new UserFault(RunProblems.Of(options));
        RunProblems.ThrowUnlessWritable(options);
        using var progress = new ProgressLines(terminal, options.IsQuiet);
        progress.Say($"building {program.Name}");
        using var interruption = new Interruption(progress.Warn);
        var assembly = await new LoadProgramBuild(program).BuildAsync(interruption.Signals.Stopping);
        var folder = Directory.CreateTempSubdirectory("dyno-results-");
        try
        {
            progress.Say($"running {program.Name}");
            var (code, subject) = await RunProgramAsync(assembly, folder.FullName, interruption, progress);
            var results = ReadResults(folder.FullName, subject);
            if (results.Count == 0) return WithoutResult(code);
            return Report(results, progress) is var said && said != ExitCode.Success ? said : code;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private async Task<(int Code, SubjectRecord? Subject)> RunProgramAsync(
        string assembly, string folder, Interruption interruption, ProgressLines progress)
    {
        var run = new LoadProgramRun(assembly, Arguments(), folder);
        void Say(string line)
        {
            if (!options.IsQuiet) terminal.Error.WriteLine(line);
        }
        if (options.Subject is not { } wanted) return (await run.RunAsync(interruption.Signals, Say), null);
        var problems = new List<Problem>();
        var subjectOptions = SubjectPlanReader.Read(wanted with { Arguments = [] }, problems);
        if (problems.Count > 0) throw new UserFault([.. problems]);
        await using var subject = await Subject.StartAsync(subjectOptions, new StageProgress(progress), null, interruption.Signals.Stopping);
        run.Environment["DYNO_TARGET_URL"] = subject.BaseUrl.AbsoluteUri;
        foreach (var (name, address) in InstanceVariables.Of("DYNO_TARGET_URL", subject.Addresses)) run.Environment[name] = address;
        run.Environment["DYNO_TARGET_PID"] = FormattableString.Invariant($"{subject.ProcessId}");
        var code = await run.RunAsync(interruption.Signals, Say);
        await subject.StopAsync();
        return (code, subject.Record());
    }

    private List<string> Arguments()
    {
        var arguments = options.ProgramArguments.ToList();
        if (options.Load.Seed is { } seed) arguments.AddRange(["--seed", FormattableString.Invariant($"{seed}")]);
        return arguments;
    }

    private List<RunResult> ReadResults(string folder, SubjectRecord? subject)
    {
        var results = Directory.GetFiles(folder, "*.json").Order(StringComparer.Ordinal).Select(ResultFile.Read);
        return [.. results.Select(r => r with { Subject = subject ?? r.Subject, Plan = PlanOf(r.Plan) })];
    }

    private PlanRecord PlanOf(PlanRecord plan) => plan with { Name = options.Name ?? plan.Name, Source = Redaction.Text(program.Name) };

    private int Report(List<RunResult> results, ProgressLines progress)
    {
        progress.Clear();
        var code = ExitCode.Success;
        for (var i = 0; i < results.Count; i++)
        {
            var own = options with { ResultFile = Numbered(options.ResultFile, i), SummaryFile = Numbered(options.SummaryFile, i) };
            var keeping = ResultFiles.Keep(results[i], own);
            var reports = new ReportWriter(options.Reports, options.Layout, terminal);
            ResultFiles.WriteReports(reports, results[i], own, keeping);
            reports.Print(RunExporters.All, results[i]);
            if (options.Reports.IsEmpty) new ReportWriter(Tables, ReportLayout.Steps, terminal).Print(RunExporters.All, results[i]);
            keeping.Tell(progress);
            var verdict = RunVerdict.ExitCodeOf(results[i], own, keeping);
            if (code == ExitCode.Success) code = verdict;
        }
        return code;
    }

    // The second run of a program goes into load-2.json.
    private static string? Numbered(string? path, int index) => path is null || index == 0
        ? path
        : Path.ChangeExtension(path, null) + FormattableString.Invariant($"-{index + 1}") + Path.GetExtension(path);

    private int WithoutResult(int code)
    {
        if (code == ExitCode.WrongInput) return code; // it has said why
        terminal.Error.WriteLine(code == 0
            ? $"dyno: {program.Name} ended without a run\n      call DynoRunner.RegisterScenarios(…).Run(args) in it"
            : $"dyno: {program.Name} ended with exit code {code} before it had a result; what it wrote stands above");
        return ExitCode.Failed;
    }
}
