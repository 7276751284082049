using System.Text.Json;
using Dyno.Reporting.K6;
using Dyno.Testing;

namespace Dyno.Reporting.Tests.K6;

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
}
