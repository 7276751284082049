namespace Dyno.Reporting.Tests;

public sealed class K6SummaryTests
{
    [Fact]
    public void Has_k6_s_shape_for_an_open_run_with_checks_and_thresholds() =>
        Approval.Verify(K6Summary.Write(SampleRuns.Open()), "k6-summary-open");

    [Fact]
    public void Says_true_for_a_threshold_that_was_crossed()
    {
        using var summary = JsonDocument.Parse(K6Summary.Write(SampleRuns.Void()));
        summary.RootElement.GetProperty("metrics").GetProperty("http_req_duration").GetProperty("thresholds")
            .GetProperty("p(99)<50").GetBoolean().ShouldBeTrue();
    }

    [Fact]
    public void Counts_failed_requests_into_http_req_duration_and_leaves_them_out_of_the_expected_ones()
    {
        var run = SampleRuns.Errors();
        using var summary = JsonDocument.Parse(K6Summary.Write(run));
        var metrics = summary.RootElement.GetProperty("metrics");
        metrics.GetProperty("http_req_duration").GetProperty("max").GetDouble().ShouldBe(run.Measured.FailedLatency!.Service.MaxNanos / 1e6);
        metrics.GetProperty("http_req_duration{expected_response:true}").GetProperty("max").GetDouble()
            .ShouldBe(run.Measured.Latency.Service.MaxNanos / 1e6);
        metrics.GetProperty("http_req_failed").GetProperty("passes").GetInt64().ShouldBe(512);
        metrics.GetProperty("http_req_failed").GetProperty("value").GetDouble().ShouldBe(512 / 1012.0, 1e-12);
    }

    [Fact]
    public void Shows_a_threshold_on_the_response_time_with_the_times_of_good_and_failed_requests()
    {
        var run = SampleRuns.Errors();
        var metric = MetricOf(run, Threshold("response_time", "p99<1ms", passed: false, 1.2));
        IsCrossed(metric, "p99<1ms").ShouldBeTrue();
        metric.GetProperty("max").GetDouble().ShouldBe(run.Measured.FailedLatency!.Response.MaxNanos / 1e6);
        metric.GetProperty("min").GetDouble().ShouldBe(run.Measured.Latency.Response.MinNanos / 1e6);
    }

    [Fact]
    public void Opening_a_connection_has_one_value_for_each_request_as_in_k6()
    {
        var run = SampleRuns.Open();
        var opened = run.Measured.Latency.Service;
        run = run with { Measured = run.Measured with { Connecting = opened, Totals = run.Measured.Totals with { Requests = 40 * opened.Count } } };
        using var summary = JsonDocument.Parse(K6Summary.Write(run));
        var metric = summary.RootElement.GetProperty("metrics").GetProperty("http_req_connecting");
        metric.GetProperty("avg").GetDouble().ShouldBe(opened.MeanNanos / 40 / 1e6, 1e-9);
        (metric.GetProperty("min").GetDouble(), metric.GetProperty("med").GetDouble()).ShouldBe((0, 0));
        metric.GetProperty("max").GetDouble().ShouldBe(opened.MaxNanos / 1e6);
    }

    [Fact]
    public void Shows_a_threshold_on_failed_requests_with_their_count()
    {
        var metric = MetricOf(SampleRuns.Errors(), Threshold("failed_requests", "errors == 0", passed: false, 512));
        IsCrossed(metric, "errors == 0").ShouldBeTrue();
        metric.GetProperty("count").GetDouble().ShouldBe(512);
        metric.GetProperty("rate").GetDouble().ShouldBe(512 / 3.2, 1e-9);
    }

    [Fact]
    public void Shows_a_threshold_on_the_start_lag_of_an_open_run()
    {
        var run = SampleRuns.Open();
        var metric = MetricOf(run, Threshold("start_lag", "p(99)<100", passed: true, 0.02));
        IsCrossed(metric, "p(99)<100").ShouldBeFalse();
        metric.GetProperty("max").GetDouble().ShouldBe(run.Measured.StartLag!.MaxNanos / 1e6);
    }

