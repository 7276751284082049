namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>What every test of an experiment has: a folder with a lock of its own, a server, and a way to write and run the file.</summary>
public abstract class ExperimentTest : EndToEndTest
{
    /// <summary>
    /// Limits under which a test's machine, busy with other tests, spoils no trial. What a test is about voids its trials nevertheless.
    /// </summary>
    internal const string Lenient = "limits: { stalls: 100%, start-lag: 1h, clock-skew: 1h, generator-saturated: 100%, load-average: 1000, other-processes: 100%, steal: 100% }";

    protected static readonly string Hello = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello");

    protected ExperimentTest()
    {
        Workspace.Environment["TMPDIR"] = Workspace.Folder;
        Workspace.SharePrograms();
    }

    /// <summary>The program with every bad habit.</summary>
    protected static string Moody => SharedPrograms.Moody;

    /// <summary>In a process of its own, which has a lock of its own and may pin itself to processors.</summary>
    private protected override Task<DynoOutcome> DynoAsync(params string[] args) => DynoProcess.RunAsync(Workspace, args);

    /// <summary>Runs <c>dyno compare experiment.yaml --result comparison.json</c>, with lenient limits unless the file has its own.</summary>
    private protected async Task<DynoOutcome> CompareAsync(string yaml, params string[] options) => await DynoAsync(await WordsAsync(yaml, options));

    /// <summary>The same on trials that need no program, in the process of the tests.</summary>
    private protected async Task<DynoOutcome> CompareAsync(FakeTrials trials, string yaml, params string[] options) =>
        await DynoCommand.RunAsync(Workspace, trials, await WordsAsync(yaml, options));

    private async Task<string[]> WordsAsync(string yaml, string[] options)
    {
        var limits = yaml.Contains("limits:", StringComparison.Ordinal) ? "" : Lenient;
        await File.WriteAllTextAsync(Workspace["experiment.yaml"], $"{yaml}\n{limits}\n", Cancelled);
        return ["compare", "experiment.yaml", "--result", "comparison.json", .. options];
    }

    /// <summary>What it wrote.</summary>
    private protected Comparison Compared => ComparisonJson.ReadFile(Workspace["comparison.json"]);

    /// <summary>The run of a trial.</summary>
    private protected RunResult RunOf(TrialRecord trial) => RunResultJson.ReadFile(Workspace[$".dyno/experiments/{Compared.Id}/{trial.Run}"]);
}
