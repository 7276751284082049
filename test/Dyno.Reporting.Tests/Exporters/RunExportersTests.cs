using Dyno.Metrics.Tests;

namespace Dyno.Reporting.Tests;

public sealed class RunExportersTests
{
    private static readonly ReportStyle Style = new(100, HasColour: false);

    [Fact]
    public void Writes_as_json_what_reads_back_as_the_same_run()
    {
        var run = SampleRuns.Open();
        var json = RunExporters.For("json").Export(run, Style);
        RunResultJson.Write(RunResultJson.Read(json, "test")).ShouldBe(json);
    }

    [Fact]
    public void Writes_as_hlog_one_line_an_interval_that_reads_back_with_every_count()
    {
        var run = SampleRuns.Closed();
        var reader = new HistogramLogReader(new StringReader(RunExporters.For("hlog").Export(run, Style)));
        for (var second = 0; second < run.Measured.Series.Length; second++)
        {
            var interval = reader.Read().ShouldNotBeNull();
            interval.Start.ShouldBe(run.StartedAt.AddSeconds(second));
            interval.Length.ShouldBe(TimeSpan.FromSeconds(1));
            interval.Histogram.Count.ShouldBe(100);
        }
        reader.Read().ShouldBeNull();
    }

    [Theory]
    [InlineData("md")]
    [InlineData("html")]
    public void Says_how_many_iterations_of_a_closed_run_never_began(string format)
    {
        RunExporters.For(format).Export(SampleRuns.OutOfTime(), Style).ShouldContain("96 of 100 iterations: the time was up");
        RunExporters.For(format).Export(SampleRuns.Closed(), Style).ShouldNotContain("Never began");
    }

    [Fact]
    public void Refuses_a_format_that_does_not_exist() => Should.Throw<ArgumentException>(() => RunExporters.For("pdf"));
}
