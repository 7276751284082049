// One file because every test here runs the same small plan on a fake clock, and reads beside the others.

namespace Dyno.Load.Tests;

public sealed class RunnerTests
{
    private const long Millisecond = 1_000_000;
    private readonly FakeRun _run = new();

    [Fact]
    public async Task A_probe_of_the_machine_that_throws_costs_no_measurement()
    {
        var options = _run.Options() with { Machine = new ThrowingMachine() };
        var result = await _run.RunAsync(FakeRun.Plan(new SharedIterations { Iterations = 5 }, new FakeWorkload(_run.Clock)), options);

        result.Outcome.ShouldBe(RunOutcome.Completed);
        result.Measured.Totals.Requests.ShouldBe(5);
        result.Environment.LogicalCpus.ShouldBe(Environment.ProcessorCount);
    }

    [Fact]
    public async Task Runs_a_closed_loop_to_its_end()
    {
        var result = await _run.RunAsync(new ConstantVus { VirtualUsers = 4, Duration = TimeSpan.FromSeconds(5) });

        var totals = result.Measured.Totals;
        result.Outcome.ShouldBe(RunOutcome.Completed);
        result.OutcomeReason.ShouldBeNull();
        totals.Requests.ShouldBe(totals.Iterations);
        totals.Requests.ShouldBeInRange(4 * 4_990, 4 * 5_001);
        totals.MaxVirtualUsers.ShouldBe(4);
        totals.PlannedStarts.ShouldBeNull();
        totals.OfferedIterationsPerSecond.ShouldBeNull();
        result.Measured.Latency.Service.Quantiles[0].Nanos.ShouldBeInRange(999_000, 1_001_000);
        result.Measured.Latency.Response.Histogram.ShouldBe(result.Measured.Latency.Service.Histogram);
        result.Measured.StartLag.ShouldBeNull();
        result.Measured.Series.Length.ShouldBe(5);
        result.Measured.Series.Sum(i => i.Requests).ShouldBe(totals.Requests);
        result.Plan.Model.ShouldBe(LoadModel.Closed);
        result.Plan.Seed.ShouldBe(42);
    }

    [Fact]
    public async Task The_rate_of_a_closed_loop_does_not_fall_with_the_last_slow_answer()
    {
        // Every 37th request takes 400 ms instead of 20, and so does the last one, for which nobody waits.
        var asked = 0;
        var workload = new FakeWorkload(_run.Clock) { ServiceNanos = _ => ++asked % 37 == 0 ? 400 * Millisecond : 20 * Millisecond };
        var result = await _run.RunAsync(new MaxThroughput { Connections = 32, Duration = TimeSpan.FromSeconds(4) }, workload);

        var rate = 32 / (0.02 + 0.38 / 37);
        result.Measured.Totals.RequestsPerSecond.ShouldBe(rate, 0.02 * rate);
        result.Measured.DurationSeconds.ShouldBe(result.Measured.Totals.Requests / result.Measured.Totals.RequestsPerSecond, 1e-6);
    }

