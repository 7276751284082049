namespace Dyno.Experiments.Tests;

public sealed class RunFiguresTests
{
    [Fact]
    public void Quantiles_count_every_request_failures_and_time_outs_at_the_time_they_took()
    {
        var run = Reporting.Tests.SampleRuns.Closed();
        var measured = run.Measured with { Latency = Of((1_000, 2)), FailedLatency = Of((200, 1_000)), AllLatency = Of((1_000, 2), (200, 1_000)) };

        var metrics = RunFigures.Of(run with { Measured = measured });

        Milliseconds("p50").ShouldBe(2, 0.1);
        Milliseconds("p90").ShouldBe(1_000, 10);
        Milliseconds("mean").ShouldBe(168.3, 2);

        double Milliseconds(string metric) => metrics[metric] / 1e6;
    }

    [Fact]
    public void A_quantile_that_rests_on_too_few_answers_is_left_out()
    {
        var run = Reporting.Tests.SampleRuns.Closed();
        var metrics = RunFigures.Of(run with { Measured = run.Measured with { Latency = Of((150, 2)), FailedLatency = null, AllLatency = null } });

        metrics.Keys.ShouldContain("p90");
        metrics.Keys.ShouldNotContain("p99");
    }

    private static LatencyPair Of(params ImmutableArray<(int Count, int Milliseconds)> answers)
    {
        var histogram = new Histogram();
        foreach (var (count, milliseconds) in answers)
            for (var i = 0; i < count; i++) histogram.Record(milliseconds * 1_000_000L);
        return LatencyFigures.Pair([(histogram, histogram)]);
    }
}
