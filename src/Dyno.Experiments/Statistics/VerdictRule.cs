namespace Dyno.Experiments.Statistics;

/// <summary>Turns an interval into a verdict by the rules of docs/measurement.md, "Statistics".</summary>
public sealed record VerdictRule
{
    /// <summary>Rounds below which nothing is judged.</summary>
    public const int FewestRounds = 5;

    /// <summary>Further rounds above which the answer is "too close to the threshold to decide".</summary>
    public const int MostFurtherRounds = 100;

    /// <summary>The smallest relative difference that matters, e.g. 0.02; symmetric in logs.</summary>
    public required double Threshold { get; init; }

    /// <summary>True where more is better (a rate); false for times, CPU and memory.</summary>
    public required bool HigherIsBetter { get; init; }

    /// <summary>The confidence level of a verdict when <paramref name="comparisons"/> variants are compared (Bonferroni).</summary>
    public static double LevelFor(int comparisons)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(comparisons, 1);
        return 1 - 0.05 / comparisons;
    }

    /// <summary>The noise floor of an A/A control: the end of its interval farther from no difference, in logs.</summary>
    public static double NoiseFloor(RatioInterval? control) =>
        control is null ? 0 : Math.Max(Math.Abs(Math.Log(control.Low)), Math.Abs(Math.Log(control.High)));

    /// <summary>Judges one estimate.</summary>
    /// <param name="estimate">The variant against the baseline, its interval at <see cref="LevelFor"/>.</param>
    /// <param name="noiseFloor">From <see cref="NoiseFloor"/>, in logs; 0 without a control.</param>
    public Verdict Judge(RatioEstimate estimate, double noiseFloor)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        if (estimate.Rounds < FewestRounds || estimate.Interval is not { } interval) return Verdict.NotJudged;
        var limit = Math.Log(1 + Threshold);
        var beyond = Math.Max(limit, noiseFloor);
        var (low, high) = (Math.Log(interval.Low), Math.Log(interval.High));
        if (low > beyond) return HigherIsBetter ? Verdict.Faster : Verdict.Slower;
        if (high < -beyond) return HigherIsBetter ? Verdict.Slower : Verdict.Faster;
        // With a floor above the threshold this experiment cannot tell "same" from a difference that matters.
        return low >= -limit && high <= limit && noiseFloor <= limit ? Verdict.Same : Verdict.Unclear;
    }

    /// <summary>
    /// About how many rounds in addition would likely decide: n·(h/d)², where h is the interval's half-width and d the
    /// distance of the estimate to the nearer threshold, in logs. So many in all would make the half-width as small as the
    /// distance, which decides in half of the cases; so many in addition decide in most.
    /// </summary>
    /// <returns>Null when the estimate is too close to a threshold to decide within <see cref="MostFurtherRounds"/>.</returns>
    public int? FurtherRounds(RatioEstimate estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        if (estimate.Interval is not { } interval) return null;
        var half = (Math.Log(interval.High) - Math.Log(interval.Low)) / 2;
        var distance = Math.Abs(Math.Abs(Math.Log(estimate.Ratio)) - Math.Log(1 + Threshold));
        if (distance <= 0) return null;
        var further = Math.Ceiling(estimate.Rounds * (half / distance) * (half / distance) - 1e-9);
        return further > MostFurtherRounds ? null : (int)Math.Max(1, further);
    }
}