    [Fact]
    public async Task Parts_of_requests_are_counted_and_timed_by_themselves_and_are_in_no_total()
    {
        StepRecord[] steps = [new() { Name = "Watch" }, new() { Name = "Watch (message)", IsPart = true }];
        var workload = new FakeWorkload(_run.Clock) { Parts = 5, Steps = [.. steps] };
        var plan = FakeRun.Plan(new ConstantVus { VirtualUsers = 2, Duration = TimeSpan.FromSeconds(3) }, workload) with
        {
            Thresholds = [.. new[] { "http_reqs{name:Watch}: count > 0", "http_reqs{name:Watch (message)}: count > 0", "http_reqs{scenario:default}: count > 0", "http_reqs: count > 0",
                "response_time: min > 0", "response_time{name:Watch (message)}: min > 0", "data_received: count > 0" }.Select(Threshold)],
        };
        var result = await _run.RunAsync(plan);

        var (measured, calls) = (result.Measured, result.Measured.Totals.Requests);
        calls.ShouldBe(measured.Totals.Iterations);
        measured.Totals.RequestsPerSecond.ShouldBe(2_000, 5);
        measured.Totals.BytesReceived.ShouldBe(calls * 200);
        measured.Overall.Response.Count.ShouldBe(calls);
        measured.Overall.Response.MinNanos.ShouldBeGreaterThan(900_000);
        measured.Statuses.Values.Sum().ShouldBe(calls);
        measured.Series.Sum(i => i.Requests).ShouldBe(calls);
        measured.Steps.Select(s => (s.Name, s.IsPart, s.Requests)).ShouldBe([("Watch", false, calls), ("Watch (message)", true, 5 * calls)]);
        measured.Steps[1].Latency.Response.MaxNanos.ShouldBe(100);
        _run.Snapshots.All[^1].Requests.ShouldBe(calls);
        _run.Snapshots.All.ShouldAllBe(s => s.P50Nanos == 0 || s.P50Nanos > 900_000);
        result.Thresholds.Select(t => t.Value).ShouldBe([calls, 5 * calls, calls, calls, measured.Overall.Response.MinNanos / 1e6, 100 / 1e6, calls * 200]);
        var kept = new ResultMetrics(measured);
        (Read("http_reqs"), Read("http_reqs{scenario:default}"), Read("http_reqs{name:Watch (message)}")).ShouldBe((calls, calls, 5 * calls));

        double Read(string metric)
        {
            MetricSelector.TryParse(metric, out var selector, out var error).ShouldBeTrue(error);
            kept.TryRead(selector, new Aggregation(AggregationKind.Count), out var value).ShouldBeTrue();
            return value;
        }
    }

    private static Threshold Threshold(string text)
    {
        ThresholdParser.TryParse(text, out var threshold, out var error).ShouldBeTrue(error);
        return threshold!;
    }

    [Fact]
    public async Task Divides_by_the_time_in_which_the_work_was_done_the_tail_included()
    {
        // 100 starts in 1 s, but every answer takes 1 s: the last comes after 1.99 s.
        var result = await _run.RunAsync(Open(100, 1, users: 200), new FakeWorkload(_run.Clock) { ServiceNanos = _ => 1_000 * Millisecond });

        result.Measured.Totals.Requests.ShouldBe(100);
        result.Measured.DurationSeconds.ShouldBe(1.99, 0.001);
        result.Measured.Totals.RequestsPerSecond.ShouldBe(100 / 1.99, 0.1);
        result.Measured.Totals.OfferedIterationsPerSecond.ShouldNotBeNull().ShouldBe(100, 0.1);
        _run.Snapshots.All[^1].Phase.ShouldBe(RunPhase.Drain);
    }

    [Theory]
    [InlineData(1, 3)]
    [InlineData(10, 1)]
    public async Task A_rate_that_was_kept_is_the_planned_one_however_few_starts_it_has(int rate, int seconds)
    {
        // The last start is due a whole period before the planned end, and nothing comes after it.
        var result = await _run.RunAsync(Open(rate, seconds, users: 10));

        result.Measured.Totals.Requests.ShouldBe(rate * seconds);
        result.Measured.DurationSeconds.ShouldBe(seconds, 0.001);
        result.Measured.Totals.RequestsPerSecond.ShouldBe(rate, 0.001);
    }

    [Fact]
    public async Task A_pause_of_the_server_that_the_percentiles_of_a_closed_run_hide_is_said_by_time()
    {
        // One second in five nothing comes back: 0.4 % of the requests at 2 users and 2 ms.
        var result = await _run.RunAsync(new ConstantVus { VirtualUsers = 2, Duration = TimeSpan.FromSeconds(10) },
            new FakeWorkload(_run.Clock)
            {
                ServiceNanos = at =>
                at % 5_000_000_000 is > 2_000_000_000 and < 3_000_000_000 ? 3_000_000_000 - at % 5_000_000_000 : 2 * Millisecond
            });

        result.Measured.Overall.Response.Quantiles.Single(q => q.Quantile == 0.99).Nanos.ShouldBeLessThan(3 * Millisecond);
        var finding = result.Health.Findings.Single(f => f.Rule == "outages");
        finding.State.ShouldBe(HealthState.Strained);
        finding.Value.ShouldBe(0.2, 0.01);
    }

