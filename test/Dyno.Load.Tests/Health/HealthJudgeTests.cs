namespace Dyno.Load.Tests;

public sealed class HealthJudgeTests
{
    private static readonly HealthEvidence Quiet = Evidence();

    [Fact]
    public void Nothing_speaks_against_a_quiet_run() =>
        HealthJudge.Judge(Quiet, new HealthLimits()).ShouldSatisfyAllConditions(
            h => h.State.ShouldBe(HealthState.Healthy), h => h.Findings.ShouldBeEmpty());

    public static TheoryData<string, HealthEvidence, HealthEvidence, HealthState, string> Cases => new()
    {
        {
            "dropped-starts", Open(planned: 10_000, dropped: 10), Open(planned: 10_000, dropped: 11), HealthState.Void,
            "11 of 10,000 starts were dropped (0.11 %, limit 0.1 %): no connection or virtual user was free. Allow more (-c; maxVUs in a k6 script), or lower the rate (--rate)."
        },
        {
            "start-lag", Lag(p99: 1.0, median: 1), Lag(p99: 1.2, median: 1), HealthState.Void,
            "1 % of the starts were late by 1.2 ms or more (limit 1 ms): the generator could not keep the schedule. Lower the rate, give the generator its own CPU, or add workers (--threads; for k6 scripts the number of CPUs decides)."
        },
        {
            "start-lag", Lag(p99: 4.9, median: 50), Lag(p99: 5.1, median: 50), HealthState.Void,
            "1 % of the starts were late by 5.1 ms or more (limit 5 ms): the generator could not keep the schedule. Lower the rate, give the generator its own CPU, or add workers (--threads; for k6 scripts the number of CPUs decides)."
        },
        {
            "generator-saturated", Busy(0.95, 0.5, Server(1, 2)), Busy(0.2, 0.97, Server(1, 2)), HealthState.Void,
            "a worker was busy 97 % of the time (limit 95 %) and the server left 50 % of its CPU unused, so the rate is the generator's limit and not the server's. Give the generator more CPUs, or add workers (--threads; for k6 scripts the number of CPUs decides)."
        },
        {
            "generator-saturated", Busy(0.2, 0.99, Server(1.95, 2)), Busy(0.2, 0.99, null), HealthState.Strained,
            "a worker was busy 99 % of the time (limit 95 %) and the server's CPU is unknown, so the rate may be the generator's limit. Give the generator more CPUs, or add workers (--threads; for k6 scripts the number of CPUs decides)."
        },
        {
            "stalls", Quiet with { StalledShare = 0.001, Stalls = 1 }, Quiet with { StalledShare = 0.02, Stalls = 1 }, HealthState.Void,
            "a worker did not run for 2 % of the time, in 1 stall of more than 100 ms (limit 0.1 %): garbage collection, other processes or the hypervisor. Give the generator its own CPU, or run on a quieter machine."
        },
        {
            "clock-skew", Quiet with { ClockSkew = TimeSpan.FromMilliseconds(50) }, Quiet with { ClockSkew = TimeSpan.FromMilliseconds(51) }, HealthState.Void,
            "the wall clock and the monotonic clock drifted apart by 51 ms during the measurement (limit 50 ms): the clock was set or the machine paused. Run again; on a virtual machine check its time synchronisation."
        },
        {
            "exhausted", Quiet with { Exhausted = 0 }, Quiet with { Exhausted = 3 }, HealthState.Void,
            "3 requests could not be sent because sockets, files or ports ran out on the generator (limit 0). Use fewer connections, keep them open between requests, or raise the limit of open files (ulimit -n)."
        },
        {
            "errors", Counts(failed: 10), Counts(failed: 11), HealthState.Strained,
            "11 of 1,000 requests failed (1.1 %, limit 1 %), mostly 'reset': their latency is shown separately. Look at the errors first."
        },
        {
            "cut-iterations", Cut(10, ended: 990), Cut(142, ended: 591), HealthState.Strained,
            "142 of 733 iterations were cut at the end of the graceful stop (19.4 %, limit 1 %): the slowest are cut, and their time is missing, so the latency looks better than it was. Allow more time (--graceful-stop; gracefulStop in a k6 script, WithCompletionTimeout in C#) or use fewer connections."
        },
        {
            "cut-iterations", Cut(10, ended: 990, planned: 1_000), Cut(11, ended: 989, planned: 1_000), HealthState.Strained,
            "11 of 1,000 iterations were cut at the end of the graceful stop (1.1 %, limit 1 %): the slowest are cut, and their time is missing, so the latency looks better than it was. Allow more time (--graceful-stop; gracefulStop in a k6 script, WithCompletionTimeout in C#) or use a lower rate."
        },
        {
            "exceptions", Quiet with { ThrownIterations = 10 }, Quiet with { ThrownIterations = 11 }, HealthState.Strained,
            "11 of 1,000 iterations ended with an exception (1.1 %, limit 1 %): the rest of the script's iteration did not run, so the load differs from the one that the script describes. The log says where the exception was thrown."
        },
        {
            "exceptions", Quiet, Quiet with { ThrownIterations = 1_000 }, HealthState.Strained,
            "all 1,000 iterations ended with an exception (100 %, limit 1 %): the rest of the script's iteration did not run, so the load differs from the one that the script describes. The log says where the exception was thrown."
        },
        {
            "resends", Evidence(SomeTotals() with { Resends = 1 }), Evidence(SomeTotals() with { Resends = 2 }), HealthState.Strained,
            "2 requests of 1,000 had to be sent twice (0.2 %, limit 0.1 %): the connection ended without an answer. Look for a keep-alive time-out, a restart or a crash of the server."
        },
        {
            "expired-token", Quiet, Quiet with { Troubles = ["The token was used for up to 12 s after expiry.", "Another was, too."] }, HealthState.Strained,
            "The token was used for up to 12 s after expiry. Another was, too."
        },
        {
            "redirects", Counts(redirects: 10), Counts(redirects: 1_000), HealthState.Strained,
            "all 1,000 requests were redirects (100 %, limit 1 %): the rate counts them as answers. Write the URL that the redirects lead to (often https instead of http)."
        },
        {
            "warm-up", Rates(1_000, 1_100, 1_050, 1_150, 500), Rates(29_000, 45_000, 64_000, 67_000, 33_500), HealthState.Strained,
            "the rate rose from 40,000/s in the first half of the measurement to 66,000/s in the second (65 %, limit 10 %): the server was still warming up. Warm up for longer (--warmup)."
        },
        {
            "warm-up", Ramped, Series([(700, 10), (700, 10), (700, 10), (4_020, 10), (3_400, 10), (3_400, 10), (3_400, 10), (3_448, 10)], last: 1), HealthState.Strained,
            "the rate rose from 1,530/s in the first half of the measurement to 3,412/s in the second (123 %, limit 10 %): the server was still warming up. Warm up for longer (--warmup)."
        },
        {
            "outages", Quiet with { OutageTime = new(0.2, 1, 10) }, Quiet with { OutageTime = new(2.8, 1, 10) }, HealthState.Strained,
            "no good answer came for 2.8 of 10 s (28 %, limit 2 %), in 1 pause of more than 100 ms: looping connections send few requests while they wait, so the percentiles hide the outage. Load with a rate (--rate) to see what users would have experienced."
        },
        {
            "throttled", Throttled(1), Throttled(80), HealthState.Strained,
            "the server's control group used up its CPU time in 80 of 100 periods (80 %, limit 1 %) and was paused for 3.5 s: the figures are those of the CPU limit. Raise the limit (cpu.max, docker --cpus, the limits of the pod), or state that it is intended (--health-limit throttled=100%)."
        },
        {
            "cold-start", Medians(0.29, 0.1, 0.1, 0.1, 0.1, 0.1), Medians(20, 19, 0.1, 0.1, 0.1, 0.1), HealthState.Strained,
            "the median response of the first 2 s was 20 ms and of the second half 0.1 ms (200 times, limit 3): the server was still warming up, and the percentiles include that time. Warm up first, or for longer (--warmup)."
        },
        {
            "load-average", Machine(load: 1), Machine(load: 1.5), HealthState.Strained,
            "the load average before the run was 1.5 on 2 CPUs (limit 1): the machine was busy. Stop other work and run again."
        },
        {
            "steal", Machine(steal: 1), Machine(steal: 2.5), HealthState.Strained,
            "the hypervisor took 2.5 % of the CPU time (limit 1 %). Use a machine with dedicated CPUs, or repeat at a quieter time."
        },
        {
            "other-processes", Machine(others: 10), Machine(others: 30), HealthState.Strained,
            "other processes used 30 % of all CPUs (limit 10 %). Stop them, or keep them off the CPUs of generator and server."
        },
        {
            "near-ceiling", Quiet with { CalibratedRequestsPerSecond = 1_250 }, Quiet with { CalibratedRequestsPerSecond = 1_100 }, HealthState.Strained,
            "the rate is 90.9 % of the highest rate that this machine's generator can reach (1,100/s, limit 80 %): differences between fast servers are hidden at this rate. Use a stronger generator or fewer CPUs for the server."
        },
    };

