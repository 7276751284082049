using System.Formats.Tar;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>k6 scripts as a user runs them.</summary>
public sealed class ScriptTests : EndToEndTest
{
    private const string Script = """
        import http from 'k6/http';
        import { check } from 'k6';
        import { wanted } from './status.js';
        const text = open('./text.txt');
        export const options = { vus: 2, iterations: 6, thresholds: { http_req_failed: ['rate<0.5'] } };
        export default function () {
          const answer = http.get(__ENV.URL);
          check(answer, { 'is 200': (r) => r.status === wanted, 'never': () => text === 'nothing' });
        }
        """;

    [Fact]
    public async Task Runs_a_script_and_keeps_a_result_like_any_other()
    {
        await WriteAsync();
        var run = await DynoAsync("run", "script.js", "-e", $"URL={Url}", "--result", "r.json", "--summary-export", "s.json", "--format", "console");

        run.ExitCode.ShouldBe(0, run.ToString());
        run.Out.ShouldContain("http_req_duration");
        run.Out.ShouldContain("response_time");
        run.Out.ShouldContain("health");
        RunResultJson.ReadFile(Workspace["r.json"]).Measured.Totals.Requests.ShouldBe(6);
        JsonDocument.Parse(await File.ReadAllTextAsync(Workspace["s.json"], Cancelled)).RootElement.GetProperty("metrics").TryGetProperty("http_reqs", out _).ShouldBeTrue();
        var report = await DynoAsync("report", "last");
        report.ExitCode.ShouldBe(0, report.ToString());
        report.Out.ShouldContain("is 200");
        (await DynoAsync("history")).Out.ShouldContain("script");
        (await DynoAsync("compare", "r.json", "r.json")).ToString().ShouldNotContain("unknown");
    }

    [Fact]
    public async Task The_result_and_the_report_name_the_script_engine()
    {
        await WriteAsync();

        var run = await DynoAsync("run", "script.js", "-e", $"URL={Url}", "--result", "which.json");

        run.ExitCode.ShouldBe(0, run.ToString());
        RunResultJson.ReadFile(Workspace["which.json"]).Generator.ScriptEngine.ShouldBe("V8");
        (await DynoAsync("report", "which.json", "-f", "md")).Out.ShouldContain("**Scripts run in:** V8");
    }

    [Fact]
    public async Task Shares_of_a_script_are_reported_as_one_run()
    {
        await File.WriteAllTextAsync(Workspace["shop.js"], """
            import { Counter, Gauge, Rate, Trend } from 'k6/metrics';
            const [orders, depth, good, size] = [new Counter('orders'), new Gauge('depth'), new Rate('good'), new Trend('size')];
            export const options = {
              scenarios: { shop: { executor: 'shared-iterations', vus: 2, iterations: 10 } },
              thresholds: { orders: ['count==10'], 'orders{kind:odd}': ['count==5'], size: ['max==9', 'avg==4.5'], good: ['rate==0.5'] },
            };
            export default function () {
              const i = __ENV.FIRST * 1 + __ITER;
              orders.add(1, { kind: i % 2 ? 'odd' : 'even' }); depth.add(i); good.add(i % 2); size.add(i);
            }
            """, Cancelled);
        await ShareAsync("0:1/2", "0");
        await ShareAsync("1/2:1", "5");
        var report = await DynoAsync("report", "r0.json", "r5.json", "-f", "json=merged.json");
        report.ExitCode.ShouldBe(0, report.ToString());
        var merged = RunResultJson.ReadFile(Workspace["merged.json"]);

        merged.Thresholds.Select(t => (t.Metric, t.Value, t.Passed)).Order().ShouldBe(
            [("good", 0.5, true), ("orders", 10, true), ("orders{kind:odd}", 5, true), ("size", 4.5, true), ("size", 9, true)]);
        merged.LeftOut.ShouldBeEmpty();
        merged.Plan.ExecutionSegment.ShouldBe("0:1/2 + 1/2:1");
        var depth = merged.Measured.Metrics.Single(m => m.Name == "depth").Values;
        (depth["min"], depth["max"], depth["value"]).ShouldBe((0, 9, 9));

        async Task ShareAsync(string segment, string first)
        {
            var run = await DynoAsync("run", "shop.js", "-e", $"FIRST={first}", "--result", $"r{first}.json",
                "--execution-segment", segment, "--execution-segment-sequence", "0,1/2,1");
            run.ExitCode.ShouldBe(99, run.ToString()); // a share alone does not reach the count
        }
    }

    [Theory]
    [InlineData("check", 99)]
    [InlineData("void", 0)]
    public async Task Fails_on_what_it_is_told_to(string what, int code)
    {
        await WriteAsync();
        // Six iterations are over in a moment: a machine that stands still just then makes them void, but hardly three times in a row.
        var run = await RunAsync();
        for (var time = 1; time < 3 && run.ExitCode == 97; time++) run = await RunAsync();
        run.ExitCode.ShouldBe(code, run.ToString());

        Task<DynoOutcome> RunAsync() => DynoAsync("run", "script.js", "-e", $"URL={Url}", "--fail-on", what, "--no-store");
    }

    [Fact]
    public async Task Takes_limits_of_health_as_every_run_does()
    {
        await WriteAsync();
        var run = await DynoAsync("run", "script.js", "-e", $"URL={Url}", "--health-limit", "load-average=1000", "--result", "r.json", "--no-store");
        run.ExitCode.ShouldBe(0, run.ToString());
        RunResultJson.ReadFile(Workspace["r.json"]).Health.Findings.ShouldNotContain(f => f.Rule == "load-average");

        var wrong = await DynoAsync("run", "script.js", "-e", $"URL={Url}", "--health-limit", "laod-average=1");
        wrong.ExitCode.ShouldBe(104, wrong.ToString());
        wrong.Error.ShouldContain("load-average");
    }

