namespace Dyno.Experiments;

/// <summary>
/// Finds variants whose speed depends on how long they were measured: within a launch, as with a leak or a table that grows, or from round
/// to round, as with a file that outlives the launches. The verdict then holds for these seconds of a program's life and no others.
/// </summary>
internal static class SpeedChanges
{
    private const double LeastChange = 0.03; // as the tolerance of a warm-up
    private const double Level = 0.99;
    private const int FewestRounds = 6;      // fewer have no interval at that level

    /// <summary>Variants that became slower within most of their launches, in a sentence; null for none.</summary>
    public static string? WithinLaunches(IReadOnlyCollection<TrialRecord> used)
    {
        var slowing = used.Where(t => t.Duet is not null).GroupBy(t => t.Variant)
            .Select(own => (Variant: own.Key, Trials: own.Count(), Rises: own.Select(t => RiseOf(t.Duet!)).Where(rise => rise > LeastChange).ToList()))
            .Where(own => own.Trials > 1 && 2 * own.Rises.Count > own.Trials)
            .Select(own => string.Create(CultureInfo.InvariantCulture,
                $"{own.Variant} (in {own.Rises.Count} of {own.Trials} launches, by {100 * own.Rises.Average():0} % in the mean)"))
            .ToList();
        return slowing.Count == 0 ? null
            : $"a request took longer in the second half of the measurement than in the first, of {string.Join(", ", slowing)}. The longer it runs the slower it is, so the verdict holds for a program that is this young. Measure longer (-d 1m), or look for what grows: dyno soak.";
    }

    /// <summary>Pairs whose headline rises or falls from round to round, in sentences.</summary>
    public static IEnumerable<string> FromRoundToRound(ComparePlan compare, UsedTrials used)
    {
        var variants = used.All.Where(t => t.Variant != compare.Baseline && t.Variant != Judgement.ControlName);
        foreach (var pair in variants.Select(t => (t.Variant, t.Cell)).Distinct())
        {
            var logs = used.Rounds(compare.Baseline, pair.Variant, pair.Cell, null).Select(round => round.LogRatio(compare.Headline)).ToList();
            if (logs.Count < FewestRounds || logs.Contains(null)) continue;
            double[] ratios = [.. logs.OfType<double>()];
            var slope = TheilSen.Of([.. Enumerable.Range(0, ratios.Length).Select(i => (double)i)], ratios, Level);
            var change = Math.Exp(slope.Slope * (ratios.Length - 1)) - 1;
            if (slope is { Lower: > 0 } or { Upper: < 0 } && Math.Abs(change) > LeastChange)
                yield return string.Create(CultureInfo.InvariantCulture,
                    $"{pair.Variant}{(pair.Cell.Length > 0 ? $" ({pair.Cell})" : "")} {(change < 0 ? "falls" : "rises")} against {compare.Baseline} from round to round, by {100 * Math.Abs(change):0} % over {ratios.Length} rounds. Something outlives its launches, such as a file, a table or a cache; reset it before each launch.");
        }
    }

    /// <summary>By which share the time of a request rose in the second half, beyond what the scatter of the slices explains (two standard errors).</summary>
    internal static double RiseOf(DuetRecord duet)
    {
        double[] times = [.. duet.Slices.Where(s => s is { IsSetAside: false, Requests: > 0 }).Select(s => s.Length / (s.Counted ?? s.Requests))];
        var (first, second) = (times[..(times.Length / 2)], times[(times.Length / 2)..]);
        if (first.Length < 2) return 0;
        var (before, after) = (first.Average(), second.Average());
        var error = Math.Sqrt(PooledScatter.Variance(first) / first.Length + PooledScatter.Variance(second) / second.Length);
        return after - before > 2 * error ? (after - before) / before : 0;
    }
}
