using static Dyno.Metrics.Tests.HistogramAssertions;

namespace Dyno.Metrics.Tests;

public class HistogramMomentTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Mean_and_deviation_are_within_a_thousandth_of_the_exact_ones(int seed)
    {
        var values = SeededValues.LikeLatencies(seed, 30_000);
        var histogram = Of(values);
        var mean = values.Average();
        var deviation = Math.Sqrt(values.Average(value => (value - mean) * (value - mean)));
        (Math.Abs(histogram.Mean - mean) / mean).ShouldBeLessThanOrEqualTo(0.001);
        (Math.Abs(histogram.StdDev - deviation) / deviation).ShouldBeLessThanOrEqualTo(0.001);
    }

    [Fact]
    public void Small_values_have_exact_moments()
    {
        var histogram = Of([2, 4, 4, 4, 5, 5, 7, 9]);
        (histogram.Mean, histogram.StdDev).ShouldBe((5, 2));
    }

    [Fact]
    public void A_single_value_is_its_own_mean()
    {
        var histogram = Of([123_456_789]);
        (histogram.Mean, histogram.StdDev).ShouldBe((123_456_789, 0));
    }

    [Fact]
    public void Equal_values_recorded_at_once_count_as_often()
    {
        var histogram = Of([]);
        histogram.Record(100, 3);
        histogram.Record(400);
        (histogram.Count, histogram.Mean).ShouldBe((4, 175));
    }
}
