namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Requests, k6 scripts and programs are loads alike: what holds for one of them holds for all.</summary>
public sealed partial class LoadsAlikeTests : EndToEndTest
{
    private static readonly string Hello = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello");

    [Fact]
    public async Task An_option_that_a_program_cannot_serve_is_refused_and_not_ignored()
    {
        await WriteAsync("load.cs", "return;");
        var outcome = await DynoAsync("run", "load.cs", "--out", "json=x.json");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("--out is not for loads in C#");
        outcome.Error.ShouldContain("write -f csv=FILE --layout series, or --result FILE");
    }

    [Theory]
    [InlineData("--name", "smoke.js")]
    [InlineData("--ready", "/assets/app.js", "--subject", "no-such-folder")]
    [InlineData("--name=smoke.ts", "--var", "a=b.js")]
    public async Task The_value_of_an_option_is_no_target_whatever_it_is_called(params string[] options)
    {
        var outcome = await DynoAsync([.. (string[])["run", Url, "-i", "10", "-c", "2", "--no-store"], .. options]);
        outcome.Error.ShouldNotContain("script", customMessage: outcome.ToString());
        if (!options.Contains("--subject")) outcome.ExitCode.ShouldBe(0, outcome.ToString());
    }

    [Fact]
    public async Task The_name_of_a_request_makes_no_script_of_a_file()
    {
        await WriteAsync("x.http", $"### load.ts\nGET {Url}\n\n### other\nGET {Url}?other\n");
        var outcome = await DynoAsync("run", "x.http", "--request", "load.ts", "-i", "5", "-c", "1", "--no-store");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
    }

    [Fact, Trait("Guest", "k6")]
    public async Task Compare_takes_an_archive_as_run_does_and_tells_what_is_odd_about_a_script()
    {
        await WriteAsync("ok.js", """
            import http from 'k6/http';
            export const options = { scenarios: { all: { executor: 'constant-vus', vus: 1, duration: '1s' } }, unheardOf: 1 };
            export default function () { http.get(`${__ENV.DYNO_TARGET_URL}/hello`); 
                if (__ENV.BASE_URL !== __ENV.DYNO_TARGET_URL) throw new Error('two truths'); }
            """);
        (await DynoAsync("archive", "ok.js", "-O", "ok.tar")).ExitCode.ShouldBe(0);
        Workspace.Environment["TMPDIR"] = Workspace.Folder; // a lock of its own
        await WriteAsync("experiment.yaml", $$"""
            variants: { a: { url: '{{Server.Url}}' }, b: { url: '{{Server.Url}}' } }
            load: { file: ok.tar }
            compare: { baseline: a }
            control: false
            rounds: 1
            warmup: { minimum: 1s, maximum: 1s }
            {{ExperimentTest.Lenient}}
            """);

        var outcome = await DynoAsync("compare", "experiment.yaml", "--result", "comparison.json");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("unheardOf");
        outcome.Error.ShouldNotContain("two truths");
        ComparisonJson.ReadFile(Workspace["comparison.json"]).Trials.ShouldNotBeEmpty();

        string[] inline = ["compare", Server.Url.ToString(), "http://127.0.0.1:1/", "--rounds", "1", "--dry-run", "--load"];
        var dry = await DynoAsync([.. inline, "ok.tar"]);
        dry.ExitCode.ShouldBe(0, dry.ToString());
        dry.Out.ShouldContain("3 trials × 1 round");
        await WriteAsync("broken.tar", "no archive"); // its name alone does not show that
        (await DynoAsync([.. inline, "broken.tar"])).Error.ShouldContain("broken.tar is not a script archive");
    }

    [Fact, Trait("Guest", "k6")]
    public async Task A_script_finds_the_program_that_run_starts_under_both_names()
    {
        await WriteAsync("ok.js", """
            import http from 'k6/http';
            export const options = { iterations: 3 };
            export default function () {
              if (!__ENV.DYNO_TARGET_URL || __ENV.BASE_URL !== __ENV.DYNO_TARGET_URL) throw new Error('two truths');
              http.get(`${__ENV.DYNO_TARGET_URL}/hello`);
            }
            """);

        var outcome = await DynoAsync("run", "ok.js", "--subject", Hello, "--framework", "net10.0", "--result", "r.json", "--no-store");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldNotContain("two truths");
        var measured = RunResultJson.ReadFile(Workspace["r.json"]).Measured;
        (measured.Totals.Requests, measured.Statuses.Keys.Single()).ShouldBe((3L, 200));
    }

    [Fact]
    public async Task The_histogram_for_Prometheus_is_the_same_while_a_run_goes_on_and_after_it()
    {
        using var dyno = DynoProcess.Start(Workspace, "run", Url, "-d", "4s", "-c", "1", "--no-store", "--out", "prometheus=127.0.0.1:19464", "-f", "prometheus=after.prom", "--name", "one");
        var live = await ScrapeAsync(new Uri("http://127.0.0.1:19464/metrics"));
        (await dyno.EndAsync()).ExitCode.ShouldBe(0);
        var after = await File.ReadAllTextAsync(Workspace["after.prom"], Cancelled);

        BucketsOf(after).ShouldBe(BucketsOf(live));
        BucketsOf(live).Length.ShouldBeGreaterThan(10);
    }

