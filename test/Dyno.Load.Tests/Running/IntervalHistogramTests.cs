namespace Dyno.Load.Tests;

public sealed class IntervalHistogramTests
{
    [Fact]
    public void Its_intervals_add_up_to_what_was_recorded()
    {
        var (first, second, interval) = (new Histogram(), new Histogram(), new IntervalHistogram());
        first.Record(1_000);
        interval.Look([first, second]);
        interval.Interval.Count.ShouldBe(1);

        second.Record(5_000, 3);
        interval.Look([first, second]);
        interval.Interval.Count.ShouldBe(3);
        interval.Interval.ValueAtQuantile(0).ShouldBeInRange(4_990, 5_000);
        interval.Total.Count.ShouldBe(4);

        interval.Look([first, second]);
        interval.Interval.Count.ShouldBe(0);
    }

    [Fact]
    public async Task Looks_while_writers_go_on_and_loses_and_invents_nothing()
    {
        const int PerWriter = 2_000_000;
        var histograms = Enumerable.Range(0, 3).Select(_ => new Histogram()).ToArray();
        var writers = histograms.Select((histogram, seed) => Task.Run(() => Write(histogram, seed, PerWriter))).ToArray();
        var (interval, sum) = (new IntervalHistogram(), 0L);
        while (!writers.All(w => w.IsCompleted))
        {
            interval.Look(histograms);
            sum += interval.Interval.Count;
            await Task.Yield();
        }

        await Task.WhenAll(writers);
        interval.Look(histograms);
        (sum + interval.Interval.Count).ShouldBe(3 * PerWriter);
    }

    private static void Write(Histogram histogram, int seed, int count)
    {
        var random = new Random(seed);
        for (var i = 0; i < count; i++) histogram.Record(random.NextInt64(1L << random.Next(10, 36)));
    }
}
