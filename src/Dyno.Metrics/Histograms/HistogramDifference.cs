namespace Dyno.Metrics.Histograms;

public sealed unsafe partial class Histogram
{
    /// <summary>What was recorded here since <paramref name="earlier"/> was copied from this histogram.</summary>
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

    /// <summary>Makes this histogram hold what <paramref name="later"/> has and <paramref name="earlier"/> has not.</summary>
    /// <remarks>
    /// Counts and quantiles are exact to the bucket. Minimum and maximum are exact when they are new extremes of
    /// <paramref name="later"/>, otherwise the edge of their bucket. The writers of all three must rest.
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
        if (_total + earlier._total != later._total) { Clear(first, last); throw NotEarlier(); }
        GC.KeepAlive(later);
        GC.KeepAlive(earlier);
        GC.KeepAlive(this);
    }

    private void SubtractRange(Histogram later, Histogram earlier, int first, int last)
    {
        var (lowest, highest, total) = (-1, -1, 0L);
        for (var i = first; i <= last; i++)
        {
            var count = later._counts[i] - earlier._counts[i];
            if (count == 0) continue;
            if (count < 0) { Clear(first, i); throw NotEarlier(); }
            _counts[i] = count;
            total += count;
            if (lowest < 0) lowest = i;
            highest = i;
        }

        if (total == 0) return;
        _total = total;
        _min = later._min < earlier._min ? later._min : Math.Max(later._min, Layout.LowestAt(lowest));
        _max = later._max > earlier._max ? later._max : HighestIn(later, highest);
    }

    private static long HighestIn(Histogram later, int index) =>
        index == later.Layout.Length - 1 ? later._max : Math.Min(later._max, later.Layout.HighestAt(index));

    private void Clear(int first, int last)
    {
        Range(first, last).Clear();
        (_min, _max, _total) = (long.MaxValue, -1, 0);
    }

    private static ArgumentException NotEarlier() =>
        new("the earlier histogram holds values that the later one does not: it is no earlier copy of it");
}
