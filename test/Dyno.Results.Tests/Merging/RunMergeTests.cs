// One file because every test builds its runs with the same few functions at its end.

namespace Dyno.Results.Tests;

public sealed class RunMergeTests
{
    private static readonly RunResult Sample =
        RunResultJson.ReadFile(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json")) with { Profile = null };

    private static readonly DateTimeOffset Noon = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void A_profile_is_of_one_run_and_is_left_out_with_a_word()
    {
        var profiled = Sample with { Id = "b", Profile = new RunProfile { Sampler = "perf", Bias = "It saw all code.", Samples = 3000 } };

        var merged = RunMerge.Of([profiled, Sample]);

        merged.Profile.ShouldBeNull();
        merged.LeftOut.ShouldContain("the profiles: see each run");
    }

    [Fact]
    public void The_slowest_traces_of_all_runs_remain_and_a_few_failed_ones_of_each_kind()
    {
        RunResult[] runs = [.. Enumerable.Range(0, 4).Select(n => Run($"r{n}", 60 * n, 100, 1_000)).Select((run, n) => run with
        {
            Measured = run.Measured with
            {
                Traces = new TraceResult
                {
                    Sampled = 50,
                    Slowest = [.. Enumerable.Range(0, 10).Select(i => Traced(1_000 * i + n))],
                    Failed = [.. Enumerable.Range(0, 3).Select(i => Traced(i) with { Status = n == 3 ? 500 : 503, Error = "status" })],
                },
            },
        })];

        var traces = RunMerge.Of(runs).Measured.Traces.ShouldNotBeNull();

        traces.Sampled.ShouldBe(200);
        traces.Slowest.Select(r => r.ResponseNanos).ShouldBe([9_003, 9_002, 9_001, 9_000, 8_003, 8_002, 8_001, 8_000, 7_003, 7_002]);
        traces.Failed.Select(r => r.Status).Order().ShouldBe([500, 500, 500, 503, 503, 503]);

        static TracedRequest Traced(long nanos) => new()
        {
            TraceId = "0af7651916cd43dd8448eb211c80319c",
            Sampled = true,
            Scenario = "default",
            Name = "GET /",
            Seconds = 1,
            ResponseNanos = nanos,
            ServiceNanos = nanos,
        };
    }

    [Fact]
    public void A_run_alone_stays_as_it_is() => RunMerge.Of([Sample]).ShouldBeSameAs(Sample);

    [Fact]
    public void Repetitions_make_a_longer_run_of_the_same_rate()
    {
        var merged = RunMerge.Of([Run("a", 0, 100, 1_000), Run("b", 60, 100, 3_000)]);

        merged.MergedRuns.ShouldBe(["a", "b"]);
        merged.Measured.DurationSeconds.ShouldBe(20);
        merged.Measured.Totals.Requests.ShouldBe(200);
        merged.Measured.Totals.RequestsPerSecond.ShouldBe(10);
        merged.Measured.Series.Length.ShouldBe(20);
    }

    [Theory]
    [InlineData("V8", "V8", "V8")]
    [InlineData("V8", "JavaScriptCore", "JavaScriptCore and V8")]
    [InlineData(null, "V8", "V8")]
    [InlineData(null, null, null)]
    public void The_script_engines_of_all_runs_are_named(string? first, string? second, string? both) =>
        RunMerge.Of([WithEngine(Run("a", 0, 100, 1_000), first), WithEngine(Run("b", 0, 100, 1_000), second)]).Generator.ScriptEngine.ShouldBe(both);

    private static RunResult WithEngine(RunResult run, string? engine) => run with { Generator = run.Generator with { ScriptEngine = engine } };

    [Fact]
    public void Runs_at_the_same_moment_add_up()
    {
        var merged = RunMerge.Of([Run("a", 0, 100, 1_000), Run("b", 0.2, 100, 3_000)]);

        merged.Measured.DurationSeconds.ShouldBe(10);
        merged.Measured.Totals.RequestsPerSecond.ShouldBe(20);
        merged.Measured.Series.Length.ShouldBe(10);
        merged.Measured.Series.ShouldAllBe(interval => interval.Requests == 20);
    }

    [Fact]
    public void Virtual_users_of_runs_at_the_same_moment_add_up_and_those_of_repetitions_do_not()
    {
        UsersOf(RunMerge.Of([WithUsers("a", 0, 5), WithUsers("b", 0.2, 7)])).ShouldBe([12, .. Enumerable.Repeat(12, 10)]);
        UsersOf(RunMerge.Of([WithUsers("a", 0, 5), WithUsers("b", 60, 7)])).ShouldBe([7, .. Enumerable.Repeat(5, 10), .. Enumerable.Repeat(7, 10)]);

        static int[] UsersOf(RunResult run) => [run.Measured.Totals.MaxVirtualUsers, .. run.Measured.Series.Select(i => i.ActiveVirtualUsers)];
    }

    [Fact]
    public void Virtual_users_of_a_run_whose_intervals_are_taken_together_are_counted_once()
    {
        var coarse = WithUsers("b", 0, 7);
        coarse = coarse with { Measured = coarse.Measured with { IntervalSeconds = 2, Series = [.. coarse.Measured.Series.Take(5)] } };

        RunMerge.Of([WithUsers("a", 0, 5), coarse]).Measured.Series.Select(i => i.ActiveVirtualUsers).ShouldBe(Enumerable.Repeat(12, 5));
    }

    [Fact]
    public void Runs_that_overlap_in_part_take_from_the_first_start_to_the_last_end()
    {
        var measured = RunMerge.Of([WithUsers("a", 0, 5), WithUsers("b", 6, 7), WithUsers("c", 12, 1)]).Measured;

        measured.DurationSeconds.ShouldBe(22);
        measured.Series.Length.ShouldBe(22);
        measured.Totals.RequestsPerSecond.ShouldBe(300 / 22.0);
        measured.Totals.MaxVirtualUsers.ShouldBe(12); // a and c never met
    }

    [Fact]
    public void Iterations_of_scenarios_in_CSharp_are_merged()
    {
        var merged = RunMerge.Of([Judging("a", 0, 10, 2), Judging("b", 60, 30, 0)]).Measured.Scenarios.ShouldHaveSingleItem();

        (merged.Iterations, merged.FailedIterations, merged.IterationsPerSecond).ShouldBe((40, 2, 2));
        merged.Latency.Response.Count.ShouldBe(38);
        merged.FailedLatency!.Response.Count.ShouldBe(2);
        merged.Received.ShouldBe(new ReceivedBytes { Min = 10, Max = 30, Total = 40 });

        static RunResult Judging(string id, double second, int iterations, int failed)
        {
            var scenario = new ScenarioResult
            {
                Scenario = "checkout",
                Iterations = iterations,
                FailedIterations = failed,
                IterationsPerSecond = iterations / 10.0,
                Latency = Run(id, second, iterations - failed, 1_000).Measured.Latency,
                FailedLatency = failed == 0 ? null : Run(id, second, failed, 9_000).Measured.Latency,
                Received = new ReceivedBytes { Min = iterations, Max = iterations, Total = iterations },
            };
            var run = Run(id, second, iterations, 1_000);
            return run with { Measured = run.Measured with { Scenarios = [scenario] } };
        }
    }

    [Fact]
    public void Percentiles_are_read_from_the_merged_histogram_and_never_averaged()
    {
        // 900 fast answers and 100 slow ones: the mean of the two p99s would be about 50,500.
        var merged = RunMerge.Of([Run("a", 0, 900, 1_000), Run("b", 60, 100, 100_000)]);
        var response = merged.Measured.Latency.Response;

        response.Count.ShouldBe(1_000);
        response.Quantiles.Single(q => q.Quantile == 0.5).Nanos.ShouldBeInRange(999, 1_001);
        response.Quantiles.Single(q => q.Quantile == 0.99).Nanos.ShouldBeInRange(99_900, 100_100);
        response.MinNanos.ShouldBe(1_000);
        response.MaxNanos.ShouldBeInRange(99_900, 100_100);
        HdrEncoding.DecodeBase64(response.Histogram).Count.ShouldBe(1_000);
    }

    [Fact]
    public void A_request_that_failed_in_both_has_the_times_of_both()
    {
        var merged = RunMerge.Of([Failing("a", 0, 10), Failing("b", 60, 30)]);

        merged.Measured.Steps[0].FailedLatency!.Service.Count.ShouldBe(40);
        merged.Measured.Steps[0].Received!.ShouldBe(new ReceivedBytes { Min = 10, Max = 30, Total = 40 });

        static RunResult Failing(string id, double second, int count)
        {
            var run = Run(id, second, count, 1_000);
            var size = new ReceivedBytes { Min = count, Max = count, Total = count };
            return run with { Measured = run.Measured with { Steps = [run.Measured.Steps[0] with { FailedLatency = run.Measured.Latency, Received = size }] } };
        }
    }

    [Fact]
    public void The_order_in_which_runs_are_named_does_not_matter()
    {
        RunResult[] runs = [Run("a", 0, 900, 1_000), Run("b", 60, 100, 100_000), Run("c", 30, 5, 7)];

        RunResultJson.Write(RunMerge.Of(runs)).ShouldBe(RunResultJson.Write(RunMerge.Of([.. runs.Reverse()])));
    }

    [Fact]
    public void The_worst_health_counts_and_says_in_how_many_runs_a_rule_spoke()
    {
        var finding = new HealthFinding { Rule = "start-lag", State = HealthState.Void, Message = "the generator was late." };
        var sick = Run("b", 60, 10, 10) with { Health = new HealthRecord { State = HealthState.Void, Findings = [finding] } };

        var health = RunMerge.Of([Run("a", 0, 10, 10), sick, sick with { Id = "c", StartedAt = Noon.AddSeconds(120), EndedAt = Noon.AddSeconds(130) }]).Health;

        health.State.ShouldBe(HealthState.Void);
        health.Findings.ShouldHaveSingleItem().Message.ShouldBe("2 of 3 runs, the worst: the generator was late.");
    }

    [Fact]
    public void Of_several_findings_of_a_rule_the_worst_is_shown_with_the_counts_of_all_runs()
    {
        var merged = RunMerge.Of([Failing("a", 0, 10), Failing("b", 60, 30)]);

        merged.Health.Findings.ShouldHaveSingleItem().Message.ShouldBe(
            "2 of 2 runs, the worst: 30 requests failed in 100 iterations. In all runs 40 requests failed in 200 iterations.");

        static RunResult Failing(string id, double second, int failed)
        {
            var run = Run(id, second, 100, 1_000);
            var finding = new HealthFinding
            {
                Rule = "errors",
                State = HealthState.Strained,
                Message = $"{failed} requests failed in 100 iterations.",
                Value = failed / 100.0,
                Limit = 0.01,
            };
            return run with
            {
                Measured = run.Measured with { Totals = run.Measured.Totals with { FailedRequests = failed, Iterations = 100 } },
                Health = new HealthRecord { State = HealthState.Strained, Findings = [finding] },
            };
        }
    }

    [Fact]
    public void Figures_of_the_server_are_merged_by_their_kind_and_thresholds_on_them_judged_again()
    {
        var merged = RunMerge.Of([Watched("a", 0, timers: 4), Watched("b", 60, timers: 9)]);

        merged.Figures["server.timers"].ShouldBe(9);
        merged.Thresholds.ShouldHaveSingleItem().ShouldBe(new ThresholdRecord { Metric = "server.timers", Expression = "server.timers < 8", Passed = false, Value = 9 });

        static RunResult Watched(string id, double second, double timers)
        {
            var run = WithRuntime(id, second, 100, 10);
            var runtime = run.Server!.Runtime! with { Counters = new Dictionary<string, double> { ["server.timers"] = timers }.ToImmutableSortedDictionary() };
            var threshold = new ThresholdRecord { Metric = "server.timers", Expression = "server.timers < 8", Passed = timers < 8, Value = timers };
            return run with { Server = run.Server with { Runtime = runtime }, Thresholds = [threshold] };
        }
    }

    [Fact]
    public void Runs_of_different_loads_are_said_to_be()
    {
        var other = Run("b", 60, 10, 10);
        other = other with { Plan = other.Plan with { Scenarios = [other.Plan.Scenarios[0] with { Steps = [] }] } };

        RunMerge.Of([Run("a", 0, 10, 10), other]).Health.Findings.ShouldContain(f => f.Rule == "different-loads");
    }

    [Fact]
    public void Iterations_cut_at_the_end_add_up_and_are_unknown_where_one_run_does_not_tell_them_apart()
    {
        RunMerge.Of([CutAtEnd("a", 0, 2), CutAtEnd("b", 60, 3)]).Measured.Totals.CutAtEnd.ShouldBe(5);
        RunMerge.Of([CutAtEnd("a", 0, 2), CutAtEnd("b", 60, null)]).Measured.Totals.CutAtEnd.ShouldBeNull();
    }

    [Theory]
    [InlineData("k6", "GET http://127.0.0.1:8931/ok", "GET https://other/ok", false)]
    [InlineData("k6", "http://127.0.0.1:8931", "http://127.0.0.1:8932/", false)]
    [InlineData("k6", "http://127.0.0.1:8931/ok", "http://127.0.0.1:8932/other", true)]
    [InlineData("http", "GET http://127.0.0.1:8931/ok", "GET https://other/ok", true)]
    public void One_script_against_two_servers_sends_one_load(string kind, string one, string other, bool isOther)
    {
        RunMerge.Of([Sent("a", 0, kind, one, "z"), Sent("b", 60, kind, "z", other)]).Health.Findings.Any(f => f.Rule == "different-loads").ShouldBe(isOther);

        static RunResult Sent(string id, double second, string kind, params string[] names)
        {
            var run = Run(id, second, 10, 10);
            var scenario = run.Plan.Scenarios[0] with { Steps = [.. names.Select(name => new StepRecord { Name = name })] };
            return run with { Plan = run.Plan with { InputKind = kind, Scenarios = [scenario] } };
        }
    }

    [Fact]
    public void Many_long_runs_keep_a_series_of_900_intervals_at_most_and_lose_no_request()
    {
        var runs = Enumerable.Range(0, 95).Select(i => Run($"r{i:00}", 60 * i, 100, 1_000)).ToList();
        var merged = RunMerge.Of(runs);

        merged.Measured.IntervalSeconds.ShouldBe(2);
        merged.Measured.Series.Length.ShouldBeLessThanOrEqualTo(900);
        merged.Measured.Series.Sum(interval => interval.Requests).ShouldBe(9_500);
        merged.Measured.Series.ShouldAllBe(interval => interval.P99Nanos == 1_000);
    }

    [Fact]
    public void Runtimes_of_repetitions_add_up_and_their_seconds_stand_behind_each_other_without_the_warm_ups()
    {
        var merged = RunMerge.Of([WithRuntime("a", 0, requests: 100, allocated: 10), WithRuntime("b", 60, requests: 300, allocated: 30)]);
        var runtime = merged.Server!.Runtime!;

        runtime.Gen0Collections.ShouldBe(4);
        runtime.PeakHeapBytes.ShouldBe(30);
        runtime.AllocatedBytesPerRequest.ShouldBe(25); // (100 × 10 + 300 × 30) ÷ 400
        runtime.AllocationRate.ShouldBe(20);
        runtime.GcPauses!.Count.ShouldBe(400);
        runtime.Series.Select(p => p.Seconds).ShouldBe([1, 2, 11, 12]);
        runtime.Series.Select(p => p.AllocatedBytes).ShouldBe([10, 10, 30, 30]);
        merged.Server.Series.Select(p => p.Seconds).ShouldBe([1.5, 11.5]);
        merged.LeftOut.ShouldBeEmpty();
    }

    [Fact]
    public void A_figure_of_the_runtime_that_one_run_does_not_give_is_none()
    {
        var other = WithRuntime("b", 60, 100, 10);
        other = other with { Server = other.Server! with { Runtime = other.Server.Runtime! with { Exceptions = null, Level = "minimal" } } };
        var runtime = RunMerge.Of([WithRuntime("a", 0, 100, 10), other]).Server!.Runtime!;

        runtime.Exceptions.ShouldBeNull();
        runtime.Level.ShouldBe("minimal");
        runtime.Gen0Collections.ShouldBe(4);
    }

    [Fact]
    public void Many_points_of_the_runtime_are_thinned_to_means()
    {
        RunResult Long(string id, double second)
        {
            var run = WithRuntime(id, second, 100, 10);
            var points = Enumerable.Range(1, 600).Select(s => new RuntimePoint { Seconds = s, AllocatedBytes = s, DurationP99Nanos = 5 });
            return run with { Server = run.Server! with { Runtime = run.Server.Runtime! with { Series = [.. points] } } };
        }

        var series = RunMerge.Of([Long("a", 0), Long("b", 60)]).Server!.Runtime!.Series;

        series.Length.ShouldBe(600);
        series[0].AllocatedBytes.ShouldBe(1.5);
        series[0].Seconds.ShouldBe(2);
        series[0].DurationP99Nanos.ShouldBeNull(); // percentiles are never pooled
    }

    [Fact]
    public void What_the_merge_cannot_say_is_said()
    {
        var (whole, without) = (WithRuntime("a", 0, 100, 10), WithRuntime("b", 60, 100, 10));
        var minimal = without with { Server = without.Server! with { Runtime = null }, WarmUp = Sample.WarmUp, Growth = Sample.Growth };

        RunMerge.Of([whole, minimal]).LeftOut.ShouldBe(
            ["the warm-ups: see each run", "what grows: see each run", "the server's runtime: only 1 of 2 runs observed it"]);
        RunMerge.Of([whole, without with { Server = null, Services = [] }]).LeftOut.ShouldBe(
            ["the server: only 1 of 2 runs observed it", "the services db: not every run observed them"]);
        RunMerge.Of([whole, without with { StartedAt = Noon.AddSeconds(1), EndedAt = Noon.AddSeconds(11) }]).LeftOut.ShouldBe(
            ["the server: runs at the same time may have observed the same server twice; see each run", "the services db: see each run"]);
    }

    [Fact]
    public void Services_and_explanations_of_repetitions_are_merged()
    {
        var why = new ExplanationRecord { Rule = "gc-bound", Message = "m", Evidence = [] };
        var merged = RunMerge.Of([WithRuntime("a", 0, 100, 10) with { Explanations = [why] }, WithRuntime("b", 60, 100, 10) with { Explanations = [] }]);

        merged.Services.ShouldHaveSingleItem().Process!.CpuSeconds.ShouldBe(2 * Sample.Services[0].Process!.CpuSeconds);
        merged.Explanations.ShouldHaveSingleItem().ShouldBe(why with { Trials = 1, OfTrials = 2 });
    }

    [Fact]
    public void A_damaged_histogram_is_told_in_words()
    {
        var damaged = Run("b", 0.1, 10, 10);
        damaged = damaged with { Measured = damaged.Measured with { Series = [.. damaged.Measured.Series.Select(i => i with { Histogram = "AAAA" })] } };

        Should.Throw<UserFault>(() => RunMerge.Of([Run("a", 0, 10, 10), damaged])).Message.ShouldContain("histogram");
    }

    private static RunResult WithRuntime(string id, double second, int requests, double allocated)
    {
        var run = Run(id, second, requests, 1_000);
        var seconds = new[] { -1.0, 1, 2 }.Select(s => new RuntimePoint { Seconds = s, AllocatedBytes = allocated });
        return run with
        {
            LeftOut = [],
            Growth = null,
            Server = Sample.Server! with
            {
                Runtime = Sample.Server.Runtime! with
                {
                    Gen0Collections = 2,
                    GcPauses = run.Measured.Latency.Service,
                    PeakHeapBytes = (long)allocated,
                    AllocatedBytesPerRequest = allocated,
                    AllocationRate = allocated,
                    Series = [.. seconds],
                },
            },
        };
    }

    private static RunResult WithUsers(string id, double second, int users)
    {
        var run = Run(id, second, 100, 1_000);
        return run with
        {
            Measured = run.Measured with
            {
                Totals = run.Measured.Totals with { MaxVirtualUsers = users },
                Series = [.. run.Measured.Series.Select(i => i with { ActiveVirtualUsers = users })],
            },
        };
    }

    private static RunResult CutAtEnd(string id, double second, long? count)
    {
        var run = Run(id, second, 10, 10);
        return run with { Measured = run.Measured with { Totals = run.Measured.Totals with { CutAtEnd = count } } };
    }

    private static RunResult Run(string id, double second, int requests, long nanos)
    {
        var histogram = new Histogram();
        histogram.Record(nanos, requests);
        var latency = LatencyFigures.Of(histogram);
        var pair = new LatencyPair { Response = latency, Service = latency };
        var part = new Histogram();
        part.Record(nanos, requests / 10);
        return Sample with
        {
            Id = id,
            StartedAt = Noon.AddSeconds(second),
            EndedAt = Noon.AddSeconds(second + 10),
            Outcome = RunOutcome.Completed,
            WarmUp = null,
            Thresholds = [],
            MergedRuns = [],
            Health = new HealthRecord { State = HealthState.Healthy, Findings = [] },
            Measured = Sample.Measured with
            {
                DurationSeconds = 10,
                IntervalSeconds = 1,
                Totals = Sample.Measured.Totals with { Requests = requests, RequestsPerSecond = requests / 10.0 },
                Latency = pair,
                FailedLatency = null,
                IterationDuration = pair,
                StartLag = latency,
                Metrics = [],
                Steps = [.. Sample.Measured.Steps.Select(step => step with { Latency = pair })],
                Connecting = null,
                TlsHandshaking = null,
                Series = [.. Enumerable.Range(0, 10).Select(_ => new IntervalResult
                {
                    Requests = requests / 10,
                    FailedRequests = 0,
                    P50Nanos = nanos,
                    P99Nanos = nanos,
                    MaxNanos = nanos,
                    Histogram = part.Count == 0 ? "" : HdrEncoding.EncodeBase64(part),
                })],
            },
        };
    }
}
