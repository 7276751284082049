using System.Collections.Immutable;
using System.Runtime.InteropServices;
using Dyno.Metrics.Exposition;
using Dyno.Metrics.Histograms;

namespace Dyno.Load.Running;

/// <summary>
/// A distribution in the few coarse buckets that monitoring systems add up: how many values did not exceed each bound.
/// Percentiles of a run are never read from it.
/// </summary>
/// <param name="CountsUpTo">How many values did not exceed the bound of <see cref="Bounds"/> at the same place.</param>
/// <param name="Count">All values.</param>
/// <param name="SumNanos">Their sum, from the middles of the fine buckets.</param>
public sealed record LatencyBuckets(ImmutableArray<long> CountsUpTo, long Count, double SumNanos)
{
    /// <summary>Upper bounds, ascending: 100 µs to 10 s in steps of 1, 2.5 and 5.</summary>
    public static ImmutableArray<TimeSpan> Bounds { get; } = [.. PrometheusText.ResponseTimeBounds];

    // Plain loops: a run that nobody watches should leave next to no garbage.
    internal static LatencyBuckets Of(Histogram histogram)
    {
        var counts = new long[Bounds.Length];
        for (var i = 0; i < counts.Length; i++)
            counts[i] = histogram.Count - histogram.CountAbove(Bounds[i].Ticks * TimeSpan.NanosecondsPerTick);
        return new LatencyBuckets(ImmutableCollectionsMarshal.AsImmutableArray(counts), histogram.Count, histogram.Mean * histogram.Count);
    }
}