    [Theory]
    [MemberData(nameof(Cases), DisableDiscoveryEnumeration = true)]
    public void Each_rule_speaks_beyond_its_limit_and_only_there(
        string rule, HealthEvidence within, HealthEvidence beyond, HealthState state, string message)
    {
        HealthJudge.Judge(within, new HealthLimits()).Findings.ShouldBeEmpty();

        var health = HealthJudge.Judge(beyond, new HealthLimits());
        var finding = health.Findings.ShouldHaveSingleItem();
        (finding.Rule, finding.State, finding.Message).ShouldBe((rule, state, message));
        finding.Value.ShouldBeGreaterThan(finding.Limit);
        health.State.ShouldBe(state);
    }

    [Fact]
    public void The_worst_finding_comes_first_and_decides()
    {
        var health = HealthJudge.Judge(Counts(failed: 500) with { Exhausted = 1 }, new HealthLimits());

        health.State.ShouldBe(HealthState.Void);
        health.Findings.Select(f => f.Rule).ShouldBe(["exhausted", "errors"]);
    }

    [Theory]
    [InlineData(20, 30, 10, "20 of 30 requests failed (66.7 %, limit 1 %)")]
    [InlineData(30, 30, 10, "all 30 requests failed (100 %, limit 1 %)")]
    public void Failures_are_a_share_of_the_requests_not_of_the_iterations(long failed, long requests, long iterations, string message)
    {
        var one = Counts(failed: failed);
        var measured = one.Measured with { Totals = one.Measured.Totals with { Iterations = iterations, Requests = requests } };
        HealthJudge.Judge(one with { Measured = measured }, new HealthLimits()).Findings.Select(f => f.Message)
            .ShouldContain(m => m.StartsWith(message, StringComparison.Ordinal));
    }

