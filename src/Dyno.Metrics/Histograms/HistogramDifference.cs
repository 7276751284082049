namespace Dyno.Metrics;

public sealed unsafe partial class Histogram
{
    /// <summary>The values that were recorded here since <paramref name="earlier"/> was copied from this histogram.</summary>
    /// <returns>A new histogram; see <see cref="SetToDifference"/>.</returns>
    /// <exception cref="ArgumentException">
    /// The layouts differ, or <paramref name="earlier"/> holds values that this histogram does not.
    /// </exception>
    public Histogram Subtract(Histogram earlier)
    {
        var interval = new Histogram(Layout);
        interval.SetToDifference(this, earlier);
        return interval;
    }

    /// <summary>Sets this histogram to the values that <paramref name="later"/> has and <paramref name="earlier"/> does not have.</summary>
    /// <remarks>
    /// Counts and quantiles are exact to the bucket. Minimum and maximum are exact when they are new extremes of <paramref name="later"/>,
    /// otherwise the edge of their bucket. The writers of all three histograms must be idle.
    /// </remarks>
    /// <exception cref="ArgumentException">
    /// The layouts differ, or <paramref name="earlier"/> holds values that <paramref name="later"/> does not: this
    /// histogram is then empty.
    /// </exception>
    public void SetToDifference(Histogram later, Histogram earlier)
    {
        RequireSameLayout(later);
        RequireSameLayout(earlier);
        if (ReferenceEquals(this, later) || ReferenceEquals(this, earlier))
            throw new ArgumentException("the target must be a histogram of its own");
        Reset();
        if (!later.TryGetUsedRange(out var first, out var last))
        {
            if (earlier.Count > 0) throw NotEarlier();
            return;
        }

        SubtractRange(later, earlier, first, last);
        if (Count + earlier.Count != later.Count) { Clear(first, last); throw NotEarlier(); }
        GC.KeepAlive(later);
        GC.KeepAlive(earlier);
        GC.KeepAlive(this);
    }

    private void SubtractRange(Histogram later, Histogram earlier, int first, int last)
    {
        var (lowest, highest, total) = (-1, -1, 0L);
        for (var i = first; i <= last; i++)
        {
            var count = later.Counts[i] - earlier.Counts[i];
            if (count == 0) continue;
            if (count < 0) { Clear(first, i); throw NotEarlier(); }
            Counts[i] = count;
            total += count;
            if (lowest < 0) lowest = i;
            highest = i;
        }

        if (total == 0) return;
        var min = later.Min < earlier._block->Min ? later.Min : Math.Max(later.Min, Layout.LowestAt(lowest));
        var max = later.Max > earlier._block->Max ? later.Max : HighestIn(later, highest);
        *_block = new Block { Total = total, Min = min, Max = max };
    }

    private static long HighestIn(Histogram later, int index) =>
        index == later.Layout.Length - 1 ? later.Max : Math.Min(later.Max, later.Layout.HighestAt(index));

    private void Clear(int first, int last)
    {
        Range(first, last).Clear();
        *_block = Block.Empty;
    }

    private static ArgumentException NotEarlier() =>
        new("the earlier histogram holds values that the later one does not: it is not an earlier copy");
}
