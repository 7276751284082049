namespace Dyno.Load;

/// <summary>
/// Strained: the rate of a closed model rose at the same number of users, so the server was not warm when the measurement began. Only a
/// rise counts, because a fall is the server's behaviour under load. Silent on runs that are short or have few requests.
/// </summary>
internal static class UnfinishedWarmUpRule
{
    private const int FewestIntervals = 4;
    private const long FewestRequests = 2_000; // the count of one half is then exact to about 3 %
    private const double SameUsers = 0.9;

    public static Excess? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var series = evidence.Measured.Series;
        if (series.IsDefault || series.Length <= FewestIntervals) return null;
        if (evidence.Measured.Totals.Requests < FewestRequests || IsOpenOrRamped(series.AsSpan())) return null;
        var (before, after) = Halves(evidence.Measured);
        if (before <= 0 || after / before - 1 <= limits.RateRise) return null;
        var rise = after / before - 1;
        return new($"the rate rose from {Figures.Count(before)}/s in the first half of the measurement to {Figures.Count(after)}/s in the second "
            + $"({Figures.Percent(rise)}, limit {Figures.Percent(limits.RateRise)}): the server was still warming up. Warm up for longer (--warmup).",
            rise, limits.RateRise);
    }

    private static bool IsOpenOrRamped(ReadOnlySpan<IntervalResult> series)
    {
        var (fewest, most) = (int.MaxValue, 0);
        var half = (series.Length - 1) / 2; // users leave in the last interval
        for (var i = 0; i < series.Length; i++)
        {
            if (series[i].PlannedStarts is not null) return true;
            if (i < half) fewest = Math.Min(fewest, series[i].ActiveVirtualUsers);
            else most = Math.Max(most, series[i].ActiveVirtualUsers);
        }

        return fewest < SameUsers * most;
    }

    /// <summary>
    /// The rates of the two halves of the measurement. Every interval counts: the one in the middle by its share of each half, and the last
    /// one with its own length.
    /// </summary>
    private static (double First, double Second) Halves(PhaseResult measured)
    {
        var middle = measured.DurationSeconds / 2;
        var (start, before) = (0.0, 0.0);
        for (var i = 0; i < measured.Series.Length && start < middle; i++)
        {
            var end = i == measured.Series.Length - 1 ? measured.DurationSeconds : start + measured.IntervalSeconds;
            before += measured.Series[i].Requests * Math.Min(1, (middle - start) / (end - start));
            start = end;
        }

        return (before / middle, (measured.Series.Sum(i => i.Requests) - before) / middle);
    }
}
