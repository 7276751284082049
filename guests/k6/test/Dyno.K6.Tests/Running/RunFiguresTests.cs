namespace Dyno.K6.Tests;

/// <summary>Figures of a run that its result and its exported summary hold.</summary>
public sealed class RunFiguresTests : IAsyncLifetime
{
    private KestrelServer _server = null!;

    public async ValueTask InitializeAsync() => _server = await EchoServer.StartAsync();

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task The_result_names_the_engine_that_ran_the_script() =>
        (await ScriptRunner.RunAsync("export default function () { }")).Result!.Generator.ScriptEngine
            .ShouldBe("V8");

    [Fact]
    public async Task Options_stand_in_the_plan_as_they_are_written()
    {
        var run = await ScriptRunner.RunAsync("""
            export const options = { thresholds: { iteration_duration: ['p(95)<1000', "avg>=0"] }, tags: { who: 'a & b' }, iterations: 1 };
            export default function () { }
            """);

        run.Result!.Plan.Options["thresholds"].ShouldBe("""{"iteration_duration":["p(95)<1000","avg>=0"]}""");
        run.Result.Plan.Options["tags"].ShouldBe("""{"who":"a & b"}""");
    }

    [Fact]
    public async Task The_result_holds_the_virtual_users_and_the_starts_that_were_not_made()
    {
        var run = await ScriptRunner.RunAsync("""
            import { sleep } from 'k6';
            export const options = { scenarios: { a: { executor: 'shared-iterations', vus: 2, iterations: 50, maxDuration: '1s', gracefulStop: '0s' } } };
            export default () => sleep(0.7)
            """);

        run.Metric("vus_max", "max").ShouldBe(2);
        run.Has("vus").ShouldBeTrue();
        run.Metric("dropped_iterations", "count").ShouldBe(46, tolerance: 4); // a slow machine starts fewer
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Starts_that_were_not_made_are_counted_for_their_scenario(VuLayout layout)
    {
        var run = await ScriptRunner.RunAsync("""
            import { sleep } from 'k6';
            export const options = {
              scenarios: {
                closed: { executor: 'per-vu-iterations', vus: 1, iterations: 50, maxDuration: '1s', gracefulStop: '0s' },
                open: { executor: 'constant-arrival-rate', rate: 10, duration: '1s', preAllocatedVUs: 1, gracefulStop: '0s', tags: { kind: 'rate' } },
              },
              thresholds: { 'dropped_iterations{scenario:closed}': [], 'dropped_iterations{kind:rate}': [] },
            };
            export default () => sleep(0.7)
            """, change: r => r with { Layout = layout });

        var (closed, open) = (run.Metric("dropped_iterations{scenario:closed}", "count"), run.Metric("dropped_iterations{kind:rate}", "count"));
        closed.ShouldBe(48, tolerance: 2);
        open.ShouldBe(8, tolerance: 2);
        run.Metric("dropped_iterations", "count").ShouldBe(closed + open);
        run.Summary.ShouldContain($"10 planned, {open} dropped");
        var totals = run.Result!.Measured.Totals;
        (totals.PlannedStarts, totals.DroppedStarts, totals.DroppedIterations).ShouldBe((10, (long)open, (long)(closed + open)));
    }

    [Theory]
    [InlineData("dropped_iterations{kind:rate}")]
    [InlineData("dropped_iterations{scenario:open}")]
    [InlineData("dropped_iterations")]
    public async Task A_threshold_on_starts_that_are_not_made_ends_the_run(string metric)
    {
        var run = await ScriptRunner.RunAsync($$"""
            import { sleep } from 'k6';
            export const options = {
              scenarios: {
                open: { executor: 'constant-arrival-rate', rate: 10, duration: '10m', preAllocatedVUs: 1, gracefulStop: '0s', tags: { kind: 'rate' } },
              },
              thresholds: { '{{metric}}': [{ threshold: 'count<3', abortOnFail: true }] },
            };
            export default () => sleep(0.7)
            """);

        run.ExitCode.ShouldBe(99, run.Error);
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Statuses_that_a_script_expects_are_no_failures_anywhere_and_others_are(VuLayout layout)
    {
        var run = await ScriptRunner.RunAsync("""
            import http from 'k6/http';
            export const options = { iterations: 10 };
            export default () => {
              http.get(__ENV.BASE + '/status/404', { responseCallback: http.expectedStatuses(404) });
              http.get(__ENV.BASE + '/get', { responseCallback: http.expectedStatuses(404) });
              http.get(__ENV.BASE + '/status/503', { responseCallback: null });
              http.get(__ENV.BASE + '/get', { responseCallback: null });
            }
            """, _server, change: r => r with { Layout = layout });

        run.Metric("http_req_failed", "fails").ShouldBe(10);
        run.Metric("http_req_failed", "passes").ShouldBe(10);
        var measured = run.Result!.Measured;
        (measured.Totals.Requests, measured.Totals.FailedRequests).ShouldBe((40, 20)); // 200 instead of 404, and 503
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Iterations_that_end_with_an_exception_strain_the_run(VuLayout layout)
    {
        var run = await ScriptRunner.RunAsync("""
            export const options = { iterations: 4 };
            export default () => { throw new Error('never') }
            """, change: r => r with { Layout = layout });

        run.Result!.Health.State.ShouldBe(HealthState.Strained);
        run.Result.Health.Findings.Single(f => f.Rule == "exceptions").Message.ShouldStartWith("all 4 iterations ended with an exception (100 %, limit 1 %)");
        run.Summary.ShouldContain("all 4 iterations ended with an exception");
        run.ExitCode.ShouldBe(0);
    }

    [Theory]
    [InlineData("dropped_iterations{kind:rate}")]
    [InlineData("dropped_iterations{scenario:open}")]
    [InlineData("dropped_iterations")]
    public async Task A_threshold_on_starts_that_were_not_made_is_judged_on_all_of_them(string metric)
    {
        var run = await ScriptRunner.RunAsync($$"""
            import { sleep } from 'k6';
            export const options = {
              scenarios: {
                open: { executor: 'constant-arrival-rate', rate: 10, duration: '1s', preAllocatedVUs: 1, gracefulStop: '0s', tags: { kind: 'rate' } },
              },
              thresholds: { '{{metric}}': ['count<3'] },
            };
            export default () => sleep(0.7)
            """);

        run.ExitCode.ShouldBe(99, run.Error);
        run.Summary.ShouldContain("✗ 'count<3' count=8");
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Thresholds_summary_and_result_divide_by_the_whole_run_setup_and_teardown_included(VuLayout layout)
    {
        var run = await ScriptRunner.RunAsync("""
            import { sleep } from 'k6';
            export const options = { vus: 1, iterations: 10, thresholds: { iterations: ['rate>8'], vus: ['value>=0'] } };
            export function setup() { sleep(2); }
            export default () => sleep(0.01)
            export function teardown() { sleep(0.2); }
            """, change: r => r with { Layout = layout });

        run.ExitCode.ShouldBe(99, run.Error);
        var judged = run.Result!.Thresholds.Single(t => t.Metric == "iterations");
        judged.Value.ShouldBe(run.Metric("iterations", "rate"));
        judged.Value.ShouldBeInRange(0.5, 5);
        run.Summary.ShouldContain("✗ 'rate>8'");
        run.Result.Thresholds.Single(t => t.Metric == "vus").Passed.ShouldBeTrue();
    }

    [Fact]
    public async Task Users_are_counted_once_a_second_while_the_run_goes_on()
    {
        var run = await ScriptRunner.RunAsync("""
            import { sleep } from 'k6';
            export const options = { vus: 2, duration: '2500ms', thresholds: { vus: ['value>0'] } };
            export default () => sleep(0.5)
            """);

        run.ExitCode.ShouldBe(0, run.Error);
        (run.Metric("vus", "max"), run.Metric("vus_max", "value")).ShouldBe((2, 2));
    }

    [Fact]
    public async Task A_scenario_that_had_not_begun_has_dropped_nothing()
    {
        var run = await ScriptRunner.RunAsync("""
            import exec from 'k6/execution';
            export const options = { scenarios: {
              now: { executor: 'shared-iterations', vus: 1, iterations: 1 },
              later: { executor: 'shared-iterations', vus: 1, iterations: 500, startTime: '1h' },
            } };
            export default () => exec.test.abort('enough')
            """);

        run.ExitCode.ShouldBe(108);
        run.Has("dropped_iterations").ShouldBeFalse();
        (run.Result!.Outcome, run.Result.OutcomeReason).ShouldBe((RunOutcome.Aborted, "test aborted: enough"));
    }

    [Fact]
    public async Task The_result_says_that_the_script_marked_the_test_as_failed()
    {
        var run = await ScriptRunner.RunAsync("import exec from 'k6/execution'; export default () => exec.test.fail('too slow')");

        run.ExitCode.ShouldBe(110);
        (run.Result!.Outcome, run.Result.OutcomeReason).ShouldBe((RunOutcome.Failed, "test marked as failed: too slow"));
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Scenarios_share_no_checks_and_no_requests_in_the_result(VuLayout layout)
    {
        var run = await ScriptRunner.RunAsync("""
            import { check } from 'k6';
            import exec from 'k6/execution';
            const iterations = (exec) => ({ executor: 'shared-iterations', vus: 1, iterations: 2, exec });
            export const options = { scenarios: { a: iterations('checks'), b: iterations('nothing'), c: iterations('checks') } };
            export function checks() { check(exec.scenario.iterationInTest, { even: (i) => i % 2 === 0 }); }
            export function nothing() { }
            """, change: r => r with { Layout = layout });

        var check = run.Result!.Measured.Checks.ShouldHaveSingleItem();
        (check.Name, check.Passes, check.Fails).ShouldBe(("even", 2, 2));
    }

    [Fact]
    public async Task A_scenario_knows_when_it_began()
    {
        var run = await ScriptRunner.RunAsync("""
            import exec from 'k6/execution';
            export const options = { scenarios: { late: { executor: 'constant-vus', vus: 1, duration: '1h', startTime: '1s', gracefulStop: '0s' } } };
            export default () => { console.log(exec.scenario.progress < 0.0001, Date.now() - exec.scenario.startTime < 900); exec.test.abort(); }
            """);

        run.Log.ShouldContain("true true");
    }

    // Ten iterations for users 1, 2, 3, 4, 1, 2 …; the first third has users 1 and 4.
    [Theory]
    [InlineData("0:1/3", "0 3 4 7 8", "1 4")]
    [InlineData("1/3:2/3", "1 5 9", "2")]
    [InlineData("2/3:1", "2 6", "3")]
    public async Task Numbers_of_iterations_and_users_are_those_of_the_whole_test(string segment, string iterations, string users)
    {
        var run = await ScriptRunner.RunAsync($$"""
            import exec from 'k6/execution';
            import { sleep } from 'k6';
            export const options = { executionSegment: '{{segment}}', executionSegmentSequence: '0,1/3,2/3,1',
              scenarios: { s: { executor: 'shared-iterations', vus: 4, iterations: 10 } } };
            export default () => { console.log(`${exec.scenario.iterationInTest} ${exec.scenario.iterationInInstance} ${exec.vu.idInTest}`); sleep(0.1); }
            """);

        var lines = run.LogLines.Select(line => line.Split(' ').Select(int.Parse).ToArray()).ToList();
        string.Join(' ', lines.Select(line => line[0]).Order()).ShouldBe(iterations);
        lines.Select(line => line[1]).Order().ShouldBe(Enumerable.Range(0, lines.Count));
        string.Join(' ', lines.Select(line => line[2]).Distinct().Order()).ShouldBe(users);
    }

    [Theory]
    [InlineData("'enough'", "test aborted: enough")]
    [InlineData("", "test aborted")]
    public async Task What_the_script_says_as_it_ends_the_run_is_logged_once(string message, string line)
    {
        var run = await ScriptRunner.RunAsync($$"""
            import exec from 'k6/execution';
            export const options = { vus: 3, iterations: 3 };
            export default () => exec.test.abort({{message}})
            """);

        run.ExitCode.ShouldBe(108);
        run.LogLines.Count(l => l.EndsWith(line, StringComparison.Ordinal)).ShouldBe(1, run.Log);
    }

    [Fact]
    public async Task Every_request_counts_the_bytes_that_were_sent_for_it()
    {
        var run = await ScriptRunner.RunAsync("""
            import http from 'k6/http';
            export const options = { userAgent: 'x', iterations: 3 };
            export default function () { http.get(__ENV.BASE + '/get'); http.post(__ENV.BASE + '/post', 'abc'); }
            """, _server);

        var end = $" HTTP/1.1\r\nHost: 127.0.0.1:{_server.Port}\r\nUser-Agent: x\r\n";
        var sent = 3 * ($"GET /get{end}\r\n".Length + $"POST /post{end}Content-Length: 3\r\n\r\nabc".Length);
        run.Metric("data_sent", "count").ShouldBe(sent);
    }

    [Fact]
    public async Task The_machine_readable_summary_has_a_version_checks_and_figures_by_plain_names()
    {
        var run = await ScriptRunner.RunAsync("""
            import http from 'k6/http';
            import { check, group } from 'k6';
            export const options = { iterations: 4, thresholds: { http_req_failed: ['rate<1'] } };
            export default function () {
              group('g', () => check(http.get(__ENV.BASE + '/get'), { good: (r) => r.status === 200, bad: () => __ITER > 0 }));
            }
            """, _server, summary: new SummaryRequest { IsMachineReadable = true });

        var summary = JsonNode.Parse(run.ExportJson)!;
        summary["version"]!.GetValue<string>().ShouldBe("1.0.0");
        summary["config"]!["script"]!.GetValue<string>().ShouldEndWith("script.js");
        summary["config"]!["duration"]!.GetValue<double>().ShouldBeGreaterThan(0);
        DateTimeOffset.TryParse(summary["metadata"]!["generated_at"]!.GetValue<string>(), out _).ShouldBeTrue();
        var checks = summary["results"]!["checks"]!;
        checks["results"]!.AsArray().Select(c => $"{c!["name"]} {c["passes"]} {c["fails"]}").ShouldBe(["good 4 0", "bad 3 1"]);
        Named(checks["metrics"]!, "checks_succeeded")["values"]!.ToJsonString().ShouldBe("""{"rate":0.875,"matches":7,"total":8}""");
        var metrics = summary["results"]!["metrics"]!;
        Named(metrics, "http_reqs")["values"]!["count"]!.GetValue<double>().ShouldBe(4);
        Named(metrics, "http_req_failed")["values"]!.ToJsonString().ShouldBe("""{"rate":0,"matches":0,"total":4}""");
        Named(metrics, "http_req_duration")["values"]!.AsObject().Select(v => v.Key).ShouldBe(["avg", "min", "med", "max", "p90", "p95"]);
        Named(metrics, "http_req_duration")["contains"]!.GetValue<string>().ShouldBe("time");
    }

    private static JsonNode Named(JsonNode list, string name) => list.AsArray().Single(m => m!["name"]!.GetValue<string>() == name)!;
}