    [Fact]
    public void One_request_is_no_plural()
    {
        var one = Counts(failed: 1, redirects: 1);
        var measured = one.Measured with { Totals = one.Measured.Totals with { Iterations = 1, Requests = 1 } };
        var messages = HealthJudge.Judge(one with { Measured = measured, Exhausted = 1 }, new HealthLimits()).Findings.Select(f => f.Message).ToList();

        messages.ShouldContain(message => message.StartsWith("the only request failed (", StringComparison.Ordinal));
        messages.ShouldContain(message => message.StartsWith("the only request was a redirect (", StringComparison.Ordinal));
        messages.ShouldContain(message => message.StartsWith("1 request could not be sent ", StringComparison.Ordinal));
    }

    [Fact]
    public void One_iteration_was_cut_and_not_were() =>
        HealthJudge.Judge(Cut(1, ended: 0), new HealthLimits()).Findings.ShouldHaveSingleItem().Message.ShouldStartWith("1 of 1 iteration was cut ");

    [Fact]
    public void What_a_ramp_down_or_a_stop_cut_is_no_evidence() =>
        HealthJudge.Judge(Cut(142, ended: 591) with { CutIterations = 0 }, new HealthLimits()).Findings.ShouldBeEmpty();

    [Fact]
    public void A_run_that_ended_before_its_measurement_is_void()
    {
        var health = HealthJudge.Judge(Quiet with { Measured = Quiet.Measured with { DurationSeconds = 0 } }, new HealthLimits());

        health.State.ShouldBe(HealthState.Void);
        var finding = health.Findings.ShouldHaveSingleItem();
        (finding.Rule, finding.Message).ShouldBe(("nothing-measured", "nothing was measured: the run ended before its measurement began."));
    }

    public static TheoryData<HealthEvidence, string> WithoutGoodAnswers => new()
    {
        { Answers(failed: 1_000, refused: true), "all 1,000 requests failed: there is no good answer to measure. Send a request to the server by hand first, or state that failures are intended (--health-limit errors=100%). Mostly 'refused': Connection refused." },
        { Answers(failed: 1_000, (404, 1_000)), "all 1,000 requests failed: there is no good answer to measure. There is nothing at this path: compare it with the routes of the API, or state that failures are intended (--health-limit errors=100%)." },
        { Answers(failed: 0, (307, 1_000)), "all 1,000 requests got only redirects: write the URL that the redirects lead to (often https instead of http), or state that redirects are intended (--health-limit redirects=100%)." },
        { Answers(failed: 400, (302, 600), (404, 400)), "all 1,000 requests failed or were redirected: there is no good answer to measure. Send a request to the server by hand first, or state that failures are intended (--health-limit errors=100%)." },
        { Evidence(SomeTotals() with { Requests = 0, Iterations = 0, InterruptedIterations = 64 }), "no request was answered before it was cut. Send a request to the server by hand, or allow more time (--graceful-stop)." },
    };

