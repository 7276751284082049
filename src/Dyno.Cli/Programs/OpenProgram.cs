namespace Dyno.Cli;

/// <summary>A load in C# that has been built.</summary>
internal sealed class OpenProgram(LoadProgram program, string assembly, IReadOnlyList<string> arguments, LoadOpening opening) : IOpenLoad
{
    // OpenSSL's variable for a file of trusted certificates. .NET reads this file beside the system's folder, but not on Windows and macOS.
    private const string TrustVariable = "SSL_CERT_FILE";
    private const string PlanVariable = "DYNO_PLAN_FILE";
    private const int ShownLines = 10;

    private readonly List<string> _lines = [];
    private int _exitCode;

    /// <summary>Receives each line that the program writes; null: the message about a failure has the last lines.</summary>
    public Action<string>? Write { get; init; }

    /// <summary>Always null: a program's plan is known only when the program runs.</summary>
    public TestPlan? Plan => null;

    public ImmutableArray<string> Warnings => [];

    public async Task<ImmutableArray<RunResult>> RunAsync(RunnerOptions runner)
    {
        using var folder = OwnedFolder.Create("dyno-results-");
        var server = await RunAsync(folder.Path, runner);
        var runs = Directory.GetFiles(folder.Path, "*.json").Order(StringComparer.Ordinal).Select(RunResultJson.ReadFile).ToImmutableArray();
        if (runs.IsEmpty || IsShareInVain) throw WithoutRun();
        // The watch observes one measurement. When the program made several runs, each run keeps its own observation.
        return [.. runs.Select(run => Completed(run, runner, runs.Length == 1 ? server : null))];
    }

    public Task<FinishedLoad> FinishAsync(RunResult result) => Task.FromResult(new FinishedLoad(result) { ExitsAtLastWith = _exitCode });

    /// <summary>Runs the program up to its first run. The program writes that run's plan to a file.</summary>
    public async Task<string> InspectAsync()
    {
        using var folder = OwnedFolder.Create("dyno-plan-");
        var file = Path.Combine(folder.Path, "plan.txt"); // not a .json file, so not read as a result
        var run = new LoadProgramRun(assembly, Arguments(), folder.Path) { Environment = { [PlanVariable] = file } };
        _exitCode = await run.RunAsync(opening.Signals, Take);
        return File.Exists(file) ? await File.ReadAllTextAsync(file) : throw WithoutRun();
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private async Task<ServerObservation?> RunAsync(string folder, RunnerOptions runner)
    {
        var run = new LoadProgramRun(assembly, Arguments(), folder) { Lease = opening.Lease };
        if (opening.BaseUrl is { } url)
        {
            run.Environment["DYNO_TARGET_URL"] = url.AbsoluteUri.TrimEnd('/'); // without a final slash, as in scripts, so that a path can follow
            foreach (var (name, address) in InstanceVariables.Of("DYNO_TARGET_URL", opening.Instances)) run.Environment[name] = address;
            run.Environment["DYNO_TARGET_PID"] = opening.ProcessId?.ToString(CultureInfo.InvariantCulture) ?? "";
        }
        if (opening.Shape is { } shape)
        {
            foreach (var (name, value) in shape.Environment) run.Environment[name] = value;
            run.Environment[TrialShape.Variable] = shape.ToString();
        }
        if (opening.CertificateFile is { } certificate) run.Environment[TrustVariable] = TrustFile(folder, certificate);
        var watching = runner.Server is { } probe ? new MeasurementWatch(folder, probe, TimeProvider.System) : null;
        var ended = run.RunAsync(runner.Signals, Take);
        var seen = watching is null ? null : await watching.UntilAsync(ended);
        _exitCode = await ended;
        return seen;
    }

    // A program that does more than a share can do, such as a second run, ends with this exit code when its first run is over.
    private bool IsShareInVain => opening.Lease is not null && _exitCode == ExitCode.WrongInput;

    private IReadOnlyList<string> Arguments() =>
        opening.Seed is { } seed ? [.. arguments, "--seed", seed.ToString(CultureInfo.InvariantCulture)] : arguments;

    private void Take(string line)
    {
        Write?.Invoke(line);
        lock (_lines) _lines.Add(line);
    }

    // The file also has the certificates of the file that the user named in the same variable.
    private static string TrustFile(string folder, string certificate)
    {
        var file = Path.Combine(folder, "trusted.pem");
        var known = Environment.GetEnvironmentVariable(TrustVariable);
        File.WriteAllText(file, (File.Exists(known) ? File.ReadAllText(known) + "\n" : "") + File.ReadAllText(certificate));
        return file;
    }

    private RunResult Completed(RunResult result, RunnerOptions runner, ServerObservation? server) => result with
    {
        Plan = result.Plan with { Name = opening.Name ?? result.Plan.Name, Source = Redaction.Text(program.Name) },
        Subject = runner.Subject ?? result.Subject,
        Server = server ?? result.Server,
        Generator = result.Generator with { CpuSet = runner.GeneratorCpuSet },
    };

    private UserFault WithoutRun() => _exitCode == 0
        ? new UserFault($"{program.Name} ended without a run{Last()}", "call DynoRunner.RegisterScenarios(…).Run(args) in the program") { ExitsWith = ExitCode.Failed }
        : new UserFault($"{program.Name} ended with exit code {_exitCode} before it had a result{Last()}")
        {
            ExitsWith = _exitCode == ExitCode.WrongInput ? ExitCode.WrongInput : ExitCode.Failed,
        };

    private string Last() => Write is not null ? _lines.Count == 0 ? "" : "; its output is above"
        : _lines.Count == 0 ? "" : "; its last lines were:\n" + string.Join('\n', _lines.TakeLast(ShownLines).Select(line => "  | " + line));
}