    [Fact]
    public async Task A_server_that_goes_away_and_refuses_is_an_outage_however_few_requests_that_is()
    {
        var (begun, isAway) = ((long?)null, false);
        var workload = new FakeWorkload(_run.Clock)
        {
            Status = _ => isAway ? 503 : 200,
            ServiceNanos = at => (isAway = at - (begun ??= at) > 7_200 * Millisecond) ? 500 * Millisecond : 2 * Millisecond,
        };
        var result = await _run.RunAsync(new ConstantVus { VirtualUsers = 2, Duration = TimeSpan.FromSeconds(10) }, workload);

        result.Health.Findings.Single(f => f.Rule == "outages").Value.ShouldBe(0.28, 0.01);
    }

    [Fact]
    public async Task Slow_answers_are_no_outage()
    {
        var result = await _run.RunAsync(new ConstantVus { VirtualUsers = 2, Duration = TimeSpan.FromSeconds(10) },
            new FakeWorkload(_run.Clock) { ServiceNanos = _ => 300 * Millisecond });

        result.Health.Findings.ShouldBeEmpty();
    }

    [Fact]
    public async Task Counts_the_starts_that_found_no_free_user_as_dropped()
    {
        // 1 user and 15 ms per answer take every second start of 100/s.
        var result = await _run.RunAsync(Open(100, 10, users: 1), new FakeWorkload(_run.Clock) { ServiceNanos = _ => 15 * Millisecond });

        result.Measured.Totals.PlannedStarts.ShouldBe(1_000);
        result.Measured.Totals.DroppedIterations.ShouldBe(500);
        result.Measured.Totals.Iterations.ShouldBe(500);
        result.Measured.Series.Sum(i => i.DroppedIterations).ShouldBe(500);
        result.Health.State.ShouldBe(HealthState.Void);
        result.Health.Findings[0].Rule.ShouldBe("dropped-starts");
    }

    [Fact]
    public async Task Sees_a_planted_delay_of_the_server_in_both_times_and_one_of_the_generator_in_the_response_time_only()
    {
        // The generator itself sleeps 20 ms once: the starts due meanwhile come late.
        var slept = false;
        var result = await _run.RunAsync(Open(1_000, 5, users: 100), new FakeWorkload(_run.Clock)
        {
            OnPass = (worker, _) =>
            {
                if (slept || worker.Starts.Count < 2_000) return;
                slept = true;
                _run.Clock.AdvanceTo(_run.Clock.Nanos + 20 * Millisecond);
            },
        });

        result.Measured.Totals.Requests.ShouldBe(5_000);
        result.Measured.Latency.Service.MaxNanos.ShouldBeLessThan(21 * Millisecond);
        result.Measured.Latency.Response.MaxNanos.ShouldBeGreaterThan(19 * Millisecond);
        result.Measured.Latency.Service.Quantiles.Single(q => q.Quantile == 0.999).Nanos.ShouldBeLessThan(2 * Millisecond);
        result.Measured.Latency.Response.Quantiles.Single(q => q.Quantile == 0.999).Nanos.ShouldBeGreaterThan(10 * Millisecond);
        result.Measured.Totals.LateStarts.ShouldBeInRange(15, 20);
        result.Measured.StartLag!.MaxNanos.ShouldBeGreaterThan(18 * Millisecond);
    }

    [Fact]
    public async Task A_slow_server_shows_in_response_and_service_time_alike()
    {
        var result = await _run.RunAsync(Open(100, 5, users: 100), new FakeWorkload(_run.Clock) { ServiceNanos = _ => 20 * Millisecond });

        result.Measured.Latency.Service.Quantiles[0].Nanos.ShouldBeInRange(20 * Millisecond - 50_000, 20 * Millisecond + 50_000);
        result.Measured.Latency.Response.Quantiles[0].Nanos.ShouldBeInRange(20 * Millisecond - 50_000, 20 * Millisecond + 50_000);
    }

