using System.Runtime.InteropServices;

namespace Dyno.Metrics;

/// <summary>
/// A distribution in the few coarse buckets that monitoring systems can add up. Each bucket counts the values that do not exceed its
/// bound. Percentiles of a run are never read from these buckets.
/// </summary>
/// <param name="CountsUpTo">For each bound in <see cref="Bounds"/>, the number of values that do not exceed it.</param>
/// <param name="Count">Number of all values.</param>
/// <param name="SumNanos">Sum of the values in nanoseconds, computed from the middles of the histogram's fine buckets.</param>
public sealed record LatencyBuckets(ImmutableArray<long> CountsUpTo, long Count, double SumNanos)
{
    /// <summary>Upper bounds, ascending: 100 µs to 10 s in steps of 1, 2.5 and 5.</summary>
    public static ImmutableArray<TimeSpan> Bounds { get; } =
        [.. new[] { 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000 }.Select(TimeSpan.FromMilliseconds)];

    // Plain loops instead of LINQ, so that a run without viewers leaves almost no garbage.
    public static LatencyBuckets Of(Histogram histogram)
    {
        var counts = new long[Bounds.Length];
        for (var i = 0; i < counts.Length; i++)
            counts[i] = histogram.Count - histogram.CountAbove(Bounds[i].Ticks * TimeSpan.NanosecondsPerTick);
        return new LatencyBuckets(ImmutableCollectionsMarshal.AsImmutableArray(counts), histogram.Count, histogram.Mean * histogram.Count);
    }
}
