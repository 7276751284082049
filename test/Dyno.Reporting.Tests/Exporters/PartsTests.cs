namespace Dyno.Reporting.Tests;

/// <summary>Messages and events beside the requests that they are parts of.</summary>
public sealed class PartsTests
{
    private static readonly RunResult Run = WithParts(SampleRuns.Open());

    [Theory]
    [InlineData("console")]
    [InlineData("md")]
    [InlineData("html")]
    public void Parts_have_a_table_of_their_own(string format)
    {
        var text = RunExporters.For(format).Export(Run, new ReportStyle(120, HasColour: false));

        text.ShouldContain("Parts of requests");
        text.ShouldContain("(next event)");
    }

    [Fact]
    public void A_sum_over_the_requests_of_Prometheus_leaves_the_parts_out()
    {
        var lines = RunExporters.For("prometheus").Export(Run, new ReportStyle(120, HasColour: false)).Split('\n');

        lines.Where(line => line.StartsWith("dyno_requests{", StringComparison.Ordinal)).ShouldAllBe(line => !line.Contains("event"));
        lines.Single(line => line.StartsWith("dyno_request_parts{", StringComparison.Ordinal)).ShouldContain("(next event)\"} 777");
    }

    private static RunResult WithParts(RunResult run)
    {
        var whole = run.Measured.Steps[0];
        return run with
        {
            Measured = run.Measured with { Steps = run.Measured.Steps.Add(whole with { Name = $"{whole.Name} (next event)", IsPart = true, Requests = 777, FailedRequests = 0 }) },
        };
    }
}
