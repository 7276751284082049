namespace Dyno.K6.Tests;

/// <summary>What a whole run does: options, life cycle, metrics, thresholds, exit codes.</summary>
public abstract class RunConformanceTests(VuLayout layout) : IAsyncLifetime
{
    private KestrelServer _server = null!;

    public async ValueTask InitializeAsync() => _server = await EchoServer.StartAsync();

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return _server.DisposeAsync();
    }

    [Fact]
    public async Task A_get_with_two_checks_counts_requests_checks_and_iterations()
    {
        var run = await RunAsync("""
            import http from 'k6/http';
            import { check } from 'k6';
            export const options = { vus: 2, iterations: 6 };
            export default function () {
              const r = http.get(__ENV.BASE + '/get');
              check(r, { 'is 200': (r) => r.status === 200, 'never': () => false });
            }
            """);

        run.ExitCode.ShouldBe(0);
        run.Metric("http_reqs", "count").ShouldBe(6);
        run.Metric("iterations", "count").ShouldBe(6);
        run.Metric("checks", "rate").ShouldBe(0.5);
        run.Metric("http_req_failed", "rate").ShouldBe(0);
        run.Result!.Measured.Totals.Requests.ShouldBe(6);
        run.Result.Measured.Checks.Select(c => (c.Name, c.Passes, c.Fails)).ShouldBe([("is 200", 6, 0), ("never", 0, 6)], ignoreOrder: true);
        _server.Seen.Count.ShouldBe(6);
        run.Summary.ShouldContain("checks_total");
        run.Summary.ShouldContain("✗ never");
    }

    [Fact]
    public async Task Setup_data_reach_the_iterations_and_teardown()
    {
        var run = await RunAsync("""
            export const options = { scenarios: { each: { executor: 'per-vu-iterations', vus: 2, iterations: 1 } } };
            export function setup() { return { v: 42 } }
            export default function (data) { data.v++; console.log('vu ' + data.v); }
            export function teardown(data) { console.log('end ' + data.v); }
            """);

        run.LogLines.ShouldBe(["vu 43", "vu 43", "end 42"]);
    }

    [Fact]
    public async Task Requests_of_setup_count_in_the_metrics_but_not_in_the_phase()
    {
        var run = await RunAsync("""
            import http from 'k6/http';
            export function setup() { http.get(__ENV.BASE) }
            export default function () { http.get(__ENV.BASE) }
            """);

        run.Metric("http_reqs", "count").ShouldBe(2);
        run.Result!.Measured.Totals.Requests.ShouldBe(1);
    }

    [Theory]
    [InlineData("throw new Error('init'); export default function () {}", 107, "init")]
    [InlineData("export default function () {", 107, "")]
    [InlineData("export const x = 1", 255, "function")]
    [InlineData("import './missing.js'; export default function () {}", 107, "missing.js")]
    [InlineData("import x from 'lodash'; export default function () {}", 107, "./lodash")]
    [InlineData("import { browser } from 'k6/browser'; export default function () {}", 107, "not part of Dyno yet")]
    [InlineData("import x from 'k6/htpp'; export default function () {}", 107, "did you mean k6/http?")]
    [InlineData("import { chekc } from 'k6'; export default function () { chekc(1, {}); }", 107, "did you mean check?")]
    [InlineData("import http from 'k6/http'; http.get('http://x'); export default function () {}", 107, "init stage")]
    [InlineData("import { check } from 'k6'; check(1, {}); export default function () {}", 107, "init stage")]
    [InlineData("export function setup() { throw new Error('no setup') } export default function () {}", 107, "no setup")]
    [InlineData("export const options = { setupTimeout: '100ms' }; import { sleep } from 'k6'; export function setup() { sleep(10) } export default function () {}", 100, "setup() did not end")]
    [InlineData("import { sleep } from 'k6'; export const options = { teardownTimeout: '100ms' }; export function teardown() { sleep(10) } export default function () {}", 101, "teardown() did not end")]
    [InlineData("import exec from 'k6/execution'; export default function () { exec.test.abort('enough') }", 108, "enough")]
    [InlineData("export const options = { scenarios: { a: { executor: 'constant-arrival-rate', rate: 0, duration: '1s', preAllocatedVUs: 1 } } }; export default function () {}", 104, "a.rate: the value is 0")]
    [InlineData("export const options = { scenarios: { a: { executor: 'constant-arrival-rate', rate: 1, timeUnit: '0s', duration: '1s', preAllocatedVUs: 1 } } }; export default function () {}", 104, "a.timeUnit: must be above zero")]
    [InlineData("export const options = { scenarios: { a: { executor: 'ramping-arrival-rate', startRate: -3, stages: [{ duration: '1s', target: 5 }], preAllocatedVUs: 1 } } }; export default function () {}", 104, "a.startRate: the value is -3")]
    [InlineData("export const options = { scenarios: { a: { executor: 'ramping-arrival-rate', stages: [{ duration: '1s', target: -1 }], preAllocatedVUs: 1 } } }; export default function () {}", 104, "options.scenarios.a.stages[0].target: the value is -1")]
    [InlineData("export const options = { stages: [{ duraton: '1m', target: 1 }] }; export default function () {}", 104, "stages[0].duration: the value is missing")]
    [InlineData("import exec from 'k6/execution'; export default function () { exec.test.fail('bad') }", 110, "bad")]
    [InlineData("export const options = { thresholds: { nope: ['count>1'] } }; export default function () {}", 104, "nope")]
    [InlineData("export const options = { thresholds: { http_reqs: ['p(95)<1'] } }; export default function () {}", 104, "Counter")]
    [InlineData("export const options = { thresholds: { iterations: ['count>1'] } }; export default function () {}", 99, "")]
    [InlineData("export const options = { thresholds: { iterations: ['count==1'] } }; export default function () {}", 0, "")]
    [InlineData("export const options = { stages: [{ duration: '1s', target: 1 }], duration: '1s' }; export default function () {}", 104, "stages")]
    [InlineData("export const options = { scenarios: { a: { executor: 'constant-vu', vus: 1, duration: '1s' } } }; export default function () {}", 104, "constant-vus")]
    [InlineData("export const options = { scenarios: { a: { executor: 'constant-vus', vus: 1, duration: '1s', rate: 4 } } }; export default function () {}", 104, "rate")]
    [InlineData("export const options = { scenarios: { a: { executor: 'shared-iterations', exec: 'mian' } } }; export function main() {}", 104, "write main")]
    [InlineData("export const options = { vus: 'many' }; export default function () {}", 104, "vus")]
    [InlineData("export const options = { vus: 0, iterations: 4 }; export default function () {}", 104, "options.vus: the value is 0")]
    [InlineData("export const options = { scenarios: { a: { executor: 'shared-iterations', vus: 0, iterations: 4 } } }; export default function () {}", 104, "a.vus: the value is 0")]
    [InlineData("export const options = { thresholds: { http_req_durration: ['p(95)<1'] } }; export default function () {}", 104, "did you mean http_req_duration?")]
    [InlineData("export const options = { vus: 5, iterations: 2 }; export default function () {}", 104, "fewer")]
    [InlineData("export default function () { throw new Error('only this iteration') }", 0, "")]
    public async Task Ends_with_k6s_exit_code_and_a_sentence(string script, int exitCode, string text)
    {
        var run = await RunAsync(script);

        run.ExitCode.ShouldBe(exitCode, run.Error + run.Log);
        (run.Error + run.Log).ShouldContain(text);
    }

    [Fact]
    public async Task An_exception_shows_its_place_in_the_script_once_and_is_counted()
    {
        var run = await RunAsync("""
            import http from 'k6/http';
            export const options = { iterations: 3 };
            function inner() { null.x; }
            export default function () {
              inner();
            }
            """);

        run.Metric("iterations", "count").ShouldBe(3);
        run.Log.Split("at inner").Length.ShouldBe(2, run.Log);
        run.Log.ShouldContain("at inner (file://");
        run.Log.ShouldContain("/-:3:");
        run.Log.ShouldContain("/-:5:");
        run.Log.ShouldContain("3 times");
    }

    [Fact]
    public async Task A_runaway_iteration_is_cut_at_the_end_of_its_graceful_stop()
    {
        var run = await RunAsync("""
            export const options = { scenarios: { a: { executor: 'constant-vus', vus: 1, duration: '3s', gracefulStop: '0s' } } };
            export default function () { for (;;) { try { for (;;) {} } catch (e) {} } }
            """);

        run.Result!.Measured.Totals.InterruptedIterations.ShouldBe(1);
        run.Result.Measured.Totals.CutAtEnd.ShouldBe(1);
        run.Result.Health.Findings.ShouldNotContain(f => f.Rule == "cut-iterations"); // a graceful stop of 0 asks for it
        run.Has("iterations").ShouldBeFalse();
    }

    [Fact]
    public async Task Flags_win_over_variables_over_the_script_over_the_configuration()
    {
        const string Script = "export const options = { vus: 2, iterations: 4, userAgent: 'script' }; export default function () {}";

        (await RunAsync(Script)).Metric("iterations", "count").ShouldBe(4);
        (await RunAsync(Script, r => r with { Config = """{"iterations":8,"vus":8}""" })).Metric("iterations", "count").ShouldBe(4);
        (await RunAsync(Script, r => r with { Environment = r.Environment.Add("K6_ITERATIONS", "6") })).Metric("iterations", "count").ShouldBe(6);
        (await RunAsync(Script, r => r with { Environment = r.Environment.Add("K6_ITERATIONS", "6"), Flags = [("iterations", "-i", "7")] }))
            .Metric("iterations", "count").ShouldBe(7);
    }

    [Fact]
    public async Task Custom_metrics_and_sub_metrics_are_judged()
    {
        var run = await RunAsync("""
            import { Trend, Counter } from 'k6/metrics';
            import http from 'k6/http';
            export const options = { thresholds: { 't{kind:a}': ['avg==2'], c: ['count==3'], 'http_reqs{name:one}': ['count==1'], 'checks': [] } };
            const t = new Trend('t'), c = new Counter('c');
            export default function () {
              t.add(2, { kind: 'a' }); t.add(4, { kind: 'b' }); c.add(3);
              http.get(__ENV.BASE, { tags: { name: 'one' } }); http.get(__ENV.BASE);
            }
            """);

        run.ExitCode.ShouldBe(0, run.Summary);
        run.Metric("t", "avg").ShouldBe(3);
        run.Metric("t{kind:a}", "avg").ShouldBe(2);
    }

    [Fact]
    public async Task HandleSummary_replaces_the_summary()
    {
        var run = await RunAsync("""
            export default function () {}
            export function handleSummary(data) { return { stdout: 'n=' + data.metrics.iterations.values.count + ' ' + data.root_group.name } }
            """);

        run.Summary.ShouldBe("n=1 ");
        run.ExportJson.ShouldContain("\"iterations\"");
    }

    [Fact]
    public async Task HandleSummary_may_write_text_and_bytes()
    {
        var run = await RunAsync("""
            export default function () {}
            export function handleSummary() {
              return { 'a.txt': 'grün', 'b.bin': new Uint8Array([1, 200, 0, 255]).buffer, 'c.bin': new Uint8Array([9, 200, 255]).subarray(1), stdout: '' };
            }
            """);

        run.Outputs.Select(o => o.Target).ShouldBe(["a.txt", "b.bin", "c.bin", "stdout"]);
        run.Outputs[0].Text.ShouldBe("grün");
        run.Outputs[1].Content.ToArray().ShouldBe([1, 200, 0, 255]);
        run.Outputs[2].Content.ToArray().ShouldBe([200, 255]);
        run.Outputs[3].Content.Length.ShouldBe(0);
    }

    [Fact]
    public async Task TypeScript_runs_with_enums_and_parameter_properties()
    {
        var run = await RunAsync("""
            import { Options } from 'k6/options';
            enum Colour { Red = 1, Blue }
            class P { constructor(public x: number, private readonly y = 2) {} sum(): number { return this.x + this.y } }
            export const options: Options = { iterations: 1 };
            export default function (): void { const p = new P(1 as number); console.log(Colour.Blue, Colour[1], p.sum(), p!.x satisfies number) }
            """, r => r with { IsTypeScript = true });

        run.Log.Trim().ShouldBe("2 Red 3 1", run.Error);
    }

    [Fact]
    public async Task Scenarios_have_functions_variables_and_tags_of_their_own()
    {
        var run = await RunAsync("""
            import { Counter } from 'k6/metrics';
            import exec from 'k6/execution';
            const c = new Counter('c');
            export const options = {
              scenarios: {
                one: { executor: 'per-vu-iterations', vus: 1, iterations: 2, exec: 'first', env: { WHO: 'one' }, tags: { team: 'a' } },
                two: { executor: 'shared-iterations', vus: 1, iterations: 1, exec: 'second', env: { WHO: 'two' } },
              },
              thresholds: { 'c{team:a}': ['count==2'], 'c{scenario:two}': ['count==10'] },
            };
            export function first() { c.add(1); console.log(__ENV.WHO + ' ' + exec.scenario.name) }
            export function second() { c.add(10); console.log(__ENV.WHO + ' ' + exec.scenario.name) }
            """);

        run.ExitCode.ShouldBe(0, run.Summary + run.Error);
        run.LogLines.Order().ShouldBe(["one one", "one one", "two two"]);
    }

    [Fact]
    public async Task Tags_and_group_last_over_waits_where_the_feature_asks()
    {
        var run = await ScriptRunner.RunAsync("""
            import { check, group } from 'k6';
            import exec from 'k6/execution';
            import http from 'k6/http';
            import { Counter } from 'k6/metrics';
            const c = new Counter('c');
            export const options = { thresholds: {
              'c{group:::browse}': ['count==15'], 'c{group:::other}': ['count==100'], c: ['count==3115'], 'c{who:me}': ['count==2000'],
              'http_reqs{group:::browse}': ['count==2'], 'group_duration{group:::browse}': ['min>=20'], 'checks{group:::browse}': ['rate==1'] } };
            const pause = (ms) => new Promise((done) => setTimeout(done, ms));
            export default async function () {
              const browse = group('browse', async () => {
                const r = await http.asyncRequest('GET', __ENV.BASE + '/get');
                check(r, { loaded: (r) => r.status === 200 });
                c.add(1);
                await http.asyncRequest('GET', __ENV.BASE + '/get');
                try { await Promise.reject(new Error('no')) } catch { c.add(2) }
                await pause(20);
                await new Promise((done) => setTimeout(() => { c.add(4); done() }, 1));
                await Promise.resolve().then(() => { c.add(8) });
                return 'read';
              });
              const other = group('other', async () => { await pause(5); c.add(100) });
              c.add(1000);
              if (await browse !== 'read') throw new Error('the group gives what its function gives');
              await other;
              exec.vu.tags.who = 'me';
              await (0, pause(1));
              c.add(2000);
            }
            """, _server, change: r => r with { Flags = [("features", "--features", "async-metric-context")] });

        run.ExitCode.ShouldBe(0, run.Error + run.Log + run.Summary);
        run.Log.ShouldBeEmpty();
        var dense = await ScriptRunner.RunAsync("export default function () {}", change: r => r with { Layout = VuLayout.Dense, Flags = [("features", "--features", "async-metric-context")] });
        dense.Error.ShouldContain("async-metric-context needs isolated users");
    }

    private const string TwoScenarios = """
        import exec from 'k6/execution';
        export const options = {
          scenarios: {
            browse: { executor: 'shared-iterations', vus: 2, iterations: 4, exec: 'browse', env: { WHO: 'b' }, tags: { team: 'a' } },
            buy: { executor: 'constant-vus', vus: 3, duration: '30s', startTime: '10s', exec: 'buy', env: { WHO: 'c' } },
          },
          thresholds: { iterations: ['count<5'], 'iterations{scenario:buy}': ['count>100'], 'iterations{scenario:browse}': ['count>0'] },
        };
        export function setup() { console.log('setup') }
        export function browse() { console.log(exec.scenario.name + ' ' + __ENV.WHO) }
        export function buy() { console.log(exec.scenario.name + ' ' + exec.scenario.executor + ' ' + __ENV.WHO) }
        """;

    [Fact]
    public async Task A_chosen_scenario_runs_as_it_is_and_thresholds_of_the_others_are_left_out()
    {
        var run = await RunAsync(TwoScenarios, r => r with { Scenarios = ["browse"] });

        run.ExitCode.ShouldBe(0, run.Error + run.Summary);
        run.LogLines.ShouldBe(["setup", "browse b", "browse b", "browse b", "browse b"]);
        run.Warnings.ShouldContain("the threshold on iterations{scenario:buy} is left out: --scenario excludes its scenario");
    }

    [Fact]
    public async Task Once_is_one_iteration_of_one_user_with_function_variables_and_name_of_the_scenario()
    {
        var run = await RunAsync(TwoScenarios, r => r with { Scenarios = ["buy"], Once = true });

        run.LogLines.ShouldBe(["setup", "buy shared-iterations c"]);
        run.Metric("iterations", "count").ShouldBe(1);
        run.Result!.Plan.Scenarios.ShouldHaveSingleItem().StartSeconds.ShouldBe(0);

        var both = await RunAsync(TwoScenarios, r => r with { Scenarios = ["buy", "browse"], Once = true });
        both.LogLines.Skip(1).Order(StringComparer.Ordinal).ShouldBe(["browse b", "buy shared-iterations c"]);
    }

    [Theory]
    [InlineData("export default function () { console.log('once') }", "", "")]
    [InlineData("export const options = { vus: 9, duration: '30s' }; export default function () { console.log('once') }", "", "--once overrules vus, duration from the script")]
    [InlineData("export const options = { scenarios: { a: { executor: 'constant-vus', duration: '30s', vus: 4 } } }; export default function () { console.log('once') }",
        "K6_DURATION=30s", "--once overrules duration from K6_ variables")]
    [InlineData("export const options = { iterations: 8, executionSegment: '0:1/2' }; export default function () { console.log('once') }", "",
        "--once overrules iterations, executionSegment from the script")]
    public async Task Once_overrules_the_load_of_every_other_place(string script, string variable, string warning)
    {
        var run = await RunAsync(script, r => r with
        {
            Once = true,
            Environment = variable.Length == 0 ? r.Environment : r.Environment.Add(variable.Split('=')[0], variable.Split('=')[1]),
        });

        run.LogLines.ShouldBe(["once"], run.Error);
        if (warning.Length > 0) run.Warnings.ShouldContain(warning);
    }

    [Theory]
    [InlineData("", true, "the script has 2 scenarios", "choose by --scenario NAME: browse, buy")]
    [InlineData("brows", false, "there is no scenario 'brows'", "write browse")]
    [InlineData("browse,nothing", false, "there is no scenario 'nothing'", "there are browse, buy")]
    public async Task A_choice_that_cannot_be_made_is_refused(string names, bool once, string what, string instead)
    {
        var run = await RunAsync(TwoScenarios, r => r with { Scenarios = [.. names.Split(',', StringSplitOptions.RemoveEmptyEntries)], Once = once });

        run.ExitCode.ShouldBe(104, run.Log);
        run.Error.ShouldContain(what);
        run.Error.ShouldContain(instead);
    }

    [Theory]
    [InlineData("vus", "-u", false, "-u: cannot be combined with --scenario")]
    [InlineData("duration", "--duration", true, "--duration: cannot be combined with --once")]
    [InlineData("executionSegment", "--execution-segment", true, "--execution-segment: cannot be combined with --once")]
    public async Task A_choice_beside_a_flag_that_says_how_much_is_refused(string option, string flag, bool once, string problem)
    {
        var value = option switch { "vus" => "3", "duration" => "1s", _ => "0:1/2" };
        var run = await RunAsync(TwoScenarios, r => r with { Scenarios = ["browse"], Once = once, Flags = [(option, flag, value)] });

        run.ExitCode.ShouldBe(104, run.Log);
        run.Error.ShouldContain(problem);
    }

    [Theory]
    [InlineData("'plain'", "plain")]
    [InlineData("'a', 1, true, null, undefined", "a 1 true null undefined")]
    [InlineData("{ a: 1, s: 'x' }, [1, null]", "{ a: 1, s: \"x\" } [ 1, null ]")]
    [InlineData("{}, []", "{} []")]
    [InlineData("() => 1", "[object Function]")]
    [InlineData("new Map([[1, 2]])", "{}")]
    [InlineData("(() => { const o = {}; o.self = o; return o })()", "{ self: [Circular] }")]
    public async Task The_console_prints_values_as_k6_does(string arguments, string expected)
    {
        var run = await RunAsync($"export default function () {{ console.log({arguments}) }}");

        run.Log.TrimEnd().ShouldBe(expected);
    }

    private Task<ScriptOutcome> RunAsync(string script, Func<K6Request, K6Request>? change = null) =>
        ScriptRunner.RunAsync(script, _server, change: r => (change?.Invoke(r) ?? r) with { Layout = layout });
}

/// <summary>A thread and a machine for each virtual user.</summary>
public sealed class IsolatedRunConformanceTests() : RunConformanceTests(VuLayout.Isolated);

/// <summary>One machine and one loop per processor.</summary>
public sealed class DenseRunConformanceTests() : RunConformanceTests(VuLayout.Dense);
