namespace Dyno.Experiments.Tests;

public sealed class StoredComparisonTests
{
    private static readonly RunResult Sample =
        RunResultJson.ReadFile(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json"))
            with
        { Outcome = RunOutcome.Completed, OutcomeReason = null };

    [Theory]
    [InlineData(RunOutcome.Failed, "setup() failed", "new failed (setup() failed): its figures may cover only a part of the load.")]
    [InlineData(RunOutcome.Failed, "exec.test.fail() was called", "new failed (exec.test.fail() was called): its figures may cover only a part of the load.")]
    [InlineData(RunOutcome.Interrupted, null, "new was interrupted: its figures cover only a part of the load.")]
    [InlineData(RunOutcome.Aborted, "aborted by the user", "new was aborted (aborted by the user): its figures cover only a part of the load.")]
    [InlineData(RunOutcome.ThresholdAborted, null, "new was ended by a threshold: its figures cover only a part of the load.")]
    public void Says_of_a_run_that_it_did_not_come_to_its_end(RunOutcome outcome, string? reason, string message)
    {
        var finding = Findings(Sample, Sample with { Outcome = outcome, OutcomeReason = reason }).Single(f => f.Rule == "unfinished-run");
        (finding.State, finding.Message).ShouldBe((HealthState.Strained, message));
    }

    [Fact]
    public void Says_nothing_of_the_end_of_runs_that_came_to_it() => Findings(Sample, Sample).ShouldNotContain(f => f.Rule == "unfinished-run");

    [Fact]
    public void Runs_that_sent_no_request_have_nothing_to_compare()
    {
        var silent = Sample with { Measured = Sample.Measured with { Totals = Sample.Measured.Totals with { Requests = 0, FailedRequests = 0 } } };
        silent = silent with { Plan = Sent("k6", "z").Plan with { Model = LoadModel.Closed } };
        var comparison = StoredComparison.Of([("old", silent), ("new", silent)]);

        comparison.Health.State.ShouldBe(HealthState.Void);
        comparison.Health.Findings[0].Rule.ShouldBe("nothing-measured");
    }

    [Fact]
    public void A_p99_of_too_few_answers_is_told()
    {
        var latency = Sample.Measured.Latency;
        var doubtful = latency.Response with { Quantiles = [.. latency.Response.Quantiles.Select(q => q with { Reliable = false })] };
        var few = Sample with
        {
            Plan = Sample.Plan with { Model = LoadModel.Open },
            Measured = Sample.Measured with { Latency = latency with { Response = doubtful } },
        };

        StoredComparison.Of([("old", few), ("new", few)]).Pairs[0].Sentence
            .ShouldBe("new against old: no figures of response time p99, which needs 1,000 answers in each trial.");
    }

    [Fact]
    public void Metrics_of_a_script_and_checks_stand_side_by_side()
    {
        var comparison = StoredComparison.Of([("old", Measuring(11.5, 0.8, 10)), ("new", Measuring(23, 0.6, 8))]);

        comparison.ScriptMetrics.Select(f => (f.Metric, f.Title, f.Unit)).ShouldBe(
        [
            ("check.is 200", "check: is 200", "share"), ("script.checkout_time.avg", "checkout_time avg", "ms"),
            ("script.orders.perSecond", "orders per second", "1/s"), ("script.orders_ok.share", "orders_ok", "share"),
        ]);
        var metrics = comparison.Pairs[0].Metrics.ToDictionary(m => m.Metric);
        metrics["script.checkout_time.avg"].Ratio!.Value.ShouldBe(2, 1e-9);
        metrics["script.checkout_time.avg"].Low.ShouldBeNull();
        metrics["script.orders_ok.share"].Difference!.Value.ShouldBe(-0.2, 1e-9);
        metrics["script.orders.perSecond"].Difference!.Value.ShouldBe(0); // none of them has a ratio to nothing
        metrics["check.is 200"].Difference!.Value.ShouldBe(-0.2, 1e-9);
        comparison.Variants[1].Metrics["script.checkout_time.avg"].Median.ShouldBe(23);
        comparison.Pairs[0].Verdict.ShouldBe("notJudged");
    }

    private static RunResult Measuring(double time, double share, int passes) => Sample with
    {
        Measured = Sample.Measured with
        {
            Checks = [new CheckResult { Name = "is 200", Passes = passes, Fails = 10 - passes }],
            Metrics =
            [
                Metric("checkout_time", "trend", "time", ("avg", time)),
                Metric("http_req_duration", "trend", "time", ("avg", time)), // k6's own stands among the figures of the requests
                Metric("orders", "counter", "default", ("count", 0), ("rate", 0)),
                Metric("orders_ok", "rate", "default", ("passes", 100 * share), ("fails", 100 - (100 * share)), ("rate", share)),
            ],
        },
    };

    private static MetricResult Metric(string name, string type, string contains, params (string, double)[] values) => new()
    {
        Name = name,
        Type = type,
        Contains = contains,
        Values = values.ToImmutableSortedDictionary(v => v.Item1, v => v.Item2, StringComparer.Ordinal),
    };

    [Fact]
    public void One_script_against_two_servers_is_one_load_in_whatever_order_its_requests_were_found()
    {
        var one = Sent("k6", "http://127.0.0.1:8931/ok", "http://127.0.0.1:8931/slow");
        Findings(one, Sent("k6", "http://127.0.0.1:8932/slow", "http://127.0.0.1:8932/ok")).ShouldNotContain(f => f.Rule == "other-load");
        Findings(one, Sent("k6", "http://127.0.0.1:8932/ok")).ShouldContain(f => f.Rule == "other-load");
    }

    private static RunResult Sent(string kind, params string[] names) => Sample with
    {
        Plan = Sample.Plan with
        {
            InputKind = kind,
            Scenarios = [Sample.Plan.Scenarios[0] with { Steps = [.. names.Select(name => new StepRecord { Name = name })] }],
        },
    };

    private static ImmutableArray<HealthFinding> Findings(RunResult one, RunResult other) => StoredComparison.Of([("old", one), ("new", other)]).Health.Findings;
}