    [Fact]
    public async Task Records_the_warm_up_apart_with_the_same_workers()
    {
        var workload = new FakeWorkload(_run.Clock);
        var plan = FakeRun.Plan(Open(100, 3, users: 10), workload) with { WarmUp = TimeSpan.FromSeconds(2) };

        var result = await _run.RunAsync(plan);

        result.WarmUp!.Totals.Requests.ShouldBe(200);
        result.Measured.Totals.Requests.ShouldBe(300);
        var worker = workload.Workers.ShouldHaveSingleItem();
        worker.RanOn.ShouldBe([worker.CreatedOn, worker.CreatedOn]);
        worker.DisposedOn.ShouldBe(worker.CreatedOn);
        worker.CreatedOn.ShouldNotBe(Thread.CurrentThread);
        _run.Snapshots.All.Select(s => s.Phase).Distinct().ShouldBe([RunPhase.WarmUp, RunPhase.Measure]);
    }

    [Fact]
    public async Task Keeps_good_and_failed_answers_apart()
    {
        var result = await _run.RunAsync(Open(100, 1, users: 10), new FakeWorkload(_run.Clock) { Status = n => n % 4 == 0 ? 503 : 200, Checks = ["status < 400"] });

        result.Measured.Totals.FailedRequests.ShouldBe(25);
        result.Measured.Latency.Service.Count.ShouldBe(75);
        result.Measured.FailedLatency!.Service.Count.ShouldBe(25);
        result.Measured.Statuses.ShouldBe(new Dictionary<int, long> { [200] = 75, [503] = 25 });
        result.Measured.Steps.ShouldHaveSingleItem().Statuses[503].ShouldBe(25);
        result.Measured.Checks.ShouldHaveSingleItem().ShouldBe(new CheckResult { Name = "status < 400", Passes = 75, Fails = 25 });
        var error = result.Measured.Errors.ShouldHaveSingleItem();
        (error.Kind, error.FirstExample).ShouldBe(("status", "answered with status 503"));
        result.Health.Findings.ShouldHaveSingleItem().Rule.ShouldBe("errors");
    }

    [Fact]
    public async Task Protocol_errors_of_several_kinds_are_told_apart_in_their_example()
    {
        var passes = 0;
        var result = await _run.RunAsync(Open(100, 1, users: 10), new FakeWorkload(_run.Clock)
        {
            OnPass = (worker, phase) =>
            {
                if (++passes > 3) return;
                phase.Recorder.Variety(passes == 1 ? "a flood" : "bad padding");
                phase.Recorder.Example(RequestErrorKind.Protocol, "GET /: a flood");
                phase.Recorder.Failed(0, worker.NowNanos, worker.NowNanos, worker.NowNanos, RequestErrorKind.Protocol);
            },
        });

        var error = result.Measured.Errors.ShouldHaveSingleItem();
        (error.Kind, error.Count).ShouldBe(("protocol", 3));
        error.FirstExample.ShouldBe("GET /: a flood; in all: bad padding × 2, a flood × 1");
    }

    [Fact]
    public async Task Marks_quantiles_that_rest_on_fewer_than_ten_values_beyond_them()
    {
        var result = await _run.RunAsync(Open(1_000, 1, users: 10));

        result.Measured.Latency.Response.Quantiles.Where(q => q.Reliable).Select(q => q.Quantile).ShouldBe([0.5, 0.75, 0.9, 0.95, 0.99]);
    }

    [Fact]
    public async Task Writes_histograms_from_which_the_same_quantiles_can_be_read()
    {
        var result = await _run.RunAsync(Open(100, 2, users: 10));

        var histogram = HdrEncoding.DecodeBase64(result.Measured.Latency.Response.Histogram);
        histogram.Count.ShouldBe(200);
        ((double)histogram.ValueAtQuantile(0.99)).ShouldBe(result.Measured.Latency.Response.Quantiles.Single(q => q.Quantile == 0.99).Nanos, 2_000);
        result.Measured.Series.Sum(i => HdrEncoding.DecodeBase64(i.Histogram).Count).ShouldBe(200);
    }

