namespace Dyno.Scenarios.Tests;

public sealed class ShouldMeetTests
{
    private static Task<NodeStats> RunAsync(bool isGood) => QuietRun.OfAsync(
        Scenario.Create("orders", async _ => isGood ? Response.Ok(customLatencyMs: 30) : Response.Fail("500", "no stock", customLatencyMs: 30))
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 200)));

    [Fact]
    public async Task Passes_a_run_that_meets_its_conditions()
    {
        var stats = await RunAsync(isGood: true);

        stats.ShouldMeet("p99 < 400ms", "errors == 0", "response_time{scenario:orders}: p(50)<=31").ShouldBeSameAs(stats);
    }

    [Fact]
    public async Task Says_all_that_a_run_did_not_meet_and_what_was_measured()
    {
        var stats = await RunAsync(isGood: false);

        var failure = Should.Throw<LoadExpectationException>(() => stats.ShouldMeet("p99 < 10ms", "errors == 0", "error_rate < 1%", "p50 < 1s"));

        failure.Message.ShouldStartWith("""
            the load 'orders' did not meet its conditions:
              FAILED  p99 < 10ms  (measured 30.0 ms)
              FAILED  errors == 0  (measured 200)
              FAILED  error_rate < 1%  (measured 100 %)
              FAILED  p50 < 1s  (measured 30.0 ms)
              FAILED  the measurement is void: all 200 requests failed
            """);
        failure.Message.ShouldContain("orders: 0 ok, 200 failed");
        failure.Message.ShouldContain("error scenario, 200 times: 500: no stock");
    }

    [Fact]
    public async Task Refuses_a_condition_that_cannot_be_read()
    {
        var stats = await RunAsync(isGood: true);

        Should.Throw<ArgumentException>(() => stats.ShouldMeet("quick please")).Message.ShouldContain("is not a threshold");
        Should.Throw<ArgumentException>(() => stats.ShouldMeet("http_reqs{status:500}: count==0")).Message
            .ShouldContain("does not keep 'http_reqs' by 'status': there are scenario and name");
        Should.Throw<ArgumentException>(() => stats.ShouldMeet("iterations{scenario:orders}: count>0")).Message.ShouldContain("only the total is known");
    }
}
