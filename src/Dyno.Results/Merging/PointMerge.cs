using System.Collections.Immutable;

namespace Dyno.Results.Merging;

/// <summary>
/// What was seen once a second in several runs as one series: behind each other without the warm-ups, and thinned when
/// there are more points than a chart can show.
/// </summary>
internal static class PointMerge
{
    /// <summary>Points at most, as the intervals of a run.</summary>
    private const int MaxPoints = 900;

    /// <param name="seen">The runs in their order.</param>
    /// <param name="series">The points of one.</param>
    /// <param name="mean">Several neighbours as one point.</param>
    /// <param name="at">The point at another time.</param>
    /// <param name="seconds">When a point was seen; the warm-up is 0 and below.</param>
    public static ImmutableArray<T> Of<T>(
        IReadOnlyList<SeenProcess> seen, Func<Runs.ServerObservation, ImmutableArray<T>> series,
        Func<IReadOnlyCollection<T>, T> mean, Func<T, double, T> at, Func<T, double> seconds)
    {
        var (points, begin) = (new List<T>(), 0.0);
        foreach (var run in seen)
        {
            foreach (var point in series(run.Process))
                if (seconds(point) > 0) points.Add(at(point, begin + seconds(point)));
            begin += run.Seconds;
        }

        var together = (points.Count + MaxPoints - 1) / MaxPoints;
        return together <= 1 ? [.. points] : [.. points.Chunk(together).Select(chunk => mean(chunk))];
    }
}
