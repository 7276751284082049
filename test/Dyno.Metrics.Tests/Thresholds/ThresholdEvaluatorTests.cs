namespace Dyno.Metrics.Tests;

public class ThresholdEvaluatorTests
{
    private readonly Dictionary<string, double> _metrics = [];

    [Fact]
    public void A_run_is_not_stopped_without_abortOnFail()
    {
        var evaluator = Evaluator("http_reqs: count>10");
        _metrics["http_reqs"] = 1;
        evaluator.ShouldAbort(TimeSpan.FromSeconds(2)).ShouldBeFalse();
        evaluator.Finish()[0].ShouldBe(new(evaluator.Finish()[0].Threshold, Passed: false, Value: 1, Aborted: false));
    }

    [Fact]
    public void A_failing_threshold_with_abortOnFail_stops_the_run()
    {
        var evaluator = Evaluator("http_req_failed: rate<0.1 abortOnFail", "http_reqs: count>0");
        _metrics["http_req_failed"] = 0.05;
        _metrics["http_reqs"] = 3;
        evaluator.ShouldAbort(TimeSpan.FromSeconds(2)).ShouldBeFalse();
        _metrics["http_req_failed"] = 0.5;
        evaluator.ShouldAbort(TimeSpan.FromSeconds(4)).ShouldBeTrue();
        var outcomes = evaluator.Finish();
        (outcomes[0].Passed, outcomes[0].Value, outcomes[0].Aborted).ShouldBe((false, 0.5, true));
        (outcomes[1].Passed, outcomes[1].Value, outcomes[1].Aborted).ShouldBe((true, 3, false));
    }

    [Fact]
    public void What_stopped_the_run_has_failed_even_if_the_last_requests_bring_it_back()
    {
        var evaluator = Evaluator("response_time: p(99)<200 abortOnFail");
        _metrics["response_time"] = 250;
        evaluator.ShouldAbort(TimeSpan.FromSeconds(2)).ShouldBeTrue();
        _metrics["response_time"] = 180;
        var outcome = evaluator.Finish()[0];
        (outcome.Passed, outcome.Value, outcome.Aborted).ShouldBe((false, 250, true));
    }

    [Fact]
    public void The_delay_is_counted_from_the_start_of_the_run()
    {
        var evaluator = Evaluator("response_time: p(99)<200 abortOnFail,delay=10s");
        _metrics["response_time"] = 250;
        evaluator.ShouldAbort(TimeSpan.FromSeconds(8)).ShouldBeFalse();
        evaluator.ShouldAbort(TimeSpan.FromSeconds(10)).ShouldBeFalse();
        evaluator.ShouldAbort(TimeSpan.FromSeconds(12)).ShouldBeTrue();
    }

    [Fact]
    public void A_metric_without_samples_is_left_alone_while_the_run_goes_on()
    {
        var evaluator = Evaluator("http_reqs: count>0 abortOnFail", "response_time: p(99)>1 abortOnFail");
        evaluator.ShouldAbort(TimeSpan.FromSeconds(2)).ShouldBeFalse();
    }

    [Theory]
    [InlineData("http_reqs: count>0", false)]
    [InlineData("http_reqs: count<1", true)]
    [InlineData("vus: value>0", false)]
    [InlineData("vus: value==0", true)]
    [InlineData("response_time: p(99)<200", true)]
    [InlineData("response_time: min>1", false)]
    [InlineData("checks: rate>0.99", true)]
    [InlineData("http_req_failed: rate<0.01", true)]
    public void At_the_end_an_empty_metric_is_zero_and_an_empty_rate_passes(string text, bool passes)
    {
        var outcome = Evaluator(text).Finish()[0];
        (outcome.Passed, outcome.Value).ShouldBe((passes, 0));
    }

    [Fact]
    public void No_thresholds_are_no_trouble()
    {
        var evaluator = Evaluator();
        evaluator.ShouldAbort(TimeSpan.FromSeconds(2)).ShouldBeFalse();
        evaluator.Finish().ShouldBeEmpty();
    }

    private ThresholdEvaluator Evaluator(params string[] texts) => new([.. texts.Select(Parse)], new FakeSource(_metrics));

    private static Threshold Parse(string text)
    {
        ThresholdParser.TryParse(text, out var threshold, out var error).ShouldBeTrue(error);
        return threshold!;
    }

    private sealed class FakeSource(Dictionary<string, double> metrics) : IMetricSource
    {
        public bool TryRead(MetricSelector selector, Aggregation aggregation, out double value) =>
            metrics.TryGetValue(selector.Name, out value);
    }
}
