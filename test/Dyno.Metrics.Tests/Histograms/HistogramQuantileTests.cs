using static Dyno.Metrics.Tests.HistogramAssertions;

namespace Dyno.Metrics.Tests;

public class HistogramQuantileTests
{
    private static readonly double[] Quantiles = [0, 0.001, 0.07, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 1];

    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 2)]
    [InlineData(3, 100)]
    [InlineData(4, 1_000)]
    [InlineData(5, 50_000)]
    public void Quantiles_are_within_a_thousandth_of_the_exact_ones_from_a_microsecond_to_an_hour(int seed, int count)
    {
        var values = SeededValues.OverTheWholeRange(seed, count);
        var histogram = Of(values);
        Array.Sort(values);
        foreach (var quantile in Quantiles)
        {
            var exact = values[Math.Max(0, (int)Math.Ceiling(Math.Round(quantile * count, 9)) - 1)];
            var error = Math.Abs(histogram.ValueAtQuantile(quantile) - exact) / (double)exact;
            error.ShouldBeLessThanOrEqualTo(0.001, $"quantile {quantile} of {count}");
        }
    }

    [Fact]
    public void A_share_that_falls_on_a_value_exactly_is_not_pushed_to_the_next_by_rounding()
    {
        // 0.07 · 100 is 7.000000000000001 in doubles; the seventh of a hundred values is meant.
        var histogram = Of(Enumerable.Range(1, 100).Select(value => (long)value));
        for (var percent = 1; percent <= 100; percent++) histogram.ValueAtQuantile(percent / 100.0).ShouldBe(percent);
    }

    [Fact]
    public void The_ends_are_exact()
    {
        var histogram = Of([1_234_567, 98_765_432, 55_555_555]);
        histogram.ValueAtQuantile(0).ShouldBe(1_234_567);
        histogram.ValueAtQuantile(1).ShouldBe(98_765_432);
        (histogram.Min, histogram.Max).ShouldBe((1_234_567, 98_765_432));
    }

    [Fact]
    public void A_quantile_never_leaves_the_exact_bounds()
    {
        var histogram = Of([1_000_001, 1_000_001, 1_000_001]);
        histogram.ValueAtQuantile(0.5).ShouldBe(1_000_001);
    }

    [Fact]
    public void Values_beyond_the_layout_are_counted_and_their_maximum_is_exact()
    {
        var histogram = new Histogram(new HistogramLayout(1_000_000, 3));
        histogram.Record(10);
        histogram.Record(5_000_000_000, 2);
        histogram.Count.ShouldBe(3);
        histogram.Max.ShouldBe(5_000_000_000);
        histogram.ValueAtQuantile(0.5).ShouldBe(5_000_000_000);
    }

    [Fact]
    public void Negative_values_count_as_zero()
    {
        var histogram = Of([-5, -1, 7]);
        (histogram.Min, histogram.Max, histogram.Count).ShouldBe((0, 7, 3));
        histogram.ValueAtQuantile(0.5).ShouldBe(0);
    }

    [Fact]
    public void The_largest_number_can_be_recorded_first()
    {
        var histogram = Of([long.MaxValue]);
        (histogram.Min, histogram.Max, histogram.Count).ShouldBe((long.MaxValue, long.MaxValue, 1));
    }

    [Fact]
    public void An_empty_histogram_is_all_zero()
    {
        var histogram = new Histogram();
        (histogram.Count, histogram.Min, histogram.Max).ShouldBe((0, 0, 0));
        (histogram.ValueAtQuantile(0.5), histogram.Mean, histogram.StdDev, histogram.CountAbove(0)).ShouldBe((0, 0, 0, 0));
    }

    [Theory]
    [InlineData(-0.1)]
    [InlineData(1.1)]
    [InlineData(double.NaN)]
    [InlineData(99)]
    public void A_quantile_outside_zero_to_one_is_refused(double quantile) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new Histogram().ValueAtQuantile(quantile));

    [Fact]
    public void Counts_above_a_value_are_exact_to_the_bucket()
    {
        var values = SeededValues.OverTheWholeRange(seed: 9, 20_000);
        var histogram = Of(values);
        foreach (var limit in (long[])[-1, 0, 1_000, 250_000, 10_000_000, 1_000_000_000, SeededValues.Hour, long.MaxValue])
        {
            var edge = limit < 0 ? limit : histogram.Layout.HighestAt(histogram.Layout.IndexOf(limit));
            histogram.CountAbove(limit).ShouldBe(values.Count(value => value > edge), $"above {limit}");
        }
    }
}
