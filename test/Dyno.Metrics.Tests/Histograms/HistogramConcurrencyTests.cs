namespace Dyno.Metrics.Tests;

public class HistogramConcurrencyTests
{
    [Fact]
    public void A_copy_made_while_another_thread_records_is_a_moment_of_the_recording()
    {
        var values = SeededValues.OverTheWholeRange(seed: 7, 4_000_000);
        var live = new Histogram();
        var writer = new Thread(() => { foreach (var value in values) live.Record(value); });
        writer.Start();
        var (copy, previous, interval) = (new Histogram(), new Histogram(), new Histogram());
        while (writer.IsAlive)
        {
            var before = live.Count;
            copy.CopyFrom(live);
            CopyIsConsistent(copy, before, values.Length);
            // Counts only grow: the later copy minus the earlier one is an interval, never an error.
            interval.SetToDifference(copy, previous);
            interval.Count.ShouldBe(copy.Count - previous.Count);
            previous.CopyFrom(copy);
        }

        writer.Join();
        copy.CopyFrom(live);
        copy.ShouldEqual(HistogramAssertions.Of(values));
    }

    private static void CopyIsConsistent(Histogram copy, long before, long most)
    {
        copy.CountPairs().Sum(pair => pair.Count).ShouldBe(copy.Count);
        copy.Count.ShouldBeInRange(before, most);
        if (copy.Count == 0) return;
        copy.Min.ShouldBeInRange(SeededValues.Microsecond, copy.Max);
        copy.ValueAtQuantile(0.5).ShouldBeInRange(copy.Min, copy.Max);
    }
}
