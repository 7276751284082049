namespace Dyno.Cli.EndToEnd.Tests;

public sealed class StudyTests : IDisposable
{
    private readonly Workspace _workspace = new();

    public StudyTests()
    {
        _workspace.Environment["TMPDIR"] = _workspace.Folder; // a lock of its own
        _workspace.SharePrograms();
    }

    public static TheoryData<string> Studies =>
        [.. Directory.GetDirectories(Path.Combine(RepositoryRoot.Path, "studies")).Where(d => File.Exists(Path.Combine(d, "claims.yaml"))).Select(d => Path.GetFileName(d))];

    public void Dispose() => _workspace.Dispose();

    [Fact]
    public async Task Lists_the_studies_from_any_folder()
    {
        var outcome = await DynoCommand.RunAsync(_workspace, "study", "list");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        foreach (var study in Studies) outcome.Out.ShouldContain(study.Data);
    }

    [Theory]
    [MemberData(nameof(Studies))]
    public async Task The_readme_of_each_study_says_what_its_results_say(string study)
    {
        var outcome = await DynoCommand.RunAsync(_workspace, "study", "report", study, "--check");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
    }

    [Fact]
    public async Task Says_which_study_was_meant()
    {
        var outcome = await DynoCommand.RunAsync(_workspace, "study", "show", "runtime-thruput");
        outcome.ExitCode.ShouldBe(104);
        outcome.Error.ShouldContain("there is no study 'runtime-thruput'");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task Measures_the_claims_of_a_study_and_keeps_what_it_found()
    {
        await WriteStudyAsync();
        var outcome = await DynoCommand.RunAsync(_workspace, "study", "run", "mine", "--only", "equal,never", "--rounds", "2", "--keep");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("Whether one equals the other");
        outcome.Out.ShouldContain("cannot be judged here: what never starts is fast");
        outcome.Out.ShouldContain("2 claims: ");
        File.Exists(_workspace["studies/mine/results/main.json"]).ShouldBeTrue(outcome.ToString());
        var readme = await File.ReadAllTextAsync(_workspace["studies/mine/README.md"], TestContext.Current.CancellationToken);
        readme.ShouldContain("| a equals b | none |");
        (await DynoCommand.RunAsync(_workspace, "study", "report", "mine", "--check")).ExitCode.ShouldBe(0);

        await File.WriteAllTextAsync(_workspace["studies/mine/README.md"], readme.Replace("a equals b", "a is better", StringComparison.Ordinal), TestContext.Current.CancellationToken);
        var stale = await DynoCommand.RunAsync(_workspace, "study", "report", "mine", "--check");
        stale.ExitCode.ShouldBe(1);
        stale.Error.ShouldContain("README.md is stale");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task Measures_single_claims_and_leaves_the_others_as_they_were()
    {
        await WriteStudyAsync();
        (await DynoCommand.RunAsync(_workspace, "study", "run", "mine", "--only", "equal", "--rounds", "1", "--keep")).ExitCode.ShouldBe(0);
        var kept = await File.ReadAllTextAsync(_workspace["studies/mine/results/main.json"], TestContext.Current.CancellationToken);

        var outcome = await DynoCommand.RunAsync(_workspace, "study", "run", "mine", "--only", "dyno-itself", "--keep", "--rounds", "1");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("(dyno-itself)");
        outcome.Out.ShouldNotContain("(equal)");
        (await File.ReadAllTextAsync(_workspace["studies/mine/results/main.json"], TestContext.Current.CancellationToken)).ShouldBe(kept);
        File.Exists(_workspace["studies/mine/results/itself.json"]).ShouldBeTrue(outcome.ToString());
        (await File.ReadAllTextAsync(_workspace["studies/mine/results/itself.md"], TestContext.Current.CancellationToken)).ShouldContain("quiet");
        (await DynoCommand.RunAsync(_workspace, "report", "studies/mine/results/main.json", "-f", "html=main.html")).ExitCode.ShouldBe(0);
        File.Exists(_workspace["main.html"]).ShouldBeTrue();

        var shown = await DynoCommand.RunAsync(_workspace, "study", "show", "mine");
        shown.Out.ShouldContain("not run: what never starts is fast");
        shown.Out.ShouldContain("not run: a database would slow it down");
        var figures = await File.ReadAllTextAsync(_workspace["studies/mine/results/README.md"], TestContext.Current.CancellationToken);
        figures.ShouldMatch(@"\| the rate of a \| [0-9,.]+/s \|");
        figures.ShouldContain("    title \"Rate of a\"");
        await File.WriteAllTextAsync(_workspace["studies/mine/results/README.md"], "by hand", TestContext.Current.CancellationToken);
        var stale = await DynoProcess.RunAsync(_workspace, "study", "report", "mine", "--check");
        stale.ExitCode.ShouldBe(1);
        stale.Error.ShouldContain(Path.Combine("results", "README.md") + " is stale");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_service_that_is_missing_leaves_its_claim_unjudged_and_the_rest_runs()
    {
        await WriteStudyAsync();
        // PostgreSQL cannot be hidden where it is installed; a program that is nowhere takes its place.
        var outcome = await DynoCommand.RunAsync(_workspace, "study", "run", "mine", "--only", "database,equal", "--rounds", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("cannot be judged here: a database would slow it down");
        outcome.Out.ShouldContain("there is no program 'no-such-database'");
        outcome.Out.ShouldMatch(@"(holds|does not hold|cannot be judged here): a equals b");
        outcome.Out.ShouldContain("measured  ×");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_run_that_is_cut_shows_what_was_judged_and_keeps_it()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await WriteStudyAsync(duration: "10m"); // it does not end before it is cut
        using var dyno = DynoProcess.Start(_workspace, "study", "run", "mine", "--only", "equal,dyno-itself", "--rounds", "1", "--keep");
        await dyno.WaitForAsync("kept in ");
        await dyno.WaitForAsync("round 1 of 1, quiet");
        dyno.Signal("INT");
        var outcome = await dyno.EndAsync();

        outcome.ExitCode.ShouldBe(105, outcome.ToString());
        outcome.Out.ShouldContain("measured  ×");
        outcome.Out.ShouldContain("not run: Dyno loads");
        File.Exists(_workspace["studies/mine/results/main.json"]).ShouldBeTrue();
        File.Exists(_workspace["studies/mine/results/itself.json"]).ShouldBeFalse();
        (await DynoCommand.RunAsync(_workspace, "study", "report", "mine", "--check")).ExitCode.ShouldBe(0, "the README says what is kept");
    }

    [Fact, Trait("Guest", "k6")]
    [Trait("Length", "Long")]
    public async Task Dyno_itself_runs_with_a_k6_script_too()
    {
        var hello = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello");
        await WriteAsync("README.md", "# Mine\n");
        await WriteAsync("load.js", "import http from 'k6/http'; export const options = { iterations: 20 }; export default () => http.get(`${__ENV.URL}/hello`);");
        await WriteAsync("claims.yaml", $$"""
            title: A script
            article: none
            experiments:
              scripted:
                each: 2s
                rounds: 1
                generator:
                  script: { subject: '{{hello}}', framework: net10.0, run: "load.js --quiet -e URL={url} --health-limit stalls=100% --health-limit server-idle=100%" }
            claims:
              calls:
                says: it makes its calls
                article: none
                figure: { variant: script, metric: rate }
                holds: 0..
            """);
        var outcome = await DynoCommand.RunAsync(_workspace, "study", "run", "mine");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.ToString().ShouldNotContain("exit code 104");
        outcome.Out.ShouldContain("scripted: 1 round", Case.Sensitive, outcome.ToString());
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_run_that_is_watched_in_the_pages_gives_its_figures_and_leaves_nothing_running()
    {
        var hello = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello");
        await WriteAsync("README.md", "# Mine\n");
        await WriteAsync("claims.yaml", $$"""
            title: The pages
            article: none
            experiments:
              pages:
                each: 5s
                rounds: 1
                generator:
                  watched: { subject: '{{hello}}', framework: net10.0, run: "{url}/hello --connections 2 --duration 1s", watched: true }
            claims:
              rate:
                says: it answers
                article: none
                figure: { variant: watched, metric: rate }
                holds: 1..
            """);
        var outcome = await DynoCommand.RunAsync(_workspace, "study", "run", "mine");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("pages: 1 round", Case.Sensitive, outcome.ToString());
        outcome.Out.ShouldMatch(@"measured +[0-9,]+/s", outcome.ToString());
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task The_micro_benchmark_of_a_study_calls_programs_that_were_started_for_it()
    {
        var study = Path.Combine(RepositoryRoot.Path, "studies", "minimal-vs-controllers");
        _workspace.Environment["BENCHMARK_ITERATIONS"] = "3";
        await WriteAsync("README.md", "# Mine\n");
        await WriteAsync("claims.yaml", $$"""
            title: A call
            article: none
            experiments:
              benchmarks:
                benchmarks: '{{study}}/Benchmarks'
                methods: [Minimal_TextPlain_Get]
                rounds: 2
                subjects: { MINIMAL_URL: '{{study}}/Minimal' }
            claims:
              mean:
                says: a call takes less than a minute
                article: none
                figure: { variant: Minimal_TextPlain_Get, metric: mean }
                holds: ..60s
            """);
        var outcome = await DynoCommand.RunAsync(_workspace, "study", "run", "mine");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldMatch("measured  [0-9.,]+ (µs|ms|s)", outcome.ToString());
        outcome.Out.ShouldContain("benchmarks: 2 rounds");
    }

    private async Task WriteStudyAsync(string duration = "1s")
    {
        var hello = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello");
        await WriteAsync("README.md", "# Mine\n\n<!-- claims: generated by `dyno study report`, do not edit -->\n<!-- end of claims -->\n");
        await WriteAsync("main.yaml", Experiment(hello, ""));
        await WriteAsync("database.yaml", Experiment(hello, "") + "\nservices: { db: { command: no-such-database } }\n");
        await WriteAsync("broken.yaml", Experiment(hello, ", env: { ASPNETCORE_URLS: nonsense, DOTNET_STARTUP_HOOKS: /missing.dll }"));
        await WriteAsync("claims.yaml", $$"""
            title: Whether one equals the other
            article: none
            experiments:
              main: main.yaml
              broken: broken.yaml
              database: database.yaml
              itself:
                each: 5s
                generator:
                  quiet: { subject: '{{hello}}', framework: net10.0, run: "{url}/hello -c 2 -d {{duration}} --quiet" }
            tables:
              rates: { shows: Rates, rows: { the rate of a: { figure: { variant: a, metric: rate } } } }
            charts:
              rate: { shows: Rate of a, variant: a, series: rate }
            claims:
              dyno-itself:
                says: Dyno loads
                article: none
                in: itself
                figure: { variant: quiet, metric: rate }
                holds: 0..
              database:
                says: a database would slow it down
                article: none
                in: database
                ratio: { variant: b, baseline: a, metric: rate }
                holds: ..1
              equal:
                says: a equals b
                article: none
                ratio: { variant: b, baseline: a, metric: rate }
                holds: 0.9..1.1
              never:
                says: what never starts is fast
                article: none
                in: broken
                ratio: { variant: b, baseline: a, metric: rate }
                holds: 0.9..1.1
            """);
    }

    private static string Experiment(string project, string more) => $$"""
        subject: { project: '{{project}}' }
        variants: { a: { framework: net10.0{{more}} }, b: { framework: net10.0{{more}} } }
        load: { url: /hello }
        duration: 2s
        warmup: { minimum: 1s, maximum: 1s }
        compare: { baseline: a }
        control: false
        {{ExperimentTest.Lenient}}
        """;

    private async Task WriteAsync(string name, string text)
    {
        Directory.CreateDirectory(_workspace["studies/mine"]);
        await File.WriteAllTextAsync(_workspace[$"studies/mine/{name}"], text, TestContext.Current.CancellationToken);
    }
}
