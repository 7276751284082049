namespace Dyno.Experiments;

/// <summary>
/// How an experiment's time is split between launches and their slices. Of a round's log-ratio the variance is b + w/m: b from launch to
/// launch, which only more launches reduce, and w/m from slices of m seconds in all. A launch costs c seconds of start and warm-up before
/// anything is measured, so a given time buys the least variance at m = √(w·c/b): two-stage sampling, Cochran, Sampling Techniques (1977), §10.6.
/// </summary>
/// <param name="Measure">How long each launch is to be measured from now on.</param>
/// <param name="Before">How long each launch was measured so far.</param>
/// <param name="LaunchDeviation">√b: the standard deviation of a log-ratio from launch to launch.</param>
/// <param name="SliceDeviation">√(w/m) for the m so far: the standard deviation of a log-ratio from the slices.</param>
/// <param name="VarianceFactor">The variance of a round's log-ratio, divided by the variance so far.</param>
/// <param name="TimeFactor">The time of a round, divided by the time so far.</param>
internal sealed record LaunchSplit(TimeSpan Measure, TimeSpan Before, double LaunchDeviation, double SliceDeviation, double VarianceFactor, double TimeFactor)
{
    // Two rounds show little of the scatter between launches, so the usual scatter between launches of .NET servers (0.7 to 1.2 %) is included.
    private const double UsualLaunchDeviation = 0.01;
    private const double WeightOfUsual = 2; // in pairs of rounds

    // Limits for the new length, relative to the length in the file; a change of less than a quarter is not made.
    private const double Shortest = 0.5, Longest = 4, LeastChange = 0.25;

    /// <summary>The best split; null where the slices show too little, or where the present split is about the best.</summary>
    /// <param name="variants">The variants of all cells, controls included.</param>
    /// <param name="used">The trials that count, of at least two rounds.</param>
    /// <param name="perRound">How long a round takes in all.</param>
    public static LaunchSplit? Of(ComparePlan compare, ImmutableArray<VariantPlan> variants,
        UsedTrials used, TimeSpan perRound)
    {
        var (total, slices, pairs) = (0.0, 0.0, 0);
        foreach (var variant in variants.Where(v => v.Name != compare.Baseline))
        {
            if (used.Pairs(compare.Baseline, variant.Name, variant.Cell) is not [var one, var other, ..]) return null;
            if (Of(one) is not { } first || Of(other) is not { } second) return null;
            var apart = first.Log - second.Log;
            total += apart * apart / 2;
            slices += (first.Error * first.Error + second.Error * second.Error) / 2;
            pairs++;

            (double Log, double Error)? Of((TrialRecord Baseline, TrialRecord Variant) pair) =>
                SliceRatio.LogRatio(compare.Headline, pair.Baseline.Duet, pair.Variant.Duet) is { } log
                    && SliceRatio.StandardError(compare.Headline, pair.Baseline.Duet, pair.Variant.Duet) is { } error ? (log, error) : null;
        }
        if (pairs == 0 || slices == 0) return null;
        var launches = (Math.Max(0, total - slices) + WeightOfUsual * UsualLaunchDeviation * UsualLaunchDeviation) / (pairs + WeightOfUsual);
        var measured = used.All.Average(trial => trial.Duet?.Slices.Sum(s => s.Length) ?? 0);
        var perLaunch = perRound.TotalSeconds * used.All.Select(trial => trial.Round).Distinct().Count() / used.All.Length;
        return Of(launches, slices / pairs, measured, Math.Max(0, perLaunch - measured));
    }

    internal static LaunchSplit? Of(double launches, double slices, double measured, double cost)
    {
        var factor = Math.Clamp(Math.Sqrt(slices * cost / (launches * measured)), Shortest, Longest);
        return Math.Abs(factor - 1) < LeastChange ? null : new LaunchSplit(
            TimeSpan.FromSeconds(Math.Round(factor * measured, 1)), TimeSpan.FromSeconds(measured), Math.Sqrt(launches), Math.Sqrt(slices),
            (launches + slices / factor) / (launches + slices), (cost + factor * measured) / (cost + measured));
    }
}