    [Fact, Trait("Guest", "k6")]
    public async Task A_page_lies_beside_the_result_of_a_script_as_of_a_URL()
    {
        await WriteAsync("ok.js", $"import http from 'k6/http'; export default function () {{ http.get('{Url}'); }}");
        var outcome = await DynoAsync("run", "ok.js", "-i", "3", "-f", "html");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        Directory.GetFiles(Workspace.Folder, "*.html").ShouldBeEmpty();
        Directory.GetFiles(Workspace[".dyno/runs"], "*.html").ShouldHaveSingleItem();
    }

    [Fact, Trait("Guest", "k6")]
    public async Task Everything_that_is_wrong_with_a_load_its_subject_and_its_result_is_told_at_once()
    {
        Directory.CreateDirectory(Workspace["folder"]);
        await WriteAsync("wrong.js", "export const options = { duration: 'long', vus: 'many' }; export default function () {}");
        var outcome = await DynoAsync("run", "wrong.js", "--subject", "no-such-project", "--result", "folder");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        foreach (var said in (string[])["options.duration", "options.vus", "no-such-project", "--result: folder is a folder"]) outcome.Error.ShouldContain(said);

        var url = await DynoAsync("run", Url, "-d", "long", "--subject", "no-such-project", "--result", "folder");
        foreach (var said in (string[])["--duration", "no-such-project", "--result: folder is a folder"]) url.Error.ShouldContain(said, customMessage: url.ToString());

        var program = await DynoAsync("run", "gone.cs", "--subject", "no-such-project", "--result", "folder");
        program.ExitCode.ShouldBe(104, program.ToString());
        foreach (var said in (string[])["gone.cs: this file does not exist", "no-such-project", "--result: folder is a folder"])
            program.Error.ShouldContain(said, customMessage: program.ToString());
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_program_gets_the_check_of_the_machine_and_its_subject_is_pinned_and_observed_and_it_can_be_inspected()
    {
        await WriteAsync("load.cs", $$"""
            #:project {{Path.Combine(RepositoryRoot.Path, "src", "Dyno.Scenarios", "Dyno.Scenarios.csproj")}}
            #:property PublishAot=false
            using Dyno.Scenarios;

            var url = Environment.GetEnvironmentVariable("DYNO_TARGET_URL");
            using var client = new HttpClient();
            var hello = Scenario.Create("hello", async _ => await Http.Send(client, Http.CreateRequest("GET", $"{url}/hello")))
                .WithLoadSimulations(Simulation.KeepConstant(copies: 2, during: TimeSpan.FromSeconds(2)));
            DynoRunner.RegisterScenarios(hello).Run(args);
            Console.WriteLine("after the run");
            """);

        var inspected = await DynoAsync("inspect", "load.cs");
        inspected.ExitCode.ShouldBe(0, inspected.ToString());
        var scenario = JsonDocument.Parse(inspected.Out).RootElement.GetProperty("scenarios")[0];
        scenario.GetProperty("name").GetString().ShouldBe("hello");
        scenario.GetProperty("executor").GetString().ShouldBe("constant-vus");
        scenario.GetProperty("parameters").GetProperty("vus").GetString().ShouldBe("2");

        Workspace.SharePrograms();
        Workspace.Environment["DOTNET_TieredPGO"] = "1"; // which every run says of its machine
        var run = await DynoAsync("run", "load.cs", "--subject", Hello, "--framework", "net10.0", "--result", "r.json", "--no-store");
        run.ExitCode.ShouldBe(0, run.ToString());
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Health.Findings.Select(f => f.Rule).ShouldContain("machine-dotnet-variables");
        result.Server.ShouldNotBeNull().Runtime.ShouldNotBeNull();
        result.Subject.ShouldNotBeNull().CommandLine.ShouldContain("Hello");
        if (CpuPlan.ForThisMachine().Server is { } server) result.Subject.CpuSet.ShouldBe(server.ToString());
    }

    private static string[] BucketsOf(string page) =>
        [.. Bucket().Matches(page).Select(match => $"{match.Groups["run"].Value} {match.Groups["phase"].Value} {match.Groups["le"].Value}").Distinct()];

    private static async Task<string> ScrapeAsync(Uri page)
    {
        using var client = new HttpClient();
        using var patience = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        while (true)
        {
            try
            {
                var text = await client.GetStringAsync(page, patience.Token);
                if (text.Contains("dyno_response_time_seconds_bucket", StringComparison.Ordinal)) return text;
            }
            catch (HttpRequestException)
            {
                // It does not listen yet.
            }
            await Task.Delay(20, patience.Token);
        }
    }

    private Task WriteAsync(string name, string text) => File.WriteAllTextAsync(Workspace[name], text, Cancelled);

    [GeneratedRegex("""^dyno_response_time_seconds_bucket\{run="(?<run>[^"]*)",phase="(?<phase>[^"]*)",le="(?<le>[^"]*)"\}""", RegexOptions.Multiline)]
    private static partial Regex Bucket();
}
