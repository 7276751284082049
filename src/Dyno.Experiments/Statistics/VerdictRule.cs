namespace Dyno.Experiments.Statistics;

/// <summary>Turns an interval into a verdict by the rules of docs/measurement.md, "Verdicts".</summary>
public sealed record VerdictRule
{
    /// <summary>Rounds below which nothing is judged.</summary>
    public const int FewestRounds = 5;

    /// <summary>Rounds below which nothing is judged of metrics that hardly change from launch to launch, such as allocated bytes per request.</summary>
    public const int FewestRoundsOfStructure = 2;

    /// <summary>Further rounds above which the answer is "too close to the threshold to decide".</summary>
    public const int MostFurtherRounds = 100;

    /// <summary>The smallest relative difference that matters, e.g. 0.02; symmetric in logs.</summary>
    public required double Threshold { get; init; }

    /// <summary>True where more is better (a rate); false for times, CPU and memory.</summary>
    public required bool HigherIsBetter { get; init; }

    /// <summary>Rounds below which this metric is not judged. Default <see cref="FewestRounds"/>.</summary>
    public int FewestRoundsNeeded { get; init; } = FewestRounds;

    /// <summary>The confidence level of a verdict when <paramref name="comparisons"/> variants are compared (Bonferroni).</summary>
    public static double LevelFor(int comparisons)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(comparisons, 1);
        return 1 - 0.05 / comparisons;
    }

    /// <summary>
    /// How far the baseline certainly differs from itself: the end of the control's interval nearer to no difference, in logs; 0 where
    /// the interval allows none. How widely launches scatter is in every pair's own interval, and is not asked for twice.
    /// </summary>
    public static double BiasOf(RatioInterval? control) => control is null || (control.Low <= 1 && control.High >= 1)
        ? 0 : Math.Min(Math.Abs(Math.Log(control.Low)), Math.Abs(Math.Log(control.High)));

    /// <summary>Judges one estimate.</summary>
    /// <param name="estimate">The variant against the baseline, its interval at <see cref="LevelFor"/>.</param>
    /// <param name="bias">From <see cref="BiasOf"/>, in logs; 0 without a control.</param>
    public Verdict Judge(RatioEstimate estimate, double bias)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        if (estimate.Rounds < FewestRoundsNeeded || estimate.Interval is not { } interval) return Verdict.NotJudged;
        var limit = Math.Log(1 + Threshold);
        var beyond = limit + bias;
        var (low, high) = (Math.Log(interval.Low), Math.Log(interval.High));
        if (low > beyond) return HigherIsBetter ? Verdict.Faster : Verdict.Slower;
        if (high < -beyond) return HigherIsBetter ? Verdict.Slower : Verdict.Faster;
        // With a bias above the threshold this experiment cannot tell "same" from a difference that matters.
        return low >= bias - limit && high <= limit - bias ? Verdict.Same : Verdict.Unclear;
    }

    /// <summary>
    /// About how many rounds in addition would likely decide: n·(h/d)², where h is the interval's half-width and d the
    /// distance of the estimate to the nearer boundary of a verdict, in logs. So many in all would make the half-width as small as the
    /// distance, which decides in half of the cases; so many in addition decide in most.
    /// </summary>
    /// <param name="estimate">The estimate.</param>
    /// <param name="bias">From <see cref="BiasOf"/>.</param>
    /// <returns>Null when it would take more than <see cref="MostFurtherRounds"/>.</returns>
    public int? FurtherRounds(RatioEstimate estimate, double bias = 0)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        if (estimate.Interval is not { } interval || Distance(estimate, bias) is not (> 0 and var distance)) return null;
        var part = interval.HalfWidth / distance;
        var further = Math.Ceiling(estimate.Rounds * part * part - 1e-9);
        return further > MostFurtherRounds ? null : (int)Math.Max(1, further);
    }

    /// <summary>Whether the estimate lies so near to a boundary that hardly any noise would be small enough: within a tenth of the threshold.</summary>
    /// <param name="estimate">The estimate.</param>
    /// <param name="bias">From <see cref="BiasOf"/>.</param>
    public bool IsTooClose(RatioEstimate estimate, double bias)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return Distance(estimate, bias) <= Math.Log(1 + Threshold) / 10;
    }

    /// <summary>
    /// The smallest true change that nine of ten such experiments would have called a difference: beyond the threshold by what the
    /// interval takes and the estimate scatters. Relative.
    /// </summary>
    /// <param name="estimate">The estimate.</param>
    /// <param name="bias">From <see cref="BiasOf"/>.</param>
    public double? SmallestVisible(RatioEstimate estimate, double bias)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return estimate.Interval is { } interval ? Math.Exp(Math.Log(1 + Threshold) + bias + Scatter * interval.HalfWidth) - 1 : null;
    }

    /// <summary>How many rounds in all would have the interval and the scatter of the estimate together within a change.</summary>
    /// <param name="estimate">The estimate.</param>
    /// <param name="change">The change, relative: 0.01 is 1 %.</param>
    public static double? RoundsFor(RatioEstimate estimate, double change)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return estimate.Interval is { } interval ? estimate.Rounds * Math.Pow(Scatter * interval.HalfWidth / Math.Log(1 + change), 2) : null;
    }

    // 1.96 standard errors make the interval; 1.28 more are what an estimate stays above in nine of ten cases.
    internal const double Scatter = 1 + 1.28 / 1.96;

    // To the boundary of "same" from inside, to that of a difference from outside; between the two there is no verdict to reach.
    private double Distance(RatioEstimate estimate, double bias)
    {
        var (size, limit) = (Math.Abs(Math.Log(estimate.Ratio)), Math.Log(1 + Threshold));
        return Math.Max(limit - bias - size, size - limit - bias);
    }
}
