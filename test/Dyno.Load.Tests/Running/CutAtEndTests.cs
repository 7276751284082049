using System.Collections.Concurrent;

namespace Dyno.Load.Tests;

/// <summary>Which of the iterations that are cut count as cut at the end, and when the run is strained for it.</summary>
public sealed class CutAtEndTests
{
    private const long Second = 1_000_000_000;
    private readonly FakeRun _run = new();

    [Fact]
    public async Task What_the_end_of_the_graceful_stop_cuts_strains_the_run()
    {
        // One request in flight per user at the end, and none of these is ever answered.
        var result = await _run.RunAsync(Plan(Loop(users: 3), gracefulSeconds: 2, service: at => at < 9 * Second ? Second : 60 * Second));

        (result.Measured.Totals.InterruptedIterations, result.Measured.Totals.CutAtEnd).ShouldBe((3, 3));
        var finding = CutFinding(result).ShouldNotBeNull();
        (finding.State, finding.Limit).ShouldBe((HealthState.Strained, 0.01));
        finding.Value.ShouldBe(3.0 / (result.Measured.Totals.Iterations + 3), 1e-9);
        result.Health.State.ShouldBe(HealthState.Strained);
    }

    [Fact]
    public async Task An_open_model_is_judged_too()
    {
        var rate = new ConstantArrivalRate { Rate = 10, Duration = TimeSpan.FromSeconds(10), PreAllocatedVirtualUsers = 20, MaxVirtualUserCount = 20 };
        var result = await _run.RunAsync(Plan(rate, gracefulSeconds: 2, service: at => at < 9 * Second ? Second / 10 : 60 * Second));

        result.Measured.Totals.CutAtEnd.ShouldNotBeNull().ShouldBeInRange(9, 11); // those of the last second
        CutFinding(result).ShouldNotBeNull().Message.ShouldEndWith("or use a lower rate.");
    }

    [Fact]
    public async Task A_share_within_the_limit_does_not()
    {
        var result = await _run.RunAsync(Plan(Loop(users: 1), gracefulSeconds: 2, service: at => at < 9 * Second ? Second / 100 : 60 * Second));

        result.Measured.Totals.CutAtEnd.ShouldBe(1);
        CutFinding(result).ShouldBeNull();
    }

    [Fact]
    public async Task Who_asks_for_no_graceful_stop_has_asked_for_the_cut()
    {
        var result = await _run.RunAsync(Plan(Loop(users: 3), gracefulSeconds: 0, service: _ => 60 * Second));

        result.Measured.Totals.CutAtEnd.ShouldBe(3);
        CutFinding(result).ShouldBeNull();
    }

    [Fact]
    public async Task Only_the_scenarios_with_a_graceful_stop_are_held_against_the_run()
    {
        // Neither worker moves the clock to the end before the other has begun.
        using var both = new Barrier(2);
        var passes = new ConcurrentDictionary<FakeWorker, int>();
        var plan = Plan(Loop(users: 3), gracefulSeconds: 0, service: _ => 60 * Second, onPass: worker =>
        {
            if (passes.AddOrUpdate(worker, 1, (_, count) => count + 1) <= 2) both.SignalAndWait(TimeSpan.FromSeconds(20));
        });
        plan = plan with { Scenarios = [plan.Scenarios[0], plan.Scenarios[0] with { Name = "other", GracefulStop = TimeSpan.FromSeconds(2) }] };
        var result = await _run.RunAsync(plan);

        result.Measured.Totals.CutAtEnd.ShouldBe(6);
        CutFinding(result).ShouldNotBeNull().Message.ShouldStartWith("3 of 6 iterations were cut ");
    }

    [Fact]
    public async Task What_a_ramp_down_cuts_does_not_count()
    {
        var ramp = new RampingVus
        {
            StartVirtualUsers = 4,
            Stages = [new(TimeSpan.FromSeconds(2), 4), new(TimeSpan.FromSeconds(2), 2), new(TimeSpan.FromSeconds(4), 2)],
            GracefulRampDown = TimeSpan.FromSeconds(1),
        };
        var result = await _run.RunAsync(Plan(ramp, gracefulSeconds: 30, service: _ => 10 * Second));

        (result.Measured.Totals.InterruptedIterations, result.Measured.Totals.CutAtEnd).ShouldBe((2, 0));
        CutFinding(result).ShouldBeNull();
    }

    [Theory]
    [InlineData(2, false)]
    [InlineData(2, true)]
    [InlineData(11, false)] // while the last requests are waited for
    [InlineData(11, true)]
    public async Task What_a_user_cuts_does_not_count(int second, bool isAbort)
    {
        var options = _run.Options();
        var result = await _run.RunAsync(Plan(Loop(users: 3), gracefulSeconds: 4, service: _ => 60 * Second, second, () =>
        {
            if (isAbort) options.Signals.Abort();
            else options.Signals.Stop();
        }), options);

        (result.Measured.Totals.InterruptedIterations, result.Measured.Totals.CutAtEnd).ShouldBe((3, 0));
        CutFinding(result).ShouldBeNull();
    }

    [Fact]
    public async Task What_a_crossed_threshold_cuts_does_not_count()
    {
        ThresholdParser.TryParse("http_reqs: count>1000 abortOnFail", out var threshold, out _).ShouldBeTrue();
        var plan = Plan(Loop(users: 3), gracefulSeconds: 1, service: at => at < 2 * Second ? Second : 60 * Second) with { Thresholds = [threshold!] };
        var result = await _run.RunAsync(plan);

        result.Outcome.ShouldBe(RunOutcome.ThresholdAborted);
        (result.Measured.Totals.InterruptedIterations, result.Measured.Totals.CutAtEnd).ShouldBe((3, 0));
        CutFinding(result).ShouldBeNull();
    }

    [Fact]
    public async Task What_the_end_of_the_warm_up_cuts_is_not_the_measurement_s()
    {
        var plan = Plan(Loop(users: 3), gracefulSeconds: 1, service: at => at < 6 * Second ? 60 * Second : Second / 100);
        var result = await _run.RunAsync(plan with { WarmUp = TimeSpan.FromSeconds(5) });

        (result.WarmUp!.Totals.CutAtEnd, result.Measured.Totals.CutAtEnd).ShouldBe((3, 0));
        CutFinding(result).ShouldBeNull();
    }

    private static ConstantVus Loop(int users) => new() { VirtualUsers = users, Duration = TimeSpan.FromSeconds(10) };

    private static HealthFinding? CutFinding(RunResult result) =>
        result.Health.Findings.SingleOrDefault(f => f.Rule == "cut-iterations");

    /// <param name="service">Service time of a request by its start, in nanoseconds since the run began.</param>
    /// <param name="second">When <paramref name="act"/> is called.</param>
    /// <param name="onPass">Called on every pass of a worker.</param>
    private TestPlan Plan(
        ExecutorPlan executor, int gracefulSeconds, Func<long, long> service, int second = 0, Action? act = null, Action<FakeWorker>? onPass = null)
    {
        var begin = _run.Clock.Nanos;
        var workload = new FakeWorkload(_run.Clock)
        {
            ServiceNanos = _ => service(_run.Clock.Nanos - begin),
            OnPass = (worker, _) =>
            {
                onPass?.Invoke(worker);
                if (act is null || _run.Clock.Nanos - begin < second * Second) return;
                act();
                act = null;
            },
        };
        var plan = FakeRun.Plan(executor, workload);
        return plan with { Scenarios = [plan.Scenarios[0] with { GracefulStop = TimeSpan.FromSeconds(gracefulSeconds) }] };
    }
}