    [Fact]
    public async Task Starts_scenarios_side_by_side_at_their_own_times()
    {
        var first = new FakeWorkload(_run.Clock);
        var plan = FakeRun.Plan(new PerVuIterations { VirtualUsers = 2, Iterations = 3 }, first) with
        {
            Scenarios =
            [
                new ScenarioPlan { Name = "a", Executor = new SharedIterations { Iterations = 10 }, Workload = first },
                new ScenarioPlan
                {
                    Name = "b", Executor = new PerVuIterations { VirtualUsers = 2, Iterations = 3 }, StartTime = TimeSpan.FromSeconds(3),
                    Workload = new FakeWorkload(_run.Clock) { Steps = [new StepRecord { Name = "GET /b" }] },
                },
            ],
        };

        var result = await _run.RunAsync(plan);

        result.Measured.Totals.Iterations.ShouldBe(16);
        result.Measured.Steps.Select(s => (s.Scenario, s.Name, s.Requests)).ShouldBe([("a", "GET /", 10L), ("b", "GET /b", 6L)]);
        result.Measured.DurationSeconds.ShouldBeInRange(3, 3.1);
        _run.Snapshots.All.ShouldAllBe(snapshot => snapshot.PlannedIterations == 16);
    }

    [Fact]
    public async Task Says_how_many_iterations_are_planned_only_where_they_end_the_whole_run()
    {
        var workload = new FakeWorkload(_run.Clock);
        var counted = new ScenarioPlan { Name = "a", Executor = new SharedIterations { Iterations = 10 }, Workload = workload };
        var second = new ConstantVus { VirtualUsers = 1, Duration = TimeSpan.FromSeconds(1) };
        var timed = new ScenarioPlan { Name = "b", Executor = second, Workload = new FakeWorkload(_run.Clock) };

        await _run.RunAsync(FakeRun.Plan(counted.Executor, workload) with { Scenarios = [counted, timed] });

        _run.Snapshots.All.ShouldNotBeEmpty();
        _run.Snapshots.All.ShouldAllBe(snapshot => snapshot.PlannedIterations == null);
    }

    [Fact]
    public async Task Drops_the_iterations_left_over_at_the_longest_duration()
    {
        var slow = new FakeWorkload(_run.Clock) { ServiceNanos = _ => 400 * Millisecond };

        var shared = await _run.RunAsync(new SharedIterations { VirtualUsers = 2, Iterations = 100, MaxDuration = TimeSpan.FromSeconds(1) }, slow);
        var each = await _run.RunAsync(new PerVuIterations { VirtualUsers = 2, Iterations = 5, MaxDuration = TimeSpan.FromSeconds(1) }, slow);

        (shared.Measured.Totals.Iterations, shared.Measured.Totals.DroppedIterations).ShouldBe((6, 94));
        (each.Measured.Totals.Iterations, each.Measured.Totals.DroppedIterations).ShouldBe((6, 4));
        shared.Health.Findings.ShouldNotContain(f => f.Rule == "dropped-starts");
    }

    [Fact]
    public async Task Cuts_what_is_in_flight_when_the_graceful_stop_is_over()
    {
        var plan = FakeRun.Plan(new ConstantVus { VirtualUsers = 3, Duration = TimeSpan.FromSeconds(1) },
            new FakeWorkload(_run.Clock) { ServiceNanos = _ => 60_000 * Millisecond });
        plan = plan with { Scenarios = [plan.Scenarios[0] with { GracefulStop = TimeSpan.FromSeconds(2) }] };

        var result = await _run.RunAsync(plan);

        result.Outcome.ShouldBe(RunOutcome.Completed);
        result.Measured.Totals.InterruptedIterations.ShouldBe(3);
        result.Measured.Totals.Iterations.ShouldBe(0);
        (result.EndedAt - result.StartedAt).TotalSeconds.ShouldBe(3, 0.1);
    }

