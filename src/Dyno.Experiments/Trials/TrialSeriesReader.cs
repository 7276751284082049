namespace Dyno.Experiments;

/// <summary>Reads from a run what its comparison shows over time.</summary>
internal static class TrialSeriesReader
{
    // A longer series stays only in the document of its trial.
    private const int MostPoints = 300;

    /// <summary>The series; null when there is none, or when it is too long.</summary>
    public static TrialSeries? Of(RunResult run)
    {
        var points = new SortedDictionary<double, TrialPoint>();
        if (run.WarmUp is { } warmUp) AddPhase(points, warmUp, -warmUp.DurationSeconds);
        AddPhase(points, run.Measured, 0);
        if (run.Duet is { } duet) AddSlices(points, duet);
        if (run.Server is { } server) AddServer(points, server);
        return points.Count is 0 or > MostPoints ? null : new TrialSeries([.. points.Values]);
    }

    private static void AddPhase(SortedDictionary<double, TrialPoint> points, PhaseResult phase, double begin)
    {
        for (var i = 0; i < phase.Series.Length; i++)
        {
            var (interval, from) = (phase.Series[i], i * phase.IntervalSeconds);
            var to = i == phase.Series.Length - 1 ? Math.Max(phase.DurationSeconds, from + 0.001) : from + phase.IntervalSeconds;
            // An interval of a few milliseconds at the end is too short for a rate.
            if (to - from < 0.2 * phase.IntervalSeconds) continue;
            Update(points, begin + to, point => point with
            {
                Rate = Math.Round(interval.Requests / (to - from), 2),
                P99Nanos = interval.P99Nanos > 0 ? interval.P99Nanos : null,
            });
        }
    }

    // All variants of a round share its seconds: a variant without a slice in a second has no point there.
    private static void AddSlices(SortedDictionary<double, TrialPoint> points, DuetRecord duet)
    {
        foreach (var second in duet.Slices.GroupBy(slice => Math.Round(slice.Seconds + slice.Length)))
        {
            var length = second.Sum(slice => slice.Length);
            if (length > 0) Update(points, second.Key, point => point with { Rate = Math.Round(second.Sum(slice => slice.Requests) / length, 2) });
        }
    }

    private static void AddServer(SortedDictionary<double, TrialPoint> points, ServerObservation server)
    {
        foreach (var seen in server.Series)
            Update(points, seen.Seconds, point => point with { CpuCores = Math.Round(seen.CpuCores, 3), WorkingSetBytes = seen.WorkingSetBytes });
        foreach (var seen in server.Runtime?.Series ?? [])
            Update(points, seen.Seconds, point => point with
            {
                HeapBytes = seen.HeapBytes,
                AllocatedBytes = seen.AllocatedBytes,
                GcPauseSeconds = seen.GcPauseSeconds,
                ThreadPoolThreads = seen.ThreadPoolThreads,
                ThreadPoolQueue = seen.ThreadPoolQueue,
            });
    }

    // The seconds of the three sources differ by some milliseconds: values of the same second become one point.
    private static void Update(SortedDictionary<double, TrialPoint> points, double seconds, Func<TrialPoint, TrialPoint> change)
    {
        var second = Math.Round(seconds);
        points[second] = change(points.TryGetValue(second, out var point) ? point : new TrialPoint { Seconds = second });
    }
}
