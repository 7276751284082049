namespace Dyno.Results;

/// <summary>
/// Merges the points that several runs recorded once a second into one series: one run after the other without the warm-ups, and
/// thinned when there are more points than a chart can show.
/// </summary>
internal static class PointMerge
{
    /// <summary>The largest number of points, the same as of a run's intervals.</summary>
    private const int MaxPoints = 900;

    /// <param name="seen">The runs in their order.</param>
    /// <param name="series">Gives the points of one run.</param>
    /// <param name="mean">Makes one point of several neighbours.</param>
    /// <param name="at">Moves a point to another time.</param>
    /// <param name="seconds">Gives the time of a point, in seconds; 0 and below in the warm-up.</param>
    public static ImmutableArray<T> Of<T>(
        IReadOnlyList<SeenProcess> seen, Func<ServerObservation, ImmutableArray<T>> series,
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