    [Fact]
    public async Task Ramps_users_down_and_cuts_those_that_do_not_end()
    {
        var workload = new FakeWorkload(_run.Clock) { ServiceNanos = _ => 10_000 * Millisecond };
        await _run.RunAsync(new RampingVus
        {
            StartVirtualUsers = 4,
            Stages = [new(TimeSpan.FromSeconds(2), 4), new(TimeSpan.FromSeconds(2), 2), new(TimeSpan.FromSeconds(4), 2)],
            GracefulRampDown = TimeSpan.FromSeconds(1),
        }, workload);

        // The highest user leaves at 3 s, the next at 4 s; each is cut one second later.
        var start = workload.Workers[0].Starts[0].IntendedNanos;
        workload.Workers[0].Cuts.Select(c => (c.VirtualUser, Math.Round((c.Nanos - start) / 1e9, 2))).ShouldBe([(3, 4.0), (2, 5.0)]);
    }

    [Fact]
    public async Task Tells_listeners_about_each_second_and_drops_one_that_throws()
    {
        var options = _run.Options() with { Listeners = [new ThrowingListener(), _run.Snapshots] };

        await _run.RunAsync(FakeRun.Plan(Open(100, 4, users: 10), new FakeWorkload(_run.Clock)), options);

        var first = _run.Snapshots.All[0];
        first.Phase.ShouldBe(RunPhase.Measure);
        first.Elapsed.TotalSeconds.ShouldBe(1, 0.01);
        first.Planned.ShouldBe(TimeSpan.FromSeconds(4));
        first.Requests.ShouldBeInRange(99, 101);
        first.RequestsPerSecond.ShouldBe(100, 2);
        first.OfferedPerSecond.ShouldNotBeNull().ShouldBe(100, 2);
        first.P50Nanos.ShouldBeInRange(990_000, 1_010_000);
        _run.Snapshots.All[^1].Requests.ShouldBe(400);
        _run.Snapshots.All.Count.ShouldBe(4);
    }

    [Fact]
    public async Task Judges_a_run_that_goes_on_by_the_time_that_has_passed_and_not_by_its_planned_end()
    {
        var health = new HealthListener();

        await _run.RunAsync(
            FakeRun.Plan(new ConstantVus { VirtualUsers = 4, Duration = TimeSpan.FromSeconds(12) }, new FakeWorkload(_run.Clock)),
            _run.Options() with { Listeners = [health] });

        health.Findings.ShouldBeEmpty();
        health.Looks.ShouldBeGreaterThan(2);
    }

    [Fact]
    public async Task Says_of_a_server_that_is_silent_now_how_long_it_has_been()
    {
        var health = new HealthListener();
        // Good answers for 3 s (the clock begins a second earlier), then one that takes until the end.
        var workload = new FakeWorkload(_run.Clock) { ServiceNanos = at => at < 4_000_000_000 ? 1_000_000 : 8_000_000_000 };

        await _run.RunAsync(
            FakeRun.Plan(new ConstantVus { VirtualUsers = 4, Duration = TimeSpan.FromSeconds(12) }, workload), _run.Options() with { Listeners = [health] });

        health.Findings[0].ShouldStartWith("no good answer came for 2.01 of 5 s (40.1 %");
    }

    [Fact]
    public async Task The_last_snapshot_is_no_rate_of_milliseconds()
    {
        // Each request takes 13 ms, so the last answers come some milliseconds after the last whole second.
        await _run.RunAsync(FakeRun.Plan(
            new ConstantVus { VirtualUsers = 4, Duration = TimeSpan.FromSeconds(3) }, new FakeWorkload(_run.Clock) { ServiceNanos = _ => 13_000_000 }));

        var (before, last) = (_run.Snapshots.All[^2], _run.Snapshots.All[^1]);
        (last.Elapsed - before.Elapsed).TotalSeconds.ShouldBeLessThan(0.5);
        last.RequestsPerSecond.ShouldBe(before.RequestsPerSecond, tolerance: 0.05 * before.RequestsPerSecond);
    }

