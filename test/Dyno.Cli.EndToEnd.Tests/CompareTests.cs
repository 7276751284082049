namespace Dyno.Cli.EndToEnd.Tests;

public sealed class CompareTests : IDisposable
{
    private static readonly string Hello = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello");

    private readonly Workspace _workspace = new();

    public CompareTests() => _workspace.Environment["TMPDIR"] = _workspace.Folder; // a lock of its own

    public void Dispose() => _workspace.Dispose();

    [Fact]
    [Trait("Length", "Long")]
    public async Task Measures_two_variants_and_a_control_in_turn_and_leaves_nothing_running()
    {
        _workspace.SharePrograms();
        await WriteAsync($"""
            subject: {"{"} project: '{Hello}' {"}"}
            variants:
              plain: {"{"} framework: net10.0 {"}"}
              other: {"{"} framework: net10.0, env: {"{"} API_TOKEN: planted {"}"} {"}"}
            load: {"{"} url: /hello {"}"}
            warmup: {"{"} minimum: 1s, maximum: 1s {"}"}
            compare: {"{"} baseline: plain {"}"}
            """);
        var outcome = await DynoCommand.RunAsync(_workspace, "compare", "experiment.yaml", "--rounds", "2", "-d", "1s", "--result", "comparison.json",
            "-f", "html", "-f", "md=pr.md");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("comparison.json; its page with charts is .dyno/experiments/");
        var said = outcome.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        said.Zip(said.Skip(1)).ShouldAllBe(pair => pair.First != pair.Second);
        outcome.Error.ShouldContain("3 trials × 2 rounds, less than a minute; verdicts need at least 5 rounds");
        var comparison = ComparisonJson.Read(await File.ReadAllTextAsync(_workspace["comparison.json"], TestContext.Current.CancellationToken), "comparison.json");
        comparison.Variants.Select(v => v.Name).ShouldBe(["plain", "control", "other"]);
        // A busy machine makes trials void and their rounds repeated: then there are more of them, or no verdict.
        if (comparison.Health.State != HealthState.Void)
            comparison.Trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(6, outcome.ToString());
        comparison.Trials.ShouldAllBe(t => t.Metrics["rate"] > 0 && t.Metrics["server.cpuPerRequest"] > 0 && t.Metrics["timeToReady"] > 0);
        comparison.AnswerDifferences.ShouldBeEmpty();
        var kept = Directory.GetFiles(_workspace[$".dyno/experiments/{comparison.Id}"]);
        kept.Length.ShouldBe(comparison.Trials.Length + 4); // the comparison and its page, and what it takes to go on after an interruption
        var servers = comparison.Trials.Select(t => RunResultJson.ReadFile(_workspace[$".dyno/experiments/{comparison.Id}/{t.Run}"]).Server!.ProcessId).ToList();
        servers.Distinct().Count().ShouldBe(comparison.Trials.Length);
        servers.ShouldAllBe(id => !Directory.Exists($"/proc/{id}"));
        var again = await DynoCommand.RunAsync(_workspace, "report", "comparison.json", "-f", "html=again.html");
        again.ExitCode.ShouldBe(0, again.ToString());
        FirstDifference(File.ReadAllText(_workspace["comparison.html"]), File.ReadAllText(_workspace["again.html"])).ShouldBeNull();
        File.ReadAllText(_workspace["pr.md"]).ShouldStartWith("# ");
        foreach (var file in kept.Append(_workspace["comparison.html"])) (await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).ShouldNotContain("planted");
    }

    // A page is too long to be shown whole: where two differ first, and what follows in each.
    private static string? FirstDifference(string page, string other)
    {
        var same = page.AsSpan().CommonPrefixLength(other);
        return same == page.Length && same == other.Length ? null : $"{From(page)}\n--- instead of ---\n{From(other)}";

        string From(string text) => text[Math.Max(0, same - 200)..Math.Min(text.Length, same + 200)];
    }