    [Fact]
    public async Task Samples_go_into_files_and_snapshots_beside_them()
    {
        await WriteAsync();
        var run = await DynoAsync("run", "script.js", "-e", $"URL={Url}", "--no-store", "--out", "json=o.json", "-o", "csv=o.csv");
        run.ExitCode.ShouldBe(0, run.ToString());
        (await File.ReadAllLinesAsync(Workspace["o.json"], Cancelled)).Count(l => l.Contains("\"metric\":\"http_reqs\",\"type\":\"Point\"", StringComparison.Ordinal)).ShouldBe(6);
        (await File.ReadAllLinesAsync(Workspace["o.csv"], Cancelled))[0].ShouldStartWith("time,run,phase,elapsed_s,");
    }

    [Fact]
    public async Task An_archive_runs_without_the_files_it_was_made_of()
    {
        await WriteAsync();
        var packed = await DynoAsync("archive", "script.js", "-e", $"URL={Url}", "-O", "load.tar");
        packed.ExitCode.ShouldBe(0, packed.ToString());
        packed.Error.ShouldContain("dyno run load.tar");
        foreach (var file in (string[])["script.js", "status.js", "text.txt"]) File.Delete(Workspace[file]);

        var run = await DynoAsync("run", "load.tar", "--result", "r.json");

        run.ExitCode.ShouldBe(0, run.ToString());
        RunResultJson.ReadFile(Workspace["r.json"]).Measured.Totals.Requests.ShouldBe(6);
        await using var tar = new TarReader(File.OpenRead(Workspace["load.tar"]));
        (await tar.GetNextEntryAsync(cancellationToken: Cancelled))!.Name.ShouldBe("metadata.json");
    }

    [Fact]
    public async Task Inspect_prints_the_options_and_what_they_need()
    {
        await WriteAsync();
        var plain = await DynoAsync("inspect", "script.js");
        plain.ExitCode.ShouldBe(0, plain.ToString());
        var options = JsonDocument.Parse(plain.Out).RootElement;
        options.GetProperty("vus").GetInt32().ShouldBe(2);
        options.GetProperty("stages").ValueKind.ShouldBe(JsonValueKind.Null);
        var needs = JsonDocument.Parse((await DynoAsync("inspect", "script.js", "-u", "4", "-d", "10s", "--execution-requirements")).Out).RootElement;
        needs.GetProperty("maxVUs").GetInt32().ShouldBe(4);
        needs.GetProperty("totalDuration").GetString().ShouldBe("40s");
    }

    [Fact]
    public async Task A_script_comes_from_standard_input_also_in_TypeScript()
    {
        using var dyno = DynoProcess.Start(Workspace, "run", "-", "--no-store", "-q");
        await dyno.TypeAsync("export default function (): void { const n: number = 41; console.log(n + 1) }");
        var run = await dyno.EndAsync();
        run.ExitCode.ShouldBe(0, run.ToString());
        run.Error.ShouldContain("level=info msg=42 source=console");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_project_is_built_started_and_found_by_the_script()
    {
        Workspace.SharePrograms();
        await File.WriteAllTextAsync(Workspace["s.js"], """
            import http from 'k6/http';
            export const options = { iterations: 3, thresholds: { http_req_failed: ['rate==0'] } };
            export default function () { http.get(__ENV.BASE_URL + '/hello'); http.get('http://fixed.test:5000/hello'); }
            """, Cancelled);
        var hello = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello");
        var run = await DynoAsync("run", "s.js", "--subject", hello, "--framework", "net10.0", "--ready", "/hello", "--rebase", "http://fixed.test:5000", "--result", "r.json");
        run.ExitCode.ShouldBe(0, run.ToString());
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Measured.Totals.Requests.ShouldBe(6);
        result.Server.ShouldNotBeNull();
        result.Subject!.Framework.ShouldBe("net10.0");
    }

    [Theory]
    [InlineData("script.js", "import http from 'k6/htp'; export default function () {}", 107, "did you mean k6/http?")]
    [InlineData("script.js", "export const options = { vus: 'x' }; export default function () {}", 104, "write a whole number")]
    [InlineData("load.tar", "this is not a tar", 255, "dyno archive script.js")]
    public async Task What_is_wrong_ends_in_a_sentence(string file, string text, int code, string sentence)
    {
        await File.WriteAllTextAsync(Workspace[file], text, Cancelled);
        var run = await DynoAsync("run", file);
        run.ExitCode.ShouldBe(code, run.ToString());
        run.Error.ShouldContain(sentence);
        run.Error.ShouldNotContain("   at Dyno");
    }

    [Fact]
    public async Task Options_of_a_program_need_a_program()
    {
        await WriteAsync();
        var run = await DynoAsync("run", "script.js", "--rebase", "http://localhost:5000");
        run.ExitCode.ShouldBe(104, run.ToString());
        run.Error.ShouldContain("add --subject PATH");
    }

    private async Task WriteAsync()
    {
        await File.WriteAllTextAsync(Workspace["script.js"], Script, Cancelled);
        await File.WriteAllTextAsync(Workspace["status.js"], "export const wanted = 200;", Cancelled);
        await File.WriteAllTextAsync(Workspace["text.txt"], "some text", Cancelled);
    }
}
