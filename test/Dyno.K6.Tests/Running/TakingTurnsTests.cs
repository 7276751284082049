using Dyno.K6.Running;
using Dyno.K6.Tests.Servers;
using Dyno.Testing.Servers;

namespace Dyno.K6.Tests.Running;

/// <summary>More isolated users at full speed than processors can serve: they take turns, and nothing is lost by it.</summary>
public sealed class TakingTurnsTests : IAsyncLifetime
{
    private static readonly int Users = 50 * Environment.ProcessorCount; // above what makes them take turns
    private KestrelServer _server = null!;

    public async ValueTask InitializeAsync() => _server = await EchoServer.StartAsync();

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task Each_user_makes_its_iterations()
    {
        var run = await RunAsync("""
            export const options = { scenarios: { all: { executor: 'per-vu-iterations', vus: USERS, iterations: 60, maxDuration: '120s' } } };
            export default function () { http.get(`${__ENV.BASE}/get`); }
            """);

        run.Metric("iterations", "count").ShouldBe(60 * Users);
        run.Has("dropped_iterations").ShouldBeFalse();
        run.Metric("http_reqs", "count").ShouldBe(60 * Users);
    }

    [Fact]
    public async Task Everybody_has_turns_and_counts_as_a_user_all_the_time()
    {
        var run = await RunAsync("""
            import { Counter } from 'k6/metrics';
            const first = new Counter('first');
            export const options = { vus: USERS, duration: '4s' };
            export default function () {
              http.get(`${__ENV.BASE}/get`);
              if (__ITER === 1) first.add(1);
            }
            """);

        run.Metric("first", "count").ShouldBe(Users);
        run.Metric("vus", "max").ShouldBe(Users);
    }

    [Fact]
    public async Task Users_that_wait_for_a_turn_leave_when_they_are_ramped_down()
    {
        var run = await RunAsync("""
            export const options = { scenarios: { ramp: { executor: 'ramping-vus', startVUs: USERS, gracefulRampDown: '0s', gracefulStop: '0s',
              stages: [{ duration: '1s', target: USERS }, { duration: '1s', target: 0 }] } } };
            export default function () { http.get(`${__ENV.BASE}/get`); }
            """);

        run.ExitCode.ShouldBe(0);
        run.Metric("iterations", "count").ShouldBeGreaterThan(0);
        run.Log.ShouldNotContain("did not end");
    }

    [Fact]
    public async Task Nobody_begins_an_iteration_after_the_cut_and_goes_on_with_it()
    {
        var run = await RunAsync("""
            import exec from 'k6/execution';
            import { sleep } from 'k6';
            export const options = { scenarios: { all: { executor: 'constant-vus', vus: USERS, duration: '1s', gracefulStop: '0s' } } };
            export default function () { if (Date.now() >= exec.scenario.startTime + 1000) sleep(60); }
            """);

        run.ExitCode.ShouldBe(0);
        run.Log.ShouldNotContain("did not end");
    }

    [Fact]
    public async Task Users_that_wait_for_a_turn_leave_when_the_run_is_aborted()
    {
        var run = await RunAsync("""
            import exec from 'k6/execution';
            export const options = { vus: USERS, duration: '60s' };
            export default function () {
              http.get(`${__ENV.BASE}/get`);
              if (__VU === 1 && __ITER === 20) exec.test.abort('enough');
            }
            """);

        run.ExitCode.ShouldBe(108);
        run.Log.ShouldNotContain("did not end");
    }

    [Fact]
    public async Task A_generator_that_has_no_processor_left_says_so()
    {
        var run = await RunAsync("""
            export const options = { vus: USERS, duration: '2s' };
            export default function () { for (let i = 0, x = 0; i < 100000; i++) x += i; }
            """);

        run.Result!.Generator.WorkerBusy.Max().ShouldBeGreaterThan(0.8); // most of the time somebody waits for a turn, whatever else runs beside
    }

    private Task<ScriptOutcome> RunAsync(string script) => ScriptRunner.RunAsync(
        "import http from 'k6/http';\n" + script.Replace("USERS", $"{Users}", StringComparison.Ordinal), _server,
        change: request => request with { Layout = VuLayout.Isolated });
}
