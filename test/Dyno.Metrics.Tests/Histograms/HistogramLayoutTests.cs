namespace Dyno.Metrics.Tests;

public class HistogramLayoutTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    public void Buckets_follow_one_another_without_gap_or_overlap(int digits)
    {
        var layout = new HistogramLayout(1_000_000, digits);
        layout.LowestAt(0).ShouldBe(0);
        for (var i = 1; i < layout.Length; i++) layout.LowestAt(i).ShouldBe(layout.HighestAt(i - 1) + 1);
        layout.HighestAt(layout.Length - 1).ShouldBe(layout.Top);
        layout.Top.ShouldBeGreaterThanOrEqualTo(layout.HighestTrackable);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    public void Every_value_falls_into_the_bucket_that_holds_it_and_keeps_its_digits(int digits)
    {
        var layout = new HistogramLayout(SeededValues.Hour, digits);
        foreach (var value in SeededValues.OverTheWholeRange(seed: digits, 20_000))
        {
            var index = layout.IndexOf(value);
            layout.LowestAt(index).ShouldBeLessThanOrEqualTo(value);
            layout.HighestAt(index).ShouldBeGreaterThanOrEqualTo(value);
            var width = layout.HighestAt(index) - layout.LowestAt(index);
            ((double)width / value).ShouldBeLessThanOrEqualTo(Math.Pow(10, -digits));
        }
    }

    [Fact]
    public void The_middle_lies_in_its_bucket()
    {
        var layout = HistogramLayout.Latency;
        for (var i = 0; i < layout.Length; i++)
            layout.MiddleOf(i).ShouldBeInRange(layout.LowestAt(i), layout.HighestAt(i));
    }

    [Fact]
    public void Values_beyond_the_layout_fall_into_its_ends()
    {
        var layout = new HistogramLayout(1_000_000, 3);
        layout.IndexOf(-5).ShouldBe(0);
        layout.IndexOf(long.MaxValue).ShouldBe(layout.Length - 1);
    }

    [Fact]
    public void The_largest_layout_reaches_the_largest_number() =>
        new HistogramLayout(long.MaxValue, 3).Top.ShouldBe(long.MaxValue);

    [Theory]
    [InlineData(1, 3)]
    [InlineData(1000, -1)]
    [InlineData(1000, 6)]
    public void Impossible_layouts_are_refused(long highest, int digits) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new HistogramLayout(highest, digits));
}