    /// <summary>A closed model has no start lag: there is what the threshold was judged on, and nothing else.</summary>
    [Fact]
    public void Shows_a_threshold_on_what_the_result_did_not_keep_with_the_figure_it_was_judged_on()
    {
        var lag = MetricOf(SampleRuns.Closed(), Threshold("start_lag", "p(99)<100", passed: true, 0));
        lag.EnumerateObject().Select(property => property.Name).ShouldBe(["p(99)", "thresholds"]);

        var failed = MetricOf(SampleRuns.Errors(), Threshold("http_req_failed{status:503}", "rate<0.1", passed: false, 1));
        IsCrossed(failed, "rate<0.1").ShouldBeTrue();
        failed.GetProperty("value").GetDouble().ShouldBe(1);

        var checks = MetricOf(SampleRuns.Errors(), Threshold("checks{scenario:default}", "checks > 99%", passed: false, 0.6));
        checks.GetProperty("value").GetDouble().ShouldBe(0.6);
    }

    [Fact]
    public void Shows_thresholds_on_parts_of_a_metric_with_the_values_of_their_steps()
    {
        var run = SampleRuns.Open();
        var requests = MetricOf(run, Threshold("http_reqs{name:POST /hello}", "count>50000", passed: false, 49_997));
        IsCrossed(requests, "count>50000").ShouldBeTrue();
        requests.GetProperty("count").GetInt64().ShouldBe(49_997);

        MetricOf(run, Threshold("http_req_duration{name:POST /hello}", "p(99)<200", passed: true, 0.4))
            .GetProperty("max").GetDouble().ShouldBe(run.Measured.Steps[1].Latency.Service.MaxNanos / 1e6);

        var failed = MetricOf(SampleRuns.Errors(), Threshold("http_req_failed{name:GET /hello}", "rate<0.1", passed: false, 512 / 1_012.0));
        failed.GetProperty("passes").GetInt64().ShouldBe(512);
        failed.GetProperty("fails").GetInt64().ShouldBe(500);
    }

    private static ThresholdRecord Threshold(string metric, string expression, bool passed, double value) =>
        new() { Metric = metric, Expression = expression, Passed = passed, Value = value };

    private static JsonElement MetricOf(RunResult run, ThresholdRecord threshold)
    {
        using var summary = JsonDocument.Parse(K6Summary.Write(run with { Thresholds = [threshold] }));
        return summary.RootElement.GetProperty("metrics").GetProperty(threshold.Metric).Clone();
    }

    private static bool IsCrossed(JsonElement metric, string expression) =>
        metric.GetProperty("thresholds").GetProperty(expression).GetBoolean();

    [Fact]
    public void Has_groups_as_a_tree_and_one_entry_for_a_check_that_an_earlier_result_has_by_scenario()
    {
        var run = SampleRuns.Closed();
        CheckResult Check(string name, long passes) => new() { Name = name, Passes = passes, Fails = 1 };
        var measured = run.Measured with { Checks = [Check("a", 1), Check("outer::inner::b", 2), Check("outer::inner::b", 3), Check("outer::a", 4)] };

        using var json = JsonDocument.Parse(K6Summary.Write(run with { Measured = measured }));
        var root = json.RootElement.GetProperty("root_group");
        var outer = root.GetProperty("groups").GetProperty("outer");
        var inner = outer.GetProperty("groups").GetProperty("inner").GetProperty("checks").GetProperty("b");

        root.GetProperty("checks").GetProperty("a").GetProperty("passes").GetInt64().ShouldBe(1);
        outer.GetProperty("checks").GetProperty("a").GetProperty("path").GetString().ShouldBe("::outer::a");
        (inner.GetProperty("passes").GetInt64(), inner.GetProperty("fails").GetInt64()).ShouldBe((5, 2));
    }

    [Fact]
    public void Calls_the_share_of_a_rate_its_value()
    {
        var run = SampleRuns.Closed();
        var rate = new MetricResult { Name = "found", Type = "rate", Contains = "default", Values = ImmutableSortedDictionary<string, double>.Empty.Add("rate", 0.25).Add("passes", 1) };

        using var json = JsonDocument.Parse(K6Summary.Write(run with { Measured = run.Measured with { Metrics = [rate] } }));

        json.RootElement.GetProperty("metrics").GetProperty("found").GetProperty("value").GetDouble().ShouldBe(0.25);
    }
}
