namespace Dyno.Metrics;

/// <summary>
/// The log-linear bucket layout of HdrHistogram (unit magnitude 0), so that exports are exact. With 3 significant digits a bucket is at
/// most 1/1024 (0.098 %) of its value wide, and values below 2,048 are exact.
/// </summary>
/// <remarks>Source: the bucket arithmetic described for HdrHistogram V2 (hdrhistogram.org, "Encoding").</remarks>
public sealed record HistogramLayout
{
    /// <summary>1 ns to 1 h with 3 significant digits: the layout of every latency in Dyno.</summary>
    public static HistogramLayout Latency { get; } = new(3_600_000_000_000, 3);

    /// <summary>Creates a layout that holds 0 to <paramref name="highestTrackable"/> with the given digits.</summary>
    /// <param name="highestTrackable">The largest value that must keep its digits; at least 2.</param>
    /// <param name="significantDigits">Decimal digits kept, 0 to 5: with 3 the relative error is below 0.1 %.</param>
    public HistogramLayout(long highestTrackable, int significantDigits)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(highestTrackable, 2);
        ArgumentOutOfRangeException.ThrowIfLessThan(significantDigits, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(significantDigits, 5);
        HighestTrackable = highestTrackable;
        SignificantDigits = significantDigits;
        var largestExact = 2 * (long)Math.Pow(10, significantDigits);
        var subBucketMagnitude = 64 - BitOperations.LeadingZeroCount((ulong)largestExact - 1);
        HalfCountMagnitude = subBucketMagnitude - 1;
        SubBucketHalfCount = 1 << HalfCountMagnitude;
        SubBucketMask = (1L << subBucketMagnitude) - 1;
        LeadingZeroBase = 64 - subBucketMagnitude;
        var buckets = 1;
        for (var top = 1L << subBucketMagnitude; top <= highestTrackable && top > 0; top <<= 1) buckets++;
        Length = (buckets + 1) * SubBucketHalfCount;
        Top = HighestAt(Length - 1);
    }

    /// <summary>The largest value that must keep its digits.</summary>
    public long HighestTrackable { get; }

    /// <summary>Decimal digits kept.</summary>
    public int SignificantDigits { get; }

    /// <summary>The number of buckets.</summary>
    public int Length { get; }

    /// <summary>The largest value of the last bucket: the end of the power-of-two range that contains <see cref="HighestTrackable"/>.</summary>
    public long Top { get; }

    internal int SubBucketHalfCount { get; }

    internal int HalfCountMagnitude { get; }

    internal int LeadingZeroBase { get; }

    internal long SubBucketMask { get; }

    /// <summary>The bucket of a value. A negative value falls into the bucket of 0, a value above <see cref="Top"/> into the last bucket.</summary>
    public int IndexOf(long value)
    {
        var tracked = Math.Clamp(value, 0, Top);
        var bucket = LeadingZeroBase - BitOperations.LeadingZeroCount((ulong)(tracked | SubBucketMask));
        return (bucket << HalfCountMagnitude) + (int)(tracked >> bucket);
    }

    /// <summary>The smallest value that falls into bucket <paramref name="index"/>.</summary>
    public long LowestAt(int index)
    {
        var bucket = (index >> HalfCountMagnitude) - 1;
        var sub = (index & (SubBucketHalfCount - 1)) + SubBucketHalfCount;
        if (bucket < 0) { sub -= SubBucketHalfCount; bucket = 0; }
        return (long)sub << bucket;
    }

    /// <summary>The largest value that falls into bucket <paramref name="index"/>.</summary>
    public long HighestAt(int index)
    {
        var bucket = Math.Max(0, (index >> HalfCountMagnitude) - 1);
        return LowestAt(index) + (1L << bucket) - 1;
    }

    /// <summary>The value that represents bucket <paramref name="index"/> in a mean.</summary>
    public long MiddleOf(int index)
    {
        var low = LowestAt(index);
        return low + (HighestAt(index) - low + 1) / 2;
    }
}
