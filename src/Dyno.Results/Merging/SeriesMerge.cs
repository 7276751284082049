using System.Collections.Immutable;
using Dyno.Metrics.Histograms.Hdr;
using Dyno.Results.Runs;

namespace Dyno.Results.Merging;

/// <summary>
/// The series of several runs as one, side by side within a wave and wave after wave. An interval that comes from one
/// interval keeps its figures; of any other the percentiles are read from the merged histogram, and the start lag, of which
/// a series holds no histogram, is left out.
/// </summary>
internal static class SeriesMerge
{
    /// <summary>Intervals at most, as in a run of its own.</summary>
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
        catch (AggregateException failures) when (failures.InnerExceptions[0] is ResultException damaged)
        {
            throw new ResultException(damaged.Message, damaged.Hint, damaged);
        }
    }

    // Which intervals fall into which interval of the whole.
    private static List<List<IntervalResult>> Places(List<ImmutableArray<RunResult>> waves, double length)
    {
        var places = new List<List<IntervalResult>>();
        foreach (var wave in waves)
        {
            var begin = places.Count;
            var start = wave.Min(MeasuredFrom);
            foreach (var run in wave)
            {
                var offset = (int)Math.Round((MeasuredFrom(run) - start).TotalSeconds / length);
                for (var i = 0; i < run.Measured.Series.Length; i++)
                {
                    var place = begin + offset + (int)(i * run.Measured.IntervalSeconds / length);
                    while (places.Count <= place) places.Add([]);
                    places[place].Add(run.Measured.Series[i]);
                }
            }
        }
        return places;
    }

    private static DateTimeOffset MeasuredFrom(RunResult run) => run.StartedAt + TimeSpan.FromSeconds(run.WarmUp?.DurationSeconds ?? 0);

    private static IntervalResult Merge(List<IntervalResult> parts)
    {
        if (parts is [var only]) return only;
        var response = LatencyMerge.Merged(parts.Select(part => part.Histogram));
        var max = parts.Select(part => part.MaxNanos).DefaultIfEmpty(0).Max();
        return new IntervalResult
        {
            Requests = parts.Sum(part => part.Requests),
            FailedRequests = parts.Sum(part => part.FailedRequests),
            PlannedStarts = parts.All(part => part.PlannedStarts is null) ? null : parts.Sum(part => part.PlannedStarts ?? 0),
            DroppedIterations = parts.Sum(part => part.DroppedIterations),
            ActiveVirtualUsers = parts.Select(part => part.ActiveVirtualUsers).DefaultIfEmpty(0).Max(),
            P50Nanos = Math.Min(max, response.ValueAtQuantile(0.5)),
            P95Nanos = Math.Min(max, response.ValueAtQuantile(0.95)),
            P99Nanos = Math.Min(max, response.ValueAtQuantile(0.99)),
            MaxNanos = max,
            Histogram = response.Count == 0 ? "" : HdrEncoding.EncodeBase64(response),
        };
    }
}
