namespace Dyno.Load.Tests;

/// <summary>Every way a run can end still gives a result with what was measured.</summary>
public sealed class RunEndTests
{
    private const long Second = 1_000_000_000;
    private readonly FakeRun _run = new();
    private readonly ConstantVus _loop = new() { VirtualUsers = 3, Duration = TimeSpan.FromSeconds(60) };

    [Fact]
    public async Task A_stop_starts_nothing_more_and_lets_work_in_flight_end()
    {
        var (plan, options) = Loop(service: 300_000_000, at: 2 * Second, run => run.Signals.Stop());

        var result = await _run.RunAsync(plan, options);

        result.Outcome.ShouldBe(RunOutcome.Interrupted);
        result.OutcomeReason.ShouldBe("stopped by the user");
        result.Measured.Totals.InterruptedIterations.ShouldBe(0);
        result.Measured.Totals.Requests.ShouldBe(21);
        result.Measured.DurationSeconds.ShouldBe(2.1, 0.05);
    }

    [Fact]
    public async Task A_stop_is_bounded_by_the_graceful_stop()
    {
        var (plan, options) = Loop(service: 600 * Second, at: 2 * Second, run => run.Signals.Stop());
        plan = plan with { Scenarios = [plan.Scenarios[0] with { GracefulStop = TimeSpan.FromSeconds(4) }] };

        var result = await _run.RunAsync(plan, options);

        result.Outcome.ShouldBe(RunOutcome.Interrupted);
        result.Measured.Totals.InterruptedIterations.ShouldBe(3);
        (result.EndedAt - result.StartedAt).TotalSeconds.ShouldBe(6, 0.2);
    }

    [Fact]
    public async Task An_abort_cuts_at_once()
    {
        var (plan, options) = Loop(service: 600 * Second, at: 2 * Second, run => run.Signals.Abort());

        var result = await _run.RunAsync(plan, options);

        result.Outcome.ShouldBe(RunOutcome.Aborted);
        result.Measured.Totals.InterruptedIterations.ShouldBe(3);
        (result.EndedAt - result.StartedAt).TotalSeconds.ShouldBe(2, 0.2);
    }

    [Fact]
    public async Task A_stop_in_the_warm_up_leaves_the_measurement_out()
    {
        var (plan, options) = Loop(service: Second / 10, at: 2 * Second, run => run.Signals.Stop());

        var result = await _run.RunAsync(plan with { WarmUp = TimeSpan.FromSeconds(10) }, options);

        result.Outcome.ShouldBe(RunOutcome.Interrupted);
        result.WarmUp!.Totals.Requests.ShouldBeInRange(57, 63);
        result.Measured.Totals.Requests.ShouldBe(0);
        result.Measured.Totals.RequestsPerSecond.ShouldBe(0);
        result.Measured.Steps.Length.ShouldBe(1);
    }

    [Fact]
    public async Task A_worker_that_throws_fails_the_run_and_keeps_what_was_measured()
    {
        var (plan, options) = Loop(service: Second / 10, at: 2 * Second, _ => throw new InvalidOperationException("a fault in a driver"));

        var result = await _run.RunAsync(plan, options);

        result.Outcome.ShouldBe(RunOutcome.Failed);
        result.OutcomeReason.ShouldBe("worker 0 of scenario 'default' failed: InvalidOperationException: a fault in a driver");
        result.Measured.Totals.Requests.ShouldBeInRange(54, 63);
    }

