using Dyno.Reporting.Console;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Tests.Console;

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
        ThresholdValue.Of(new ThresholdRecord { Metric = metric, Expression = expression, Passed = true, Value = value }).ShouldBe(text);
}