    [Fact]
    public async Task Masks_secrets_in_what_it_writes()
    {
        var plan = FakeRun.Plan(new SharedIterations(), new FakeWorkload(_run.Clock)
        {
            Status = _ => 500,
            OnPass = (_, phase) => phase.Recorder.Example(RequestErrorKind.Status, "500 for http://h/?api_key=abc123"),
        }) with
        { Source = "http://user:pw@h/?token=t0p", Options = new Dictionary<string, string> { ["password"] = "pw" }.ToSorted() };

        var result = await _run.RunAsync(plan);

        result.Plan.Source.ShouldNotContain("t0p");
        result.Plan.Source.ShouldNotContain("pw@");
        result.Plan.Options["password"].ShouldBe("***");
        result.Measured.Errors[0].FirstExample.ShouldNotContain("abc123");
    }

    [Fact]
    public async Task Refuses_a_wrong_plan_with_every_problem_before_anything_is_sent()
    {
        var workload = new FakeWorkload(_run.Clock) { OnPrepare = () => throw new InvalidOperationException("prepared") };
        var plan = FakeRun.Plan(new ConstantVus { VirtualUsers = 0, Duration = TimeSpan.Zero }, workload) with { Workers = 0 };

        var exception = await Should.ThrowAsync<UserFault>(() => _run.RunAsync(plan));

        exception.Message.ShouldBe("""
            the plan has 3 problems:
              workers is 0: write a number from 1 to 1024
              scenarios.default.vus is 0: write a number from 1 to 10000000
              scenarios.default.duration is 0s: write at least 1s, as in 30s or 1m30s
            """);
    }

    [Fact]
    public async Task Shares_a_plan_among_segments_without_loss()
    {
        var requests = 0L;
        foreach (var segment in new[] { "0:1/3", "1/3:2/3", "2/3:1" })
        {
            var run = new FakeRun();
            ExecutionSegment.TryParse(segment, null, out var share, out _).ShouldBeTrue();
            var result = await run.RunAsync(FakeRun.Plan(Open(100, 2, users: 30), new FakeWorkload(run.Clock)) with { Segment = share! });
            result.Plan.ExecutionSegment.ShouldBe(segment);
            requests += result.Measured.Totals.Requests;
        }

        requests.ShouldBe(200);
    }

    [Fact]
    public async Task Runs_several_workers_on_threads_of_their_own()
    {
        var clock = TimeProvider.System;
        var threads = new HashSet<int>();
        var workload = new AsyncWorkload(_ =>
        {
            lock (threads) threads.Add(Environment.CurrentManagedThreadId);
            return ValueTask.CompletedTask;
        });
        var plan = FakeRun.Plan(new PerVuIterations { VirtualUsers = 5, Iterations = 100 }, workload) with { Workers = 3 };

        var result = await _run.RunAsync(plan, new RunnerOptions { Time = clock, Machine = new FakeMachine() });

        result.Measured.Totals.Iterations.ShouldBe(500);
        result.Generator.WorkerBusy.Length.ShouldBe(3);
        threads.Count.ShouldBe(3);
    }

    private static ConstantArrivalRate Open(double rate, double seconds, int users) => new()
    {
        Rate = rate,
        Duration = TimeSpan.FromSeconds(seconds),
        PreAllocatedVirtualUsers = users,
        MaxVirtualUserCount = users,
    };

    private sealed class HealthListener : IRunListener
    {
        public bool AsksForHealth => true;

        public int Looks { get; private set; }

        public List<string> Findings { get; } = [];

        public void OnSnapshot(RunSnapshot snapshot)
        {
            if (snapshot.Health is not { } health) return;
            Looks++;
            Findings.AddRange(health.Findings.Select(f => f.Message));
        }
    }

    private sealed class ThrowingListener : IRunListener
    {
        public void OnSnapshot(RunSnapshot snapshot) => throw new InvalidOperationException("a broken viewer");
    }

    private sealed class ThrowingMachine : IMachineProbe
    {
        public void Begin() => throw new IOException("no /proc");

        public EnvironmentRecord End() => throw new IOException("no /proc");
    }
}