    [Fact]
    public async Task A_dry_run_says_what_is_coming_and_starts_nothing()
    {
        var study = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "experiment.yaml");
        var outcome = await DynoCommand.RunAsync(_workspace, "compare", study, "--dry-run");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldBe("runtime-throughput: 10 trials × 8 rounds, about 11 min; verdicts need at least 5 rounds\n");
        Directory.Exists(_workspace[".dyno"]).ShouldBeFalse();
    }

    [Fact]
    public async Task Refuses_a_file_with_everything_that_is_wrong_in_it()
    {
        await WriteAsync("subject: { project: nowhere }\nvariants: { a: {} }\nload: { url: / }\ncompare: { baseline: b }\nruonds: 3\n");
        var outcome = await DynoCommand.RunAsync(_workspace, "compare", "experiment.yaml");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries).Count(line => line.StartsWith("dyno: experiment.yaml:", StringComparison.Ordinal)).ShouldBe(4);
    }

    [Fact]
    public async Task A_load_that_names_a_file_outside_needs_the_option_here_too()
    {
        Directory.CreateDirectory(_workspace["inner"]);
        await File.WriteAllTextAsync(_workspace["secret.txt"], "secret", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(_workspace["inner/load.http"], "POST http://localhost/\n\n< ../secret.txt\n", TestContext.Current.CancellationToken);
        string[] words = ["compare", "http://127.0.0.1:1", "http://127.0.0.1:2", "--load", "inner/load.http", "--dry-run"];

        var refused = await DynoCommand.RunAsync(_workspace, words);
        refused.ExitCode.ShouldBe(104, refused.ToString());
        refused.Error.ShouldContain("--allow-outside-files");
        (await DynoCommand.RunAsync(_workspace, [.. words, "--allow-outside-files"])).ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task Says_so_when_another_experiment_runs()
    {
        await WriteAsync("subject: { url: 'http://127.0.0.1:9' }\nvariants: { a: {}, b: {} }\nload: { url: / }\ncompare: { baseline: a }\n");
        using var held = new FileStream(_workspace["dyno-experiment.lock"], FileMode.Create, FileAccess.ReadWrite, FileShare.None);
        var outcome = await DynoCommand.RunAsync(_workspace, "compare", "experiment.yaml");

        outcome.ExitCode.ShouldBe(1, outcome.ToString());
        outcome.Error.ShouldContain("another experiment runs on this machine");
    }

    [Fact]
    public async Task Two_projects_need_no_file()
    {
        var outcome = await DynoCommand.RunAsync(_workspace, "compare", Hello, Hello, "--load", "/hello", "--rounds", "6", "--dry-run");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("3 trials × 6 rounds");
    }

    [Theory]
    [InlineData("nothing to compare", "compare")]
    [InlineData("the load is missing", "compare", "http://localhost:1", "http://localhost:2")]
    [InlineData("'main' does not name two revisions", "compare", "--git", "main", "--load", "/")]
    [InlineData("a comparison needs two results", "compare", "a.json")]
    [InlineData("stored results give no verdict", "compare", "a.json", "b.json", "--gate")]
    [InlineData("--health-limit: does not go with stored results", "compare", "a.json", "b.json", "--health-limit", "errors=5%")]
    [InlineData("there is no web project in", "init")]
    public async Task Says_what_is_missing(string message, params string[] args)
    {
        var outcome = await DynoCommand.RunAsync(_workspace, args);
        outcome.ExitCode.ShouldBeOneOf([104, 1]);
        outcome.Error.ShouldContain(message);
    }

    [Fact]
    public async Task Puts_stored_results_side_by_side_and_says_what_that_cannot_tell()
    {
        var sample = Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", "run-result.v1.json");
        File.Copy(sample, _workspace["old.json"]);
        File.Copy(sample, _workspace["new.json"]);
        var outcome = await DynoCommand.RunAsync(_workspace, "compare", "old.json", "new.json", "--result", "both.json");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("(not-interleaved)");
        var comparison = ComparisonJson.ReadFile(_workspace["both.json"]);
        comparison.Interleaved.ShouldBeFalse();
        comparison.Pairs.Single().Verdict.ShouldBe("notJudged");
        comparison.Pairs.Single().Metrics.First(m => m.Ratio is not null).Ratio.ShouldBe(1);
    }

    [Fact]
    public async Task Writes_a_first_file_that_can_be_run()
    {
        foreach (var file in Directory.GetFiles(Hello)) File.Copy(file, _workspace[Path.GetFileName(file)]);
        (await DynoCommand.RunAsync(_workspace, "init")).ExitCode.ShouldBe(0);
        var outcome = await DynoCommand.RunAsync(_workspace, "compare", "experiment.yaml", "--dry-run");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("hello: 4 trials × 10 rounds");
        (await DynoCommand.RunAsync(_workspace, "init")).Error.ShouldContain("experiment.yaml: already exists");
    }

    [Fact]
    public async Task A_setting_that_did_not_take_effect_is_an_error_that_says_why()
    {
        _workspace.SharePrograms();
        await WriteAsync($$"""
            subject: { project: '{{Hello}}', framework: net10.0 }
            variants: { plain: {}, datas: { cpus: 0, env: { DOTNET_gcServer: "0", DOTNET_GCDynamicAdaptationMode: "1" } } }
            load: { url: /hello }
            compare: { baseline: plain }
            """);
        var outcome = await DynoCommand.RunAsync(_workspace, "compare", "experiment.yaml");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("datas: DATAS was switched on but is off: DATAS needs the server GC, which is switched off");
    }

    private Task WriteAsync(string yaml) => File.WriteAllTextAsync(_workspace["experiment.yaml"], yaml, TestContext.Current.CancellationToken);
}
