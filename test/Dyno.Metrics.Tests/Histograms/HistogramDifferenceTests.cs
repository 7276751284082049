using static Dyno.Metrics.Tests.HistogramAssertions;

namespace Dyno.Metrics.Tests;

public class HistogramDifferenceTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void The_difference_of_two_moments_is_what_was_recorded_between(int seed)
    {
        var (live, earlier, interval) = (new Histogram(), new Histogram(), new Histogram());
        foreach (var part in SeededValues.LikeLatencies(seed, 20_000).Chunk(3_001))
        {
            earlier.CopyFrom(live);
            foreach (var value in part) live.Record(value);
            interval.SetToDifference(live, earlier);
            var expected = Of(part);
            interval.ShouldHaveTheCountsOf(expected);
            interval.Layout.IndexOf(interval.Min).ShouldBe(interval.Layout.IndexOf(expected.Min));
            interval.Layout.IndexOf(interval.Max).ShouldBe(interval.Layout.IndexOf(expected.Max));
            interval.Min.ShouldBeLessThanOrEqualTo(expected.Min);
            interval.Max.ShouldBeGreaterThanOrEqualTo(expected.Max);
        }
    }

    [Fact]
    public void New_extremes_are_exact()
    {
        var live = Of([1_000_000, 2_000_000]);
        var earlier = Of([1_000_000, 2_000_000]);
        foreach (var value in (long[])[500_001, 1_500_000, 9_000_001]) live.Record(value);
        var interval = live.Subtract(earlier);
        (interval.Count, interval.Min, interval.Max).ShouldBe((3, 500_001, 9_000_001));
    }

    [Fact]
    public void Nothing_new_leaves_nothing()
    {
        var values = SeededValues.LikeLatencies(seed: 4, 1_000);
        Of(values).Subtract(Of(values)).ShouldEqual(new Histogram());
        new Histogram().Subtract(new Histogram()).ShouldEqual(new Histogram());
    }

    [Fact]
    public void Values_beyond_the_layout_keep_the_known_maximum()
    {
        var layout = new HistogramLayout(1_000_000, 3);
        var interval = Of([long.MaxValue / 2, 3], layout).Subtract(Of([3], layout));
        (interval.Count, interval.Max).ShouldBe((1, long.MaxValue / 2));
    }

    [Theory]
    [InlineData(new long[] { 5 }, new long[] { 6 })]
    [InlineData(new long[] { 5 }, new long[] { 5, 5 })]
    [InlineData(new long[] { 5 }, new long[] { 5, 900_000_000 })]
    [InlineData(new long[] { }, new long[] { 5 })]
    public void What_is_no_earlier_copy_is_refused_and_leaves_the_target_empty(long[] later, long[] earlier)
    {
        var target = Of([1, 2, 3]);
        Should.Throw<ArgumentException>(() => target.SetToDifference(Of(later), Of(earlier)))
            .Message.ShouldContain("not an earlier copy");
        target.ShouldEqual(new Histogram());
    }

    [Fact]
    public void The_target_is_a_histogram_of_its_own()
    {
        var histogram = Of([1]);
        Should.Throw<ArgumentException>(() => histogram.SetToDifference(histogram, new Histogram()));
        histogram.Count.ShouldBe(1);
    }
}
