namespace Dyno.Results;

/// <summary>
/// Merges the series of several runs: side by side within a wave, and wave after wave. An interval that comes from a single interval
/// keeps its figures. In any other interval, the percentiles are read from the merged histogram, and the start lag is left out
/// because a series holds no histogram of it. Virtual users of runs side by side add up; of neighbouring intervals of one run the
/// later one counts, as in the run itself.
/// </summary>
internal static class SeriesMerge
{
    /// <summary>The largest number of intervals, as in a single run.</summary>
    private const int MaxIntervals = 900;

    public static (ImmutableArray<IntervalResult> Series, double IntervalSeconds) Of(List<ImmutableArray<RunResult>> waves)
    {
        var length = waves.SelectMany(wave => wave).Max(run => run.Measured.IntervalSeconds);
        var places = Places(waves, length);
        while (places.Count > MaxIntervals)
        {
            length *= 2;
            places = Places(waves, length);
        }
        var merged = new IntervalResult[places.Count];
        InParallel(places.Count, place => merged[place] = Merge(places[place]));
        return ([.. merged], length);
    }

    private static void InParallel(int count, Action<int> work)
    {
        try
        {
            Parallel.For(0, count, work);
        }
        catch (AggregateException failures) when (failures.InnerExceptions[0] is UserFault damaged)
        {
            throw new UserFault(damaged.Message, damaged.Hint, damaged);
        }
    }

    // Assigns the intervals of the runs to the intervals of the merged series.
    private static List<List<Part>> Places(List<ImmutableArray<RunResult>> waves, double length)
    {
        var places = new List<List<Part>>();
        foreach (var wave in waves)
        {
            var begin = places.Count;
            foreach (var run in wave)
            {
                var offset = Waves.OffsetOf(run, wave, length);
                for (var i = 0; i < run.Measured.Series.Length; i++)
                {
                    var place = begin + offset + (int)(i * run.Measured.IntervalSeconds / length);
                    while (places.Count <= place) places.Add([]);
                    places[place].Add(new Part(run, run.Measured.Series[i]));
                }
            }
        }
        return places;
    }

    private static IntervalResult Merge(List<Part> of)
    {
        if (of is [var only]) return only.Interval;
        var parts = of.ConvertAll(part => part.Interval);
        var response = LatencyMerge.Merged(parts.Select(part => part.Histogram));
        var max = parts.Select(part => part.MaxNanos).DefaultIfEmpty(0).Max();
        return new IntervalResult
        {
            Requests = parts.Sum(part => part.Requests),
            FailedRequests = parts.Sum(part => part.FailedRequests),
            PlannedStarts = parts.All(part => part.PlannedStarts is null) ? null : parts.Sum(part => part.PlannedStarts ?? 0),
            DroppedIterations = parts.Sum(part => part.DroppedIterations),
            ActiveVirtualUsers = of.GroupBy(part => part.Run, ReferenceEqualityComparer.Instance).Sum(own => own.Last().Interval.ActiveVirtualUsers),
            P50Nanos = Math.Min(max, response.ValueAtQuantile(0.5)),
            P95Nanos = Math.Min(max, response.ValueAtQuantile(0.95)),
            P99Nanos = Math.Min(max, response.ValueAtQuantile(0.99)),
            MaxNanos = max,
            Histogram = response.Count == 0 ? "" : HdrEncoding.EncodeBase64(response),
        };
    }

    /// <summary>An interval and the run it comes from.</summary>
    private readonly record struct Part(RunResult Run, IntervalResult Interval);
}