    [Theory]
    [MemberData(nameof(WithoutGoodAnswers), DisableDiscoveryEnumeration = true)]
    public void Without_a_good_answer_a_run_is_void(HealthEvidence evidence, string message)
    {
        var health = HealthJudge.Judge(evidence, new HealthLimits());

        health.State.ShouldBe(HealthState.Void);
        (health.Findings[0].Rule, health.Findings[0].Message).ShouldBe(("no-good-answer", message));
    }

    [Fact]
    public void One_good_answer_is_enough_to_be_no_void() =>
        HealthJudge.Judge(Answers(failed: 999, (200, 1), (404, 999)), new HealthLimits()).State.ShouldBe(HealthState.Strained);

    [Fact]
    public void Failures_and_redirects_may_be_meant_but_something_must_answer()
    {
        var meant = new HealthLimits { Errors = 1, Redirects = 1 };

        HealthJudge.Judge(Answers(failed: 1_000, (404, 1_000)), meant).Findings.ShouldBeEmpty();
        HealthJudge.Judge(Answers(failed: 0, (307, 1_000)), meant).Findings.ShouldBeEmpty();
        HealthJudge.Judge(Answers(failed: 1_000, refused: true), meant).State.ShouldBe(HealthState.Void);
    }

    [Fact]
    public void Redirects_that_a_client_followed_are_no_answers_of_their_own() =>
        HealthJudge.Judge(Answers(failed: 0, (200, 1_000)) is var ends
            ? ends with { Measured = ends.Measured with { Totals = SomeTotals(redirects: 1_000) } } : ends,
            new HealthLimits()).Findings.ShouldHaveSingleItem().Rule.ShouldBe("redirects");

    [Fact]
    public void Code_without_requests_needs_no_answer() =>
        HealthJudge.Judge(Evidence(SomeTotals() with { Requests = 0 }), new HealthLimits()).Findings.ShouldBeEmpty();

    [Fact]
    public void Limits_can_be_set() =>
        HealthJudge.Judge(Counts(failed: 500), new HealthLimits { Errors = 0.6 }).State.ShouldBe(HealthState.Healthy);

    [Fact]
    public void Work_that_was_over_when_the_run_began_is_not_held_against_it() =>
        HealthJudge.Judge(Machine(load: 7.1, others: 0.9), new HealthLimits()).Findings.ShouldBeEmpty();

    [Fact]
    public void A_machine_that_could_not_be_read_is_not_held_against_the_run() =>
        HealthJudge.Judge(Quiet with { Environment = new EnvironmentRecord { OperatingSystem = "?", Architecture = "?", LogicalCpus = 1 } },
            new HealthLimits()).State.ShouldBe(HealthState.Healthy);

    private static HealthEvidence Evidence(
        Totals? totals = null, LatencyResult? lag = null, double medianMillis = 1, string? error = null) => new()
        {
            Environment = Environment(),
            Measured = new PhaseResult
            {
                DurationSeconds = 1,
                Totals = totals ?? SomeTotals(),
                Latency = new LatencyPair { Response = Latency(medianMillis), Service = Latency(medianMillis) },
                IterationDuration = new LatencyPair { Response = Latency(medianMillis), Service = Latency(medianMillis) },
                StartLag = lag,
                Steps = [],
                Errors = error is null ? [] : [new ErrorResult { Kind = error, Count = 1, FirstExample = "" }],
            },
        };

    private static EnvironmentRecord Environment(double load = 0, double steal = 0, double? others = null) => new()
    {
        OperatingSystem = "Test",
        Architecture = "X64",
        LogicalCpus = 2,
        LoadAverageBefore = load,
        StealPercent = steal,
        OtherProcessesPercent = others,
    };

    private static Totals SomeTotals(long failed = 0, long redirects = 0) => new()
    {
        Requests = 1_000,
        FailedRequests = failed,
        RequestsPerSecond = 1_000,
        Iterations = 1_000,
        IterationsPerSecond = 1_000,
        Redirects = redirects,
    };

