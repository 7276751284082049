namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>An experiment that is stopped: nothing is left running, and it can go on.</summary>
public sealed class CompareInterruptionTests : EndToEndTest
{
    private static readonly string Hello = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello");

    private readonly string _mark = $"DYNO_MARK_{Guid.NewGuid():N}";

    public CompareInterruptionTests() => Workspace.Environment["TMPDIR"] = Workspace.Folder; // a lock of its own

    [Fact]
    [Trait("Length", "Long")]
    public async Task Leaves_no_process_behind_at_whatever_stage_it_is_stopped()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await WriteAsync($$"""
            services: { redis: {} }
            subject: { project: '{{Hello}}', framework: net10.0, env: { {{_mark}}: "1" } }
            variants: { plain: {}, other: {} }
            load: { url: /hello }
            warmup: { minimum: 1s, maximum: 1s }
            duration: 2s
            compare: { baseline: plain }
            """);
        // One folder for all: what was published before the later stages is not published again.
        foreach (var stage in (string[])["starting the service redis", "publishing", "asking plain", "comparing the answers", "round 1 of"])
        {
            using var dyno = DynoProcess.Start(Workspace, "compare", "experiment.yaml");
            await dyno.WaitForAsync(stage);
            dyno.Signal("INT");
            var outcome = await dyno.EndAsync();

            outcome.ExitCode.ShouldBe(105, $"{stage}: {outcome}");
            (await LeftAsync()).ShouldBeEmpty(stage);
        }
    }

    /// <summary>A crash ends it as a kill does: no code of the command runs afterwards. <see cref="KillTests"/> kill it.</summary>
    [Fact]
    public async Task Goes_on_with_what_was_interrupted_by_a_crash()
    {
        await WriteAsync(Urls);
        var trials = new FakeTrials { Becomes = (variant, launch, run) => variant.Name == "b" && launch == 3 ? throw new InvalidOperationException("a crash") : run };
        (await CompareAsync(trials, "--rounds", "1000")).ExitCode.ShouldNotBe(0);
        var before = Recorded();
        before.ShouldBe(6, "two rounds of three launches, the control's too");

        var resumed = await CompareAsync(trials, "--rounds", "4", "--resume", "--result", "comparison.json");

        resumed.ExitCode.ShouldBe(0, resumed.ToString());
        var comparison = ComparisonJson.ReadFile(Workspace["comparison.json"]);
        comparison.Trials.Select(t => t.Round).ShouldBe([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]);
        comparison.Trials.ShouldAllBe(t => t.Outcome == TrialOutcome.Used, resumed.ToString());
        Directory.GetDirectories(Workspace[".dyno/experiments"]).Length.ShouldBe(1);

        var other = await CompareAsync(trials, "--duration", "2s", "--resume");
        other.ExitCode.ShouldBe(1, other.ToString());
        other.Error.ShouldContain("there is no such experiment to resume");
    }

    [Fact]
    public async Task Ctrl_C_reports_the_whole_rounds_and_they_count_when_it_is_resumed()
    {
        await WriteAsync(Urls);
        var trials = new FakeTrials();
        trials.Becomes = (variant, launch, run) =>
        {
            if (variant.Name == "b" && launch == 3) trials.Interrupt();
            return run;
        };
        var stopped = await CompareAsync(trials, "--rounds", "5", "--result", "stopped.json");

        stopped.ExitCode.ShouldBe(105, stopped.ToString());
        stopped.Error.ShouldContain("stopping: work in flight ends, then the report follows");
        stopped.Out.ShouldContain("stopped by the user after 2 of 5 rounds");
        ComparisonJson.ReadFile(Workspace["stopped.json"]).Trials.Length.ShouldBe(6);
        var launched = trials.Launches.Count;

        var resumed = await CompareAsync(trials, "--rounds", "5", "--resume", "--result", "comparison.json");

        resumed.ExitCode.ShouldBe(0, resumed.ToString());
        trials.Launches.Count.ShouldBe(launched + 9);
        var comparison = ComparisonJson.ReadFile(Workspace["comparison.json"]);
        comparison.Trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(15);
        comparison.Health.Findings.ShouldNotContain(f => f.Rule == "stopped");
    }

    private const string Urls = $$"""
        variants: { a: { url: 'http://localhost:1' }, b: { url: 'http://localhost:2' } }
        load: { url: / }
        warmup: { minimum: 200ms, maximum: 200ms }
        duration: 1s
        compare: { baseline: a }
        {{ExperimentTest.Lenient}}
        """;

    private Task<DynoOutcome> CompareAsync(FakeTrials trials, params string[] options) =>
        DynoCommand.RunAsync(Workspace, trials, ["compare", "experiment.yaml", .. options]);

    private int Recorded() => Directory.GetFiles(Workspace[".dyno/experiments"], "trials.jsonl", SearchOption.AllDirectories).Sum(file => File.ReadLines(file).Count());

    private Task WriteAsync(string yaml) => File.WriteAllTextAsync(Workspace["experiment.yaml"], yaml, TestContext.Current.CancellationToken);

    // The subjects by a variable that only they have; the service by its folder for temporary files.
    private Task<IEnumerable<string>> LeftAsync() => MarkedProcesses.LeftAsync(_mark, "TMPDIR=" + Workspace.Folder);
}
