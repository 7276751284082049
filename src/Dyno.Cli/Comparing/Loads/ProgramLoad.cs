using System.Globalization;
using Dyno.Cli.Programs;
using Dyno.Cli.Progress;
using Dyno.Cli.Running;
using Dyno.Experiments.Loads;
using Dyno.Load.Plans;
using Dyno.Results.Json;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Cli.Comparing;

/// <summary>
/// A load written in C# as the load of an experiment. It runs as a program of its own, told where the program under test listens by
/// <c>DYNO_TARGET_URL</c>, and notes when its measurement begins and ends, so that the server is watched meanwhile.
/// </summary>
internal sealed class ProgramLoad(ProgressLines progress) : ICodedLoad
{
    // The file of trusted certificates of OpenSSL, which .NET reads beside the system's folder of them: not on Windows and macOS.
    private const string TrustVariable = "SSL_CERT_FILE";

    private readonly Dictionary<string, string> _assemblies = new(StringComparer.Ordinal);

    public bool Takes(string path) => LoadProgram.Find(path) is not null;

    public async Task<CodedLoadPlan> PrepareAsync(string path, TrialShape shape, CancellationToken cancellation)
    {
        progress.Show($"building {Path.GetFileName(path)}");
        _assemblies[path] = await new LoadProgramBuild(LoadProgram.Find(path)!).BuildAsync(cancellation);
        return new CodedLoadPlan(shape.Length, Model: null);
    }

    public async Task<RunResult> RunAsync(CodedTrial trial)
    {
        var folder = Directory.CreateTempSubdirectory("dyno-trial-");
        try
        {
            var lines = new List<string>();
            var server = await RunProgramAsync(trial, folder.FullName, lines);
            var results = Directory.GetFiles(folder.FullName, "*.json").Order(StringComparer.Ordinal).Select(ResultFile.Read).ToList();
            return results switch
            {
                [var only] => Completed(only, trial, server),
                [] => throw new UserFault($"{Path.GetFileName(trial.Path)} ended without a run{Last(lines)}", "call DynoRunner.RegisterScenarios(…).Run(args) in it"),
                _ => throw new UserFault($"{Path.GetFileName(trial.Path)} makes {results.Count} runs; a trial is one", "make a program for each of them"),
            };
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private async Task<ServerObservation?> RunProgramAsync(CodedTrial trial, string folder, List<string> lines)
    {
        var run = new LoadProgramRun(_assemblies[trial.Path], ["--quiet", "--seed", trial.Seed.ToString(CultureInfo.InvariantCulture)], folder);
        run.Environment["DYNO_TARGET_URL"] = trial.BaseUrl.AbsoluteUri;
        foreach (var (name, address) in InstanceVariables.Of("DYNO_TARGET_URL", trial.Instances)) run.Environment[name] = address;
        run.Environment["DYNO_TARGET_PID"] = trial.ServerProcessId?.ToString(CultureInfo.InvariantCulture) ?? "";
        foreach (var (name, value) in trial.Shape.Environment) run.Environment[name] = value;
        run.Environment[TrialShape.Variable] = trial.Shape.ToString();
        if (trial.CertificateFile is { } certificate) run.Environment[TrustVariable] = TrustFile(folder, certificate);
        var watching = trial.Runner.Server is { } probe ? new MeasurementWatch(folder, probe, TimeProvider.System) : null;
        var ended = run.RunAsync(trial.Runner.Signals, line => { lock (lines) lines.Add(line); });
        return watching is null ? await Ended() : await watching.UntilAsync(ended);

        async Task<ServerObservation?> Ended()
        {
            await ended;
            return null;
        }
    }

    // With what the user trusts by the same variable.
    private static string TrustFile(string folder, string certificate)
    {
        var file = Path.Combine(folder, "trusted.pem");
        var known = Environment.GetEnvironmentVariable(TrustVariable);
        File.WriteAllText(file, (File.Exists(known) ? File.ReadAllText(known) + "\n" : "") + File.ReadAllText(certificate));
        return file;
    }

    private static RunResult Completed(RunResult result, CodedTrial trial, ServerObservation? server) => result with
    {
        Subject = trial.Runner.Subject ?? result.Subject,
        Server = server ?? result.Server,
        Generator = result.Generator with { CpuSet = trial.Runner.GeneratorCpuSet },
    };

    private static string Last(List<string> lines) => lines.Count == 0 ? "" : "; its last lines were:\n" + string.Join('\n', lines.TakeLast(10).Select(l => "  | " + l));
}
