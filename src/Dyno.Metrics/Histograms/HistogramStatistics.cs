namespace Dyno.Metrics;

public sealed unsafe partial class Histogram
{
    /// <summary>The mean, from the middle of each bucket (relative error ≤ 0.05 % with 3 digits); 0 when empty.</summary>
    public double Mean
    {
        get
        {
            if (!TryGetUsedRange(out var first, out var last)) return 0;
            var sum = 0.0;
            for (var i = first; i <= last; i++)
                if (Counts[i] != 0) sum += Counts[i] * Representative(i);
            GC.KeepAlive(this);
            return sum / Count;
        }
    }

    /// <summary>The standard deviation of the recorded values (the population's), from bucket middles; 0 when empty.</summary>
    public double StdDev
    {
        get
        {
            if (!TryGetUsedRange(out var first, out var last)) return 0;
            var mean = Mean;
            var squares = 0.0;
            for (var i = first; i <= last; i++)
            {
                if (Counts[i] == 0) continue;
                var distance = Representative(i) - mean;
                squares += Counts[i] * distance * distance;
            }

            GC.KeepAlive(this);
            return Math.Sqrt(squares / Count);
        }
    }

    /// <summary>
    /// The smallest value that at least the share <paramref name="quantile"/> of all values do not exceed, as the largest
    /// value of its bucket, never beyond <see cref="Max"/> or below <see cref="Min"/>; 0 when empty.
    /// </summary>
    /// <param name="quantile">0 (the minimum) to 1 (the maximum); 0.99 is the 99th percentile.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="quantile"/> is not from 0 to 1.</exception>
    public long ValueAtQuantile(double quantile)
    {
        if (quantile is not (>= 0 and <= 1))
            throw new ArgumentOutOfRangeException(nameof(quantile), quantile, "a quantile lies from 0 to 1");
        // The product may be up to two units in the last place above the exact one (0.07 × 100 > 7): step back first.
        var rank = (long)Math.Ceiling(Math.BitDecrement(Math.BitDecrement(quantile * Count)));
        return ValueAtRank(Math.Clamp(rank, 1, Math.Max(1, Count)));
    }

    /// <summary>The value at a place in the sorted order: 1 gives the minimum, <see cref="Count"/> the maximum, exactly.</summary>
    /// <param name="rank">1 to <see cref="Count"/>; anything beyond gives the nearest end.</param>
    /// <returns>The largest value of the bucket, within <see cref="Min"/> and <see cref="Max"/>; 0 when
    /// empty.</returns>
    public long ValueAtRank(long rank)
    {
        if (rank <= 1 || Count <= 1) return Min;
        if (rank >= Count || !TryGetUsedRange(out var first, out var last)) return Max;
        var seen = 0L;
        for (var i = first; i <= last; i++)
        {
            seen += Counts[i];
            if (seen < rank) continue;
            GC.KeepAlive(this);
            return i == Layout.Length - 1 ? Max : Math.Clamp(Layout.HighestAt(i), Min, Max);
        }

        return Max;
    }

    /// <summary>Number of values in buckets wholly above the bucket of <paramref name="value"/>.</summary>
    /// <param name="value">Any value; every value counts as above a negative one.</param>
    public long CountAbove(long value)
    {
        if (value < 0) return Count;
        if (value >= Max || !TryGetUsedRange(out var first, out var last)) return 0;
        var above = 0L;
        for (var i = Math.Max(first, Layout.IndexOf(value) + 1); i <= last; i++) above += Counts[i];
        GC.KeepAlive(this);
        return above;
    }

    /// <summary>Number of values in bucket <paramref name="index"/> of <see cref="Layout"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not a bucket of the
    /// layout.</exception>
    public long CountAt(int index)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, Layout.Length);
        var count = Counts[index];
        GC.KeepAlive(this);
        return count;
    }

    // The middle is clamped to the exact bounds, so that a single value is its own mean.
    private double Representative(int index) => Math.Clamp(Layout.MiddleOf(index), Min, Max);
}
