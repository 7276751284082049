namespace Dyno.Metrics.Tests;

public sealed class FigureMergeTests
{
    [Theory]
    [InlineData("server.exceptions", 40)] // counts add up
    [InlineData("server.heap", 30)] // the largest remains
    [InlineData("server.workingSet", 25)] // weighted by seconds: 10 for 1 s, 30 for 3 s
    [InlineData("server.cpuPerRequest", 12)] // weighted by requests: 10 for 900, 30 for 100
    [InlineData("timeToReady", 20)] // the median of the launches
    public void The_kind_of_a_figure_decides_how_it_is_merged(string name, double merged)
    {
        var merge = new FigureMerge();
        merge.Add(new Dictionary<string, double> { [name] = 10 }, seconds: 1, requests: 900);
        merge.Add(new Dictionary<string, double> { [name] = 30 }, seconds: 3, requests: 100);

        merge.ToFigures()[name].ShouldBe(merged, 1e-9);
    }

    [Fact]
    public void A_percentile_is_never_merged_from_percentiles()
    {
        var merge = new FigureMerge();
        merge.Add(new Dictionary<string, double> { ["p99"] = 10 }, seconds: 1, requests: 1);
        merge.Add(new Dictionary<string, double> { ["p99"] = 30 }, seconds: 1, requests: 1);

        merge.TryRead("p99", out _).ShouldBeFalse();
    }

    [Fact]
    public void A_figure_that_nothing_measured_is_missing() => new FigureMerge().TryRead("server.heap", out _).ShouldBeFalse();
}
