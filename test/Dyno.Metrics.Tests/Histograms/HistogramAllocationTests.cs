namespace Dyno.Metrics.Tests;

public class HistogramAllocationTests
{
    [Fact]
    public void Recording_allocates_nothing()
    {
        var values = SeededValues.OverTheWholeRange(seed: 1, 100_000);
        var histogram = new Histogram();
        Record(histogram, values);
        Allocations.Least(() => Record(histogram, values)).ShouldBe(0);
    }

    [Fact]
    public void The_views_of_a_running_histogram_allocate_nothing()
    {
        var (live, earlier, copy, interval) = (new Histogram(), new Histogram(), new Histogram(), new Histogram());
        Record(live, SeededValues.LikeLatencies(seed: 1, 10_000));
        var sum = 0.0;
        Action view = () =>
        {
            copy.CopyFrom(live);
            interval.SetToDifference(copy, earlier);
            interval.Merge(copy);
            sum += interval.ValueAtQuantile(0.99) + interval.Mean + interval.StdDev + interval.CountAbove(1_000_000);
            interval.Reset();
        };
        view();
        Allocations.Least(view).ShouldBe(0);
        sum.ShouldBeGreaterThan(0);
    }

    private static void Record(Histogram histogram, long[] values)
    {
        foreach (var value in values) histogram.Record(value);
    }
}