    [Fact]
    public async Task A_subject_that_ends_for_good_fails_the_run_with_its_reason()
    {
        var (plan, options) = Loop(service: Second / 10, at: 2 * Second, run => run.Signals.Fail("the subject exited with code 139"));

        var result = await _run.RunAsync(plan, options);

        (result.Outcome, result.OutcomeReason).ShouldBe((RunOutcome.Failed, "the subject exited with code 139"));
        result.Measured.Totals.Requests.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task A_worker_that_cannot_be_built_is_an_error_of_the_user_and_nothing_is_sent()
    {
        var plan = FakeRun.Plan(_loop, new FakeWorkload(_run.Clock) { OnCreate = _ => throw new UserFault("too few open files", "ulimit -n 4096") });

        (await Should.ThrowAsync<UserFault>(() => _run.RunAsync(plan))).Hint.ShouldBe("ulimit -n 4096");
    }

    [Fact]
    public async Task An_unexpected_fault_before_the_load_is_told_with_its_kind_and_place()
    {
        var unbuilt = FakeRun.Plan(_loop, new FakeWorkload(_run.Clock) { OnCreate = _ => throw new IOException("no such device") });
        var unprepared = FakeRun.Plan(_loop, new FakeWorkload(_run.Clock) { OnPrepare = () => throw new IOException("no such device") });

        (await Should.ThrowAsync<UserFault>(() => _run.RunAsync(unbuilt))).Message
            .ShouldBe("worker 0 of scenario 'default' could not be built: IOException: no such device");
        (await Should.ThrowAsync<UserFault>(() => _run.RunAsync(unprepared))).Message
            .ShouldBe("the load could not be prepared: IOException: no such device");
    }

    [Fact]
    public async Task A_stop_while_names_are_resolved_gives_a_result_too()
    {
        var options = _run.Options();
        var workload = new FakeWorkload(_run.Clock)
        {
            OnPrepare = () => { options.Signals.Stop(); throw new OperationCanceledException(options.Signals.Stopping); },
        };

        var result = await _run.RunAsync(FakeRun.Plan(_loop, workload) with { WarmUp = TimeSpan.FromSeconds(1) }, options);

        result.Outcome.ShouldBe(RunOutcome.Interrupted);
        result.WarmUp.ShouldBeNull();
        result.Measured.Totals.Requests.ShouldBe(0);
        workload.Workers.ShouldBeEmpty();
    }

    [Fact]
    public async Task Set_up_runs_before_and_teardown_after_the_load_also_after_an_abort()
    {
        var calls = new List<string>();
        var (plan, options) = Loop(service: Second / 10, at: Second, run => run.Signals.Abort());
        options = options with
        {
            SetUp = _ => { calls.Add("set-up"); return Task.CompletedTask; },
            TearDown = _ => { calls.Add("teardown"); return Task.CompletedTask; },
            Listeners = [new CallList(calls)],
        };

        var result = await _run.RunAsync(plan, options);

        result.Outcome.ShouldBe(RunOutcome.Aborted);
        calls[0].ShouldBe("set-up");
        calls[^1].ShouldBe("teardown");
        calls.ShouldContain("load");
    }

    [Fact]
    public async Task A_set_up_that_throws_sends_nothing_and_tears_nothing_down()
    {
        var torn = false;
        var options = _run.Options() with
        {
            SetUp = _ => throw new InvalidOperationException("no database"),
            TearDown = _ => { torn = true; return Task.CompletedTask; },
        };

        var result = await _run.RunAsync(FakeRun.Plan(_loop, new FakeWorkload(_run.Clock)), options);

        (result.Outcome, result.OutcomeReason).ShouldBe((RunOutcome.Failed, "set-up failed: no database"));
        result.Measured.Totals.Requests.ShouldBe(0);
        torn.ShouldBeFalse();
    }

    [Fact]
    public async Task A_teardown_that_throws_fails_the_run_and_keeps_the_measurement()
    {
        var options = _run.Options() with { TearDown = _ => throw new InvalidOperationException("still locked") };

        var result = await _run.RunAsync(FakeRun.Plan(new SharedIterations(), new FakeWorkload(_run.Clock)), options);

        (result.Outcome, result.OutcomeReason).ShouldBe((RunOutcome.Failed, "teardown failed: still locked"));
        result.Measured.Totals.Requests.ShouldBe(1);
    }

    [Fact]
    public async Task Thresholds_are_judged_at_the_end_on_what_was_measured()
    {
        var plan = FakeRun.Plan(new SharedIterations { Iterations = 100 }, new FakeWorkload(_run.Clock) { Status = n => n < 10 ? 500 : 200, Checks = ["ok"] }) with
        {
            Thresholds =
            [
                Threshold("http_req_duration: p(99)<2"), Threshold("http_req_duration{name:GET /}: max<0.5"), Threshold("http_reqs: count==100"),
                Threshold("http_reqs{expected_response:true}: count==90"), Threshold("http_req_failed: rate<=0.1"), Threshold("errors == 10"),
                Threshold("http_reqs{status:200}: count==90"), Threshold("http_reqs{status:500,name:GET /}: count==10"),
                Threshold("failed_requests{status:500}: count==10"), Threshold("failed_requests{status:200}: count==0"),
                Threshold("http_reqs{status:0}: count==0"), Threshold("http_req_failed{status:500}: rate==1"),
                Threshold("iterations{scenario:default}: count==100"), Threshold("iterations{scenario:other}: count==0"), Threshold("checks: rate==0.9"),
                Threshold("data_sent: count==10000"), Threshold("data_received: count==20000"), Threshold("vus: value==1"), Threshold("vus_max: value==1"),
                Threshold("response_time: avg<2"), Threshold("service_time: min>0.5"), Threshold("iteration_duration: med<2"),
                Threshold("dropped_iterations: count<1"), Threshold("http_reqs: rate>900"), Threshold("start_lag: max==0"),
                Threshold("http_req_connecting: max==0"), Threshold("http_req_tls_handshaking: max==0"),
            ],
        };

        var result = await _run.RunAsync(plan);

        result.Outcome.ShouldBe(RunOutcome.Completed);
        result.Thresholds.Length.ShouldBe(plan.Thresholds.Length);
        result.Thresholds.Where(t => !t.Passed).ShouldHaveSingleItem().Metric.ShouldBe("http_req_duration{name:GET /}");
        result.Thresholds[1].Expression.ShouldBe("max<0.5");
        result.Thresholds[1].Value.ShouldBe(1, 0.01);
        result.Thresholds[2].Value.ShouldBe(100);
    }

    /// <summary>One connection in 4 ms serves a hundred requests: k6 has a hundred values, and all but one are 0.</summary>
    [Fact]
    public async Task Times_of_opening_connections_have_one_value_for_each_request()
    {
        var isOpen = false;
        var workload = new FakeWorkload(_run.Clock)
        {
            OnPass = (_, phase) =>
            {
                if (isOpen) return;
                isOpen = true;
                phase.Recorder.Connected(4_000_000, again: false);
            },
        };
        var plan = FakeRun.Plan(new SharedIterations { Iterations = 100 }, workload) with
        {
            Thresholds = [Threshold("http_req_connecting: avg<5"), Threshold("http_req_connecting: p(95)==0"), Threshold("http_req_connecting: max>3.9")],
        };

        var result = await _run.RunAsync(plan);

        result.Thresholds.ShouldAllBe(t => t.Passed);
        result.Thresholds[0].Value.ShouldBe(0.04, 0.001);
        result.Measured.Connecting!.Count.ShouldBe(1, "the report has one value for each connection");
    }

    [Fact]
    public async Task A_latency_without_a_good_answer_holds_no_threshold_however_fast_the_failures_were()
    {
        var plan = FakeRun.Plan(new SharedIterations { Iterations = 100 }, new FakeWorkload(_run.Clock) { Status = _ => 503 }) with
        {
            Thresholds =
            [
                Threshold("p99 < 250ms"), Threshold("http_req_duration: p(95)<500"), Threshold("http_req_duration{expected_response:true}: avg<500"),
                Threshold("http_req_duration{status:503}: max<500"), Threshold("http_req_duration{expected_response:false}: max<500"), Threshold("errors == 100"),
            ],
        };

        var result = await _run.RunAsync(plan);

        result.Thresholds.Select(t => (t.Passed, t.LacksGoodAnswers))
            .ShouldBe([(false, true), (false, true), (false, true), (true, false), (true, false), (true, false)]);
        result.Thresholds[0].Value.ShouldBe(1, 0.01);
        result.Health.State.ShouldBe(HealthState.Void);
    }

    [Fact]
    public async Task Thresholds_on_the_times_of_one_status_are_judged_on_its_requests_alone()
    {
        // The first ten requests fail, and take ten times as long.
        var started = 0;
        var workload = new FakeWorkload(_run.Clock) { Status = n => n < 10 ? 500 : 200, ServiceNanos = _ => started++ < 10 ? 10_000_000 : 1_000_000 };
        var plan = FakeRun.Plan(new SharedIterations { Iterations = 100 }, workload) with
        {
            Thresholds =
            [
                Threshold("http_req_duration{status:500}: min>9.9"), Threshold("http_req_duration{status:500,name:GET /}: max<10.1"),
                Threshold("service_time{status:200}: max<1.1"), Threshold("response_time{status:200,expected_response:true}: min>0.9"),
                Threshold("http_req_duration{status:200,expected_response:false}: max==0"), Threshold("http_req_duration{status:0}: max==0"),
                Threshold("http_req_duration{status:200}: p(99)<0.5"),
            ],
        };

        var result = await _run.RunAsync(plan);

        result.Thresholds.Where(t => !t.Passed).ShouldHaveSingleItem().ToString().ShouldContain("p(99)<0.5");
        result.Thresholds[0].Value.ShouldBe(10, 0.1);
        result.Thresholds[2].Value.ShouldBe(1, 0.1);
    }

    [Fact]
    public async Task Times_by_status_are_kept_for_a_few_statuses_only()
    {
        var plan = FakeRun.Plan(new SharedIterations(), new FakeWorkload(_run.Clock)) with
        {
            Thresholds = [.. Enumerable.Range(200, 9).Select(status => Threshold($"http_req_duration{{status:{status}}}: max<1"))],
        };

        var refused = await Should.ThrowAsync<UserFault>(() => _run.RunAsync(plan));

        refused.Message.ShouldContain("a run keeps separate times for at most 8 statuses");
        PlanRules.ProblemsOf(plan with { Thresholds = [.. plan.Thresholds.Skip(1), Threshold("http_reqs{status:404}: count==0")] }).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_threshold_with_abortOnFail_stops_the_run_after_its_delay()
    {
        var plan = FakeRun.Plan(_loop, new FakeWorkload(_run.Clock) { Status = _ => 500 }) with
        {
            Thresholds = [Threshold("http_req_failed: rate<0.5 abortOnFail,delay=5s"), Threshold("http_reqs: count>0")],
        };

        var result = await _run.RunAsync(plan);

        result.Outcome.ShouldBe(RunOutcome.ThresholdAborted);
        result.OutcomeReason.ShouldBe("threshold crossed: http_req_failed: rate<0.5");
        result.Thresholds[0].ShouldSatisfyAllConditions(t => t.Aborted.ShouldBeTrue(), t => t.Passed.ShouldBeFalse(), t => t.Value.ShouldBe(1));
        result.Thresholds[1].Passed.ShouldBeTrue();
        result.Measured.DurationSeconds.ShouldBeInRange(5.9, 6.2);
    }

    [Fact]
    public async Task A_probe_that_throws_costs_only_its_own_figures()
    {
        var result = await _run.RunAsync(FakeRun.Plan(new SharedIterations { Iterations = 2_000 }, new FakeWorkload(_run.Clock)),
            _run.Options() with { Server = new BrokenProbe() });

        result.Outcome.ShouldBe(RunOutcome.Completed);
        result.Server.ShouldBeNull();
        result.Measured.Totals.Requests.ShouldBe(2_000);
    }

    [Fact]
    public async Task A_wall_clock_that_is_set_during_the_run_voids_it()
    {
        var (plan, options) = Loop(service: Second / 10, at: Second, _ => _run.Clock.WallShift = TimeSpan.FromMilliseconds(80));
        plan = plan with { Scenarios = [plan.Scenarios[0] with { Executor = _loop with { Duration = TimeSpan.FromSeconds(3) } }] };

        var result = await _run.RunAsync(plan, options);

        result.Health.State.ShouldBe(HealthState.Void);
        result.Health.Findings.ShouldHaveSingleItem().Rule.ShouldBe("clock-skew");
    }

    private static Threshold Threshold(string text)
    {
        ThresholdParser.TryParse(text, out var threshold, out var error).ShouldBeTrue(error);
        return threshold!;
    }

    private (TestPlan Plan, RunnerOptions Options) Loop(long service, long at, Action<RunnerOptions> act)
    {
        var options = _run.Options();
        var begin = _run.Clock.Nanos;
        var done = false;
        var workload = new FakeWorkload(_run.Clock)
        {
            ServiceNanos = _ => service,
            OnPass = (_, _) =>
            {
                if (done || _run.Clock.Nanos - begin < at) return;
                done = true;
                act(options);
            },
        };
        return (FakeRun.Plan(_loop, workload), options);
    }

    private sealed class CallList(List<string> calls) : IRunListener
    {
        public void OnSnapshot(RunSnapshot snapshot) => calls.Add("load");
    }

    private sealed class BrokenProbe : IServerProbe
    {
        public void Begin()
        {
        }

        public void Sample(TimeSpan sinceBegin) => throw new IOException("/proc went away");

        public ValueTask<ServerObservation?> EndAsync(long requests) => throw new IOException("/proc went away");
    }
}
