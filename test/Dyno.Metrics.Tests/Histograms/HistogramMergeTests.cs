using static Dyno.Metrics.Tests.HistogramAssertions;

namespace Dyno.Metrics.Tests;

public class HistogramMergeTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Merging_equals_recording_everything_in_one(int seed)
    {
        var values = SeededValues.OverTheWholeRange(seed, 10_000);
        var merged = new Histogram();
        foreach (var part in values.Chunk(1 + seed * 777)) merged.Merge(Of(part));
        merged.ShouldEqual(Of(values));
    }

    [Fact]
    public void Merging_an_empty_one_changes_nothing()
    {
        var histogram = Of([5, 10]);
        histogram.Merge(new Histogram());
        histogram.ShouldEqual(Of([5, 10]));
    }

    [Fact]
    public void Reset_forgets_everything()
    {
        var histogram = Of(SeededValues.OverTheWholeRange(seed: 1, 1_000));
        histogram.Reset();
        histogram.ShouldEqual(new Histogram());
        histogram.CountPairs().ShouldBeEmpty();
        histogram.Record(7);
        histogram.ShouldEqual(Of([7]));
    }

    [Fact]
    public void A_copy_replaces_what_was_there()
    {
        var copy = Of(SeededValues.OverTheWholeRange(seed: 2, 1_000));
        var original = Of(SeededValues.LikeLatencies(seed: 3, 1_000));
        copy.CopyFrom(original);
        copy.ShouldEqual(original);
        copy.CopyFrom(copy);
        copy.ShouldEqual(original);
        copy.CopyFrom(new Histogram());
        copy.ShouldEqual(new Histogram());
    }

    [Fact]
    public void Different_layouts_do_not_mix()
    {
        var other = new Histogram(new HistogramLayout(1_000_000, 2));
        Should.Throw<ArgumentException>(() => new Histogram().Merge(other)).Message.ShouldContain("different layouts");
        Should.Throw<ArgumentException>(() => new Histogram().CopyFrom(other));
        Should.Throw<ArgumentException>(() => new Histogram().Subtract(other));
    }
}