    private static HealthEvidence Open(long planned, long dropped) =>
        Evidence(SomeTotals() with { PlannedStarts = planned }) with { DroppedStarts = dropped };

    private static HealthEvidence Lag(double p99, double median) => Evidence(lag: Latency(0.01, p99), medianMillis: median);

    private static HealthEvidence Busy(double first, double second, ServerObservation? server) =>
        Quiet with { ClosedWorkerBusy = [first, second], Server = server };

    private static ServerObservation Server(double cores, int cpus) => new()
    {
        ProcessId = 1,
        CpuSeconds = cores,
        CpuMicrosPerRequest = 1,
        CpuCores = cores,
        AvailableCpus = cpus,
        MeanWorkingSetBytes = 1,
        PeakWorkingSetBytes = 1,
        MaxThreads = 1,
    };

    private static HealthEvidence Counts(long failed = 0, long redirects = 0) =>
        Evidence(SomeTotals(failed, redirects), error: failed > 0 ? "reset" : null);

    private static HealthEvidence Answers(long failed, params (int Status, long Count)[] statuses) => Answers(failed, false, statuses);

    private static HealthEvidence Answers(long failed, bool refused, params (int Status, long Count)[] statuses)
    {
        var evidence = Evidence(SomeTotals(failed, statuses.Where(s => s.Status is >= 300 and < 400).Sum(s => s.Count)));
        return evidence with
        {
            Measured = evidence.Measured with
            {
                Statuses = statuses.ToImmutableSortedDictionary(s => s.Status, s => s.Count),
                Errors = refused ? [new ErrorResult { Kind = "refused", Count = failed, FirstExample = "Connection refused" }] : [],
            },
        };
    }

    private static HealthEvidence Cut(long count, long ended, long? planned = null)
    {
        var totals = SomeTotals() with { Iterations = ended, InterruptedIterations = count, CutAtEnd = count, PlannedStarts = planned };
        return Evidence(totals) with { CutIterations = count };
    }

    private static HealthEvidence Throttled(long periods) =>
        Quiet with { Server = Server(1, 2) with { CpuPeriods = 100, ThrottledPeriods = periods, ThrottledSeconds = 3.5 } };

    private static HealthEvidence Medians(params double[] millis)
    {
        var evidence = Series([.. millis.Select(_ => (500L, 1))]);
        return evidence with
        {
            Measured = evidence.Measured with
            {
                Series = [.. evidence.Measured.Series.Zip(millis, (i, p50) => i with { PlannedStarts = 500, P50Nanos = (long)(p50 * 1e6) })],
            },
        };
    }

    private static HealthEvidence Rates(params long[] perSecond) => Series([.. perSecond.Select(requests => (requests, 64))]);

    // Twice the users, twice the rate: nothing to do with warm-up.
    private static HealthEvidence Ramped => Series([(1_000, 32), (1_000, 40), (2_000, 64), (2_000, 64), (900, 64)]);

    // The last of the intervals is half a second long, unless told otherwise.
    private static HealthEvidence Series((long Requests, int Users)[] seconds, double last = 0.5)
    {
        var evidence = Evidence(SomeTotals() with { Requests = seconds.Sum(s => s.Requests), Iterations = 1_000 });
        return evidence with
        {
            Measured = evidence.Measured with
            {
                IntervalSeconds = 1,
                DurationSeconds = seconds.Length - 1 + last,
                Series = [.. seconds.Select(s => new IntervalResult
                {
                    Requests = s.Requests,
                    FailedRequests = 0,
                    DroppedIterations = 0,
                    ActiveVirtualUsers = s.Users,
                    P50Nanos = 1,
                    P95Nanos = 1,
                    P99Nanos = 1,
                    MaxNanos = 1,
                    Histogram = "",
                })],
            },
        };
    }

    private static HealthEvidence Machine(double load = 0, double steal = 0, double? others = null) =>
        Quiet with { Environment = Environment(load, steal, others) };

    private static LatencyResult Latency(double medianMillis, double? p99Millis = null) => new()
    {
        Count = 1_000,
        MinNanos = 1,
        MeanNanos = 1,
        StdDevNanos = 1,
        MaxNanos = 1,
        Histogram = "",
        Quantiles = [Quantile(0.5, medianMillis), Quantile(0.99, p99Millis ?? medianMillis)],
    };

    private static QuantileResult Quantile(double quantile, double millis) => new() { Quantile = quantile, Nanos = (long)(millis * 1e6), Reliable = true };
}
