using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>
/// Strained: the rate of a closed model rose at the same number of users, so the server was not warm when the measurement began. Only a
/// rise counts, because a fall is the server's behaviour under load. Silent on runs that are short or have few requests.
/// </summary>
internal sealed class UnfinishedWarmUpRule : IHealthRule
{
    private const int FewestIntervals = 4;
    private const long FewestRequests = 2_000; // the count of one half is then exact to about 3 %
    private const double SameUsers = 0.9;

    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var series = evidence.Measured.Series;
        if (series.IsDefault || series.Length <= FewestIntervals) return null;
        var half = (series.Length - 1) / 2; // the last interval may be a short one
        var first = series.AsSpan(0, half);
        var second = series.AsSpan(series.Length - 1 - half, half);
        if (evidence.Measured.Totals.Requests < FewestRequests || IsOpenOrRamped(first, second)) return null;
        var (before, after) = (Rate(first, evidence), Rate(second, evidence));
        if (before <= 0 || after / before - 1 <= limits.RateRise) return null;
        var rise = after / before - 1;
        return new HealthFinding
        {
            Rule = "warm-up",
            State = HealthState.Strained,
            Message = $"the rate rose from {Figures.Count(before)}/s in the first half of the measurement to {Figures.Count(after)}/s in the second "
                + $"({Figures.Percent(rise)}, limit {Figures.Percent(limits.RateRise)}): the server was still warming up. Warm up for longer (--warmup).",
            Value = rise,
            Limit = limits.RateRise,
        };
    }

    private static bool IsOpenOrRamped(ReadOnlySpan<IntervalResult> first, ReadOnlySpan<IntervalResult> second)
    {
        var (fewest, most) = (int.MaxValue, 0);
        foreach (var interval in first)
        {
            if (interval.PlannedStarts is not null) return true;
            fewest = Math.Min(fewest, interval.ActiveVirtualUsers);
        }

        foreach (var interval in second) most = Math.Max(most, interval.ActiveVirtualUsers);
        return fewest < SameUsers * most;
    }

    private static double Rate(ReadOnlySpan<IntervalResult> intervals, HealthEvidence evidence)
    {
        var requests = 0L;
        foreach (var interval in intervals) requests += interval.Requests;
        return requests / (intervals.Length * evidence.Measured.IntervalSeconds);
    }
}
