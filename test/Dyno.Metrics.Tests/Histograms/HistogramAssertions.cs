namespace Dyno.Metrics.Tests;

internal static class HistogramAssertions
{
    internal static Histogram Of(IEnumerable<long> values, HistogramLayout? layout = null)
    {
        var histogram = new Histogram(layout);
        foreach (var value in values) histogram.Record(value);
        return histogram;
    }

    internal static void ShouldHaveTheCountsOf(this Histogram actual, Histogram expected)
    {
        actual.Layout.ShouldBe(expected.Layout);
        actual.Count.ShouldBe(expected.Count);
        actual.CountPairs().ShouldBe(expected.CountPairs());
    }

    internal static void ShouldEqual(this Histogram actual, Histogram expected)
    {
        actual.ShouldHaveTheCountsOf(expected);
        (actual.Min, actual.Max).ShouldBe((expected.Min, expected.Max));
    }

    /// <summary>Buckets in use, with their counts.</summary>
    internal static List<(int Index, long Count)> CountPairs(this Histogram histogram)
    {
        var pairs = new List<(int, long)>();
        for (var i = 0; i < histogram.Layout.Length; i++)
            if (histogram.CountAt(i) is var count and not 0) pairs.Add((i, count));
        return pairs;
    }
}
