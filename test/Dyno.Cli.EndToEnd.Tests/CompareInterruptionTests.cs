namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>An experiment that is stopped: nothing is left running, and it can go on.</summary>
[Trait("Length", "Long")]
public sealed class CompareInterruptionTests : EndToEndTest
{
    private static readonly string Hello = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello");

    private readonly string _mark = $"DYNO_MARK_{Guid.NewGuid():N}";

    public CompareInterruptionTests() => Workspace.Environment["TMPDIR"] = Workspace.Folder; // a lock of its own

    [Fact]
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

    [Fact]
    public async Task Goes_on_with_what_was_interrupted()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await WriteAsync($$"""
            variants: { a: { url: '{{Url}}' }, b: { url: '{{Url}}' } }
            load: { url: / }
            warmup: { minimum: 200ms, maximum: 200ms }
            duration: 1s
            compare: { baseline: a }
            {{ExperimentTest.Lenient}}
            """);
        int before;
        using (var dyno = DynoProcess.Start(Workspace, "compare", "experiment.yaml", "--rounds", "1000"))
        {
            await dyno.WaitForAsync("round 1 of 1000");
            using var patience = new CancellationTokenSource(TimeSpan.FromMinutes(4));
            while ((before = Recorded()) < 2) await Task.Delay(20, patience.Token);
            dyno.Signal("KILL"); // as a crash would end it
            await dyno.EndAsync();
            before = Recorded();
        }
        var rounds = before / 3 + 2; // three trials each, the control's too: what was begun, and one more
        var resumed = await DynoProcess.RunAsync(Workspace, "compare", "experiment.yaml", "--rounds", $"{rounds}", "--resume", "--result", "comparison.json");

        resumed.ExitCode.ShouldBe(0, resumed.ToString());
        var comparison = ComparisonJson.ReadFile(Workspace["comparison.json"]);
        comparison.Trials.Length.ShouldBeGreaterThan(before);
        comparison.Trials[0].Round.ShouldBe(1);
        comparison.Trials.Where(t => t.Outcome == TrialOutcome.Used).Select(t => t.Round).ShouldContain(rounds, resumed.ToString());
        Directory.GetDirectories(Workspace[".dyno/experiments"]).Length.ShouldBe(1);

        var other = await DynoProcess.RunAsync(Workspace, "compare", "experiment.yaml", "--duration", "2s", "--resume");
        other.ExitCode.ShouldBe(1, other.ToString());
        other.Error.ShouldContain("there is no such experiment to resume");
    }

    private int Recorded() => !Directory.Exists(Workspace[".dyno/experiments"]) ? 0
        : Directory.GetFiles(Workspace[".dyno/experiments"], "trials.jsonl", SearchOption.AllDirectories).Sum(file => File.ReadLines(file).Count());

    private Task WriteAsync(string yaml) => File.WriteAllTextAsync(Workspace["experiment.yaml"], yaml, TestContext.Current.CancellationToken);

    // The subjects by a variable that only they have; the service by its folder for temporary files.
    private Task<IEnumerable<string>> LeftAsync() => MarkedProcesses.LeftAsync(_mark, "TMPDIR=" + Workspace.Folder);
}
