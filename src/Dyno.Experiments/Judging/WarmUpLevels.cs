namespace Dyno.Experiments;

/// <summary>
/// Finds trials that were measured before the server was warm. A warm-up that ended at its maximum is only a suspicion, and slices can
/// confirm it: a server that is still warming up needs less CPU time per request in the second half of its measurement than in the first
/// half. A server can also be level twice: at first on code that is not optimised, which ends the warm-up. The slices of one trial do not
/// prove that, because another program can disturb half of them; half of a variant's trials do.
/// </summary>
internal static class WarmUpLevels
{
    /// <summary>The warning in words; null when there is none.</summary>
    public static string? Doubt(ExperimentPlan plan, IReadOnlyCollection<TrialRecord> used) => NeverLevel(plan, used) ?? LevelTwice(plan, used);

    private static string? NeverLevel(ExperimentPlan plan, IReadOnlyCollection<TrialRecord> used)
    {
        var tolerance = plan.WarmUp.Tolerance;
        var late = used.Where(t => t is { WarmUpReachedLevel: false, WarmUpSeconds: > 0 }).ToList();
        var falling = late.Where(t => t.Duet is null || FallOf(t.Duet) > tolerance).ToList();
        if (falling.Count == 0) return null;
        var which = string.Join(", ", falling.GroupBy(t => t.Variant).Select(own => string.Create(CultureInfo.InvariantCulture,
            $"{own.Key} ({own.Count()} of {used.Count(t => t.Variant == own.Key)} trials, after {own.Max(t => t.WarmUpSeconds):0.#} s)")));
        var fell = late.TrueForAll(t => t.Duet is null) ? "" : string.Create(CultureInfo.InvariantCulture,
            $" The cost of a request fell by more than {100 * tolerance:0.#} % from the first half of the measurement to the second.");
        return $"the warm-up did not become level: {which}.{fell} {(plan.IsQuick ? "Without --quick the warm-up is longer." : "Set a longer maximum.")}";
    }

    private static string? LevelTwice(ExperimentPlan plan, IReadOnlyCollection<TrialRecord> used)
    {
        var twice = used.Where(t => t is { WarmUpReachedLevel: true, Duet: not null }).GroupBy(t => t.Variant)
            .Select(own => (Variant: own.Key, Trials: own.Count(),
                Falls: own.Select(t => FallOf(t.Duet!)).Where(fall => fall > plan.WarmUp.Tolerance).ToList()))
            .Where(own => own.Trials > 1 && 2 * own.Falls.Count > own.Trials)
            .Select(own => string.Create(CultureInfo.InvariantCulture, $"{own.Variant} ({own.Falls.Count} of {own.Trials} trials, by {100 * own.Falls.Average():0} % in the mean)"))
            .ToList();
        return twice.Count == 0 ? null
            : $"the warm-up ended too early: the cost of a request still fell while it was measured, of {string.Join(", ", twice)}. Set a longer minimum.";
    }

    /// <summary>
    /// By which share the CPU time of a request fell in the second half, beyond what the scatter of the slices explains (two standard
    /// errors).
    /// </summary>
    internal static double FallOf(DuetRecord duet)
    {
        double[] costs =
        [
            .. duet.Slices.Where(s => s is { IsSetAside: false, Requests: > 0 })
                .Select(s => s.CpuMicros / s.Requests ?? s.Length / (s.Counted ?? s.Requests)),
        ];
        var (first, second) = (costs[..(costs.Length / 2)], costs[(costs.Length / 2)..]);
        if (first.Length < 2) return 0;
        var (before, after) = (first.Average(), second.Average());
        var error = Math.Sqrt(PooledScatter.Variance(first) / first.Length + PooledScatter.Variance(second) / second.Length);
        return before - after > 2 * error ? (before - after) / before : 0;
    }
}
