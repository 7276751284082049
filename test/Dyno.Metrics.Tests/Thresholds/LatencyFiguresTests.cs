using Dyno.Metrics.Histograms;
using Dyno.Metrics.Thresholds;

namespace Dyno.Metrics.Tests.Thresholds;

public class LatencyFiguresTests
{
    [Theory]
    [InlineData("avg", 2)]
    [InlineData("min", 1)]
    [InlineData("max", 3)]
    [InlineData("med", 2)]
    [InlineData("p(100)", 3)]
    public void Nanoseconds_are_read_as_milliseconds(string figure, double expected)
    {
        var histogram = new Histogram();
        foreach (var milliseconds in (long[])[1, 2, 3]) histogram.Record(milliseconds * 1_000_000);
        Aggregation.TryParse(figure, out var aggregation).ShouldBeTrue();
        LatencyFigures.TryRead(histogram, aggregation, out var value).ShouldBeTrue();
        value.ShouldBe(expected, expected * 0.001);
    }

    [Fact]
    public void An_empty_histogram_has_no_figures() =>
        LatencyFigures.TryRead(new Histogram(), new(AggregationKind.Avg), out _).ShouldBeFalse();

    [Fact]
    public void A_figure_that_no_trend_has_is_refused() =>
        Should.Throw<ArgumentException>(() => LatencyFigures.TryRead(new Histogram(), new(AggregationKind.Count), out _));
}
