namespace Dyno.Reporting.Tests;

public sealed class ScriptMetricsTests
{
    private static readonly MetricResult[] Metrics =
    [
        Metric("http_reqs", "counter", "default", ("count", 1_002), ("rate", 100)),
        Metric("http_req_duration{expected_response:true}", "trend", "time", ("avg", 1)),
        Metric("http_req_duration{name:pay}", "trend", "time", ("p(99.9)", 9), ("p(90)", 5), ("max", 10), ("avg", 2.5)),
        Metric("orders", "counter", "default", ("count", 1_200), ("rate", 120)),
        Metric("good", "rate", "default", ("rate", 0.75), ("passes", 3), ("fails", 1)),
        Metric("depth", "gauge", "default", ("value", 2.5), ("min", 1), ("max", 4)),
        Metric("waited", "trend", "time", ("avg", 0)) with { Distribution = new TrendDistribution { Sum = 0, Min = 0, Max = 0, Histogram = "" } },
    ];

    [Fact]
    public void Metrics_that_a_script_made_and_parts_that_it_asked_for_are_told_in_their_units() =>
        ScriptMetrics.Of(Run(1_000).Measured).Select(m => $"{m.Metric.Name}: {m.Figures}").ShouldBe(
        [
            "http_req_duration{name:pay}: avg 2.50 ms, max 10.0 ms, p(90) 5.00 ms, p(99.9) 9.00 ms",
            "orders: 1,200, 120/s",
            "good: 75 %, 3 of 4",
            "depth: value 2.50, min 1, max 4",
            "waited: no value",
        ]);

    [Fact]
    public void What_setup_and_teardown_sent_is_told_apart()
    {
        ScriptMetrics.Remark(Run(1_000)).ShouldBe("As in k6, these figures include the requests of setup() and teardown(): 2 requests besides the 1,000 of the load.");
        ScriptMetrics.Remark(Run(1_002)).ShouldBeNull();
        ScriptMetrics.Remark(SampleRuns.Closed()).ShouldBeNull();
    }

    [Theory]
    [InlineData("md", "| orders | counter | 1,200, 120/s |")]
    [InlineData("html", "1,200, 120/s")]
    [InlineData("prometheus", "metric=\"orders\",figure=\"count\"} 1200")]
    [InlineData("console", "orders  1,200, 120/s")]
    public void They_stand_in_every_report_for_people_and_for_Prometheus(string format, string text) =>
        RunExporters.All.Single(e => e.Format == format).Export(Run(1_000), new ReportStyle(Width: 120, HasColour: false)).ShouldContain(text);

    private static MetricResult Metric(string name, string type, string contains, params (string Name, double Value)[] values) => new()
    {
        Name = name,
        Type = type,
        Contains = contains,
        Values = values.ToImmutableSortedDictionary(v => v.Name, v => v.Value, StringComparer.Ordinal),
    };

    private static RunResult Run(long requests)
    {
        var run = SampleRuns.Closed();
        return run with { Measured = run.Measured with { Metrics = [.. Metrics], Totals = run.Measured.Totals with { Requests = requests } } };
    }
}
