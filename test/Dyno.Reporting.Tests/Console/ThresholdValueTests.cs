namespace Dyno.Reporting.Tests;

public sealed class ThresholdValueTests
{
    [Theory]
    [InlineData("http_req_duration", "p(99)<50", 0.412, "412 µs")]
    [InlineData("http_req_duration{name:GET /hello}", "avg<50", 12.3, "12.3 ms")]
    [InlineData("response_time", "p99 < 1ns", 25.1, "25.1 ms")]
    [InlineData("http_req_failed", "rate<0.01", 0.0231, "2.31 %")]
    [InlineData("checks", "rate>0.9", 1, "100 %")]
    [InlineData("http_reqs", "rate > 1000/s", 31_204, "31,204/s")]
    [InlineData("http_reqs", "count>10", 12, "12")]
    [InlineData("failed_requests", "errors == 0", 0, "0")]
    [InlineData("my_custom_trend", "avg<3", 2.5, "2.50")]
    public void Has_the_unit_of_its_metric(string metric, string expression, double value, string text) =>
        ThresholdValue.Of(new ThresholdRecord { Metric = metric, Expression = expression, Passed = true, Value = value }, SampleRuns.Closed()).ShouldBe(text);

    [Theory]
    [InlineData("my_time", "avg<100", "trend", "time", 2.5, "2.50 ms")]
    [InlineData("my_time{kind:odd}", "avg<100", "trend", "time", 2.5, "2.50 ms")]
    [InlineData("my_time{kind:even}", "p(95)<100", "trend", "default", 2.5, "2.50")]
    [InlineData("my_time", "value<100", "gauge", "time", 2.5, "2.50 ms")]
    [InlineData("my_time", "rate<0.1", "rate", "default", 0.025, "2.5 %")]
    [InlineData("my_time", "rate>1", "counter", "default", 2.5, "2.50/s")]
    [InlineData("my_time_2", "avg<100", "trend", "time", 2.5, "2.50")]
    public void Has_the_unit_of_a_metric_that_the_script_made(
        string metric, string expression, string type, string contains, double value, string text)
    {
        var run = SampleRuns.Closed();
        var made = new MetricResult { Name = "my_time", Type = type, Contains = contains, Values = ImmutableSortedDictionary<string, double>.Empty };
        run = run with { Measured = run.Measured with { Metrics = [made] } };
        ThresholdValue.Of(new ThresholdRecord { Metric = metric, Expression = expression, Passed = true, Value = value }, run).ShouldBe(text);
    }
}
