namespace Dyno.Experiments;

/// <summary>
/// The verdict on the CPU time of the program's own code, from the profile of a pair. Shares of samples scatter as counting does, whatever the
/// machine does; so there is a verdict where the rate is unclear. All methods that differ hold together at <see cref="Level"/>. What the profile
/// leaves open is no verdict: the metric is judged unasked, and a gate that heeds open verdicts must not fail by it.
/// </summary>
internal static class OwnCodeVerdict
{
    private const double Level = 0.99;
    private const int MostNamed = 3;

    /// <summary>A comparison whose profiled pairs have the verdict of their profile, instead of an earlier one.</summary>
    public static Comparison Add(Comparison comparison) => comparison with { Pairs = Of(comparison.Pairs, comparison) };

    /// <summary>Pairs with the verdicts of the profiles of their comparison.</summary>
    public static ImmutableArray<PairResult> Of(ImmutableArray<PairResult> pairs, Comparison comparison) =>
    [
        .. from pair in pairs
           let profile = comparison.Profiles.FirstOrDefault(p => (p.Baseline, p.Variant, p.Cell) == (pair.Baseline, pair.Variant, pair.Cell))
           let threshold = comparison.Experiment.Thresholds.GetValueOrDefault(FigureTable.OfCode, FigureTable.Of(FigureTable.OfCode).Threshold)
           select profile is { OwnMicros: not null, WhyNoVerdict: null } ? With(pair, profile, threshold) : pair,
    ];

    private static PairResult With(PairResult pair, ProfileRecord profile, double threshold)
    {
        var estimate = EstimateOf(profile);
        var verdict = new VerdictRule { Threshold = threshold, HigherIsBetter = false, FewestRoundsNeeded = 1 }.Judge(estimate, bias: 0);
        if (verdict == Verdict.Unclear) return pair;
        return pair with
        {
            Judged =
            [
                .. pair.Judged.Where(j => j.Metric != FigureTable.OfCode),
                new MetricVerdict
                {
                    Metric = FigureTable.OfCode,
                    Verdict = VerdictWords.Name(verdict),
                    Sentence = Sentence(profile, verdict),
                    Level = Level,
                    IsStructural = true,
                    IsSettled = true,
                    Outlook = Outlook(profile),
                    SmallestVisible = profile.SeenMicros / profile.Whole,
                },
            ],
            Metrics =
            [
                .. pair.Metrics.Where(m => m.Metric != FigureTable.OfCode),
                new MetricComparison
                {
                    Metric = FigureTable.OfCode,
                    Rounds = profile.Launches,
                    Ratio = estimate.Ratio,
                    Low = estimate.Interval!.Low,
                    High = estimate.Interval!.High,
                    Level = Level,
                    Method = VerdictWords.Name(IntervalMethod.StudentT),
                },
            ],
        };
    }

    // The request with what its methods cost more, against the request before; without a certain method, what none costs more or less.
    private static RatioEstimate EstimateOf(ProfileRecord profile)
    {
        var own = profile.OwnMicros!.Value;
        var (less, more) = profile.OwnNoise is { } noise ? (own - noise, own + noise) : (-(profile.MostLessMicros ?? 0), profile.MostMoreMicros ?? 0);
        return new RatioEstimate
        {
            Rounds = profile.Launches,
            Ratio = RatioOf(own),
            Interval = new RatioInterval(RatioOf(less), RatioOf(more), Level, Level, IntervalMethod.StudentT),
        };

        double RatioOf(double micros) => Math.Max(1e-3, 1 + micros / profile.Whole);
    }

    private static string Sentence(ProfileRecord profile, Verdict verdict)
    {
        var (own, noise) = (profile.OwnMicros!.Value, profile.OwnNoise ?? 0);
        var most = Math.Max(profile.MostMoreMicros ?? 0, profile.MostLessMicros ?? 0);
        if (profile.OwnNoise is null) return $"{profile.Variant} and {profile.Baseline} have the same cost in each method of their own code, within {Cost(most, profile)} of a request.";
        var rows = string.Join(", ", profile.Rows.Where(r => r.IsSure).Take(MostNamed).Select(r => $"`{r.Method}`{ProfileWords.PlaceOf(r)} {ProfileWords.Micros(r.Difference)} µs"));
        if (verdict == Verdict.Same)
            return $"{profile.Variant} and {profile.Baseline} have the same cost in their own code, {ProfileWords.Micros(own)} µs of CPU per request "
                + $"({ProfileWords.Micros(own - noise)} to {ProfileWords.Micros(own + noise)}) in all: {rows}.";
        var (least, largest) = (Math.Min(Math.Abs(own - noise), Math.Abs(own + noise)), Math.Max(Math.Abs(own - noise), Math.Abs(own + noise)));
        var change = own > 0 ? $"costs {ProfileWords.Plain(own)} µs more CPU per request in its own code than {profile.Baseline}"
            : $"saves {ProfileWords.Plain(-own)} µs of {profile.Baseline}'s CPU per request in its own code";
        return $"{profile.Variant} {change} ({ProfileWords.Plain(least)} to {ProfileWords.Plain(largest)}; {VerdictWords.Percent(Math.Abs(own) / profile.Whole)}), sure: {rows}.";
    }

    private static string? Outlook(ProfileRecord profile) => profile is { SeenMicros: { } seen, SeenInLargestMicros: { } large }
        ? $"A cost of {Cost(seen, profile)} in a small method would have been seen, in the largest one of {Cost(large, profile)}." : null;

    private static string Cost(double micros, ProfileRecord profile) => $"{ProfileWords.Plain(micros)} µs ({VerdictWords.Percent(micros / profile.Whole)})";
}
