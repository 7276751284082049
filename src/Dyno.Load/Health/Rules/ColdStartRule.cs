namespace Dyno.Load;

/// <summary>
/// Strained: the server answered an open load slowly at first and then fast, so the percentiles include its warm-up. In a closed model a
/// rising rate shows the warm-up; the rate of an open model cannot rise.
/// </summary>
internal static class ColdStartRule
{
    private const int FewestIntervals = 5;
    private const long FewestNanos = 200_000; // a smaller difference is noise, whatever the factor
    private const double SameRate = 0.9;

    public static Excess? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var series = evidence.Measured.Series;
        if (series.IsDefault || series.Length < FewestIntervals || !IsSteady(series.AsSpan()[..^1])) return null;
        var level = Median(series.AsSpan()[(series.Length / 2)..].ToArray());
        var cold = series.TakeWhile(i => IsCold(i, level, limits)).ToList();
        if (cold.Count == 0 || cold.Count > series.Length / 2) return null;
        var before = Median(cold);
        return new($"the median response of the first {Figures.Number(cold.Count * evidence.Measured.IntervalSeconds)} s was {Figures.Milliseconds(before / 1e6)} and of the second half "
            + $"{Figures.Milliseconds(level / 1e6)} ({Figures.Number(before / Math.Max(1, level))} times, limit {Figures.Number(1 + limits.ColdStart)}): the server was still warming up, "
            + "and the percentiles include that time. Warm up first, or for longer (--warmup).",
            before / Math.Max(1, level) - 1, limits.ColdStart);
    }

    private static bool IsCold(IntervalResult interval, double level, HealthLimits limits) =>
        interval.P50Nanos > (1 + limits.ColdStart) * level && interval.P50Nanos - level > FewestNanos;

    // When the rate rises on purpose, the response times may change with it, so only a steady rate is judged.
    private static bool IsSteady(ReadOnlySpan<IntervalResult> intervals)
    {
        var (fewest, most) = (long.MaxValue, 0L);
        foreach (var interval in intervals)
        {
            if (interval.PlannedStarts is not { } planned) return false;
            (fewest, most) = (Math.Min(fewest, planned), Math.Max(most, planned));
        }

        return most > 0 && fewest >= SameRate * most;
    }

    private static double Median(IEnumerable<IntervalResult> intervals)
    {
        var sorted = intervals.Where(i => i.P50Nanos > 0).Select(i => i.P50Nanos).Order().ToList();
        return sorted.Count == 0 ? 0 : sorted[sorted.Count / 2];
    }
}
