namespace Dyno.Experiments;

/// <summary>Turns an interval into a verdict by the rules of docs/measurement.md, "Verdicts".</summary>
public sealed record VerdictRule
{
    /// <summary>With fewer rounds nothing is judged.</summary>
    public const int FewestRounds = 5;

    /// <summary>With fewer rounds nothing is judged, for metrics that hardly change from launch to launch, such as allocated bytes per request.</summary>
    public const int FewestRoundsOfStructure = 2;

    /// <summary>
    /// The rounds that a gate on such metrics makes. Launches of one program scatter by some tenths of a percent; Student's t of two rounds
    /// makes 13 times their standard error of it, of three rounds 4 times.
    /// </summary>
    public const int RoundsOfStructure = 3;

    /// <summary>When more further rounds than this are needed, the answer is "too close to the threshold to decide".</summary>
    public const int MostFurtherRounds = 100;

    /// <summary>The smallest relative difference that matters, e.g. 0.02; symmetric in logs.</summary>
    public required double Threshold { get; init; }

    /// <summary>True where more is better (a rate); false for times, CPU and memory.</summary>
    public required bool HigherIsBetter { get; init; }

    /// <summary>With fewer rounds this metric is not judged. Default <see cref="FewestRounds"/>.</summary>
    public int FewestRoundsNeeded { get; init; } = FewestRounds;

    /// <summary>The confidence level of a verdict when <paramref name="comparisons"/> variants are compared (Bonferroni).</summary>
    public static double LevelFor(int comparisons)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(comparisons, 1);
        return 1 - 0.05 / comparisons;
    }

    /// <summary>
    /// By how much the baseline certainly differs from itself, in logs: the end of the control's interval that is nearer to no difference;
    /// 0 where the interval includes no difference. The scatter of launches is already part of every pair's own interval, and is not
    /// counted twice.
    /// </summary>
    public static double BiasOf(RatioInterval? control) => control is null || (control.Low <= 1 && control.High >= 1)
        ? 0 : Math.Min(Math.Abs(Math.Log(control.Low)), Math.Abs(Math.Log(control.High)));

    /// <summary>
    /// Judges one estimate: whether there is a difference is asked apart from its size (docs/adr/0066). A difference is certain when the
    /// interval excludes "none", the bias added; it is slight when the estimate is below the threshold.
    /// </summary>
    /// <param name="estimate">The variant against the baseline, its interval at <see cref="LevelFor"/>.</param>
    /// <param name="bias">From <see cref="BiasOf"/>, in logs; 0 without a control.</param>
    public Verdict Judge(RatioEstimate estimate, double bias)
    {
        if (estimate.Rounds < FewestRoundsNeeded || estimate.Interval is not { } interval) return Verdict.NotJudged;
        if (Math.Log(interval.Low) > bias) return Different(isBetter: HigherIsBetter, estimate);
        if (Math.Log(interval.High) < -bias) return Different(isBetter: !HigherIsBetter, estimate);
        return IsWithin(interval, bias) ? Verdict.Same : Verdict.Unclear;
    }

    /// <summary>Whether the whole interval lies within the threshold, the bias subtracted.</summary>
    /// <param name="interval">The interval of a ratio.</param>
    /// <param name="bias">From <see cref="BiasOf"/>.</param>
    public bool IsWithin(RatioInterval interval, double bias) => Math.Log(interval.Low) >= bias - Limit && Math.Log(interval.High) <= Limit - bias;

    /// <summary>
    /// About how many additional rounds will probably decide: n·(h/d)², where h is the interval's half-width and d the distance of the
    /// estimate to the nearer boundary of a verdict, in logs. This number of rounds in total would make the half-width as small as the
    /// distance, which decides in half of the cases; this number in addition decides in most cases.
    /// </summary>
    /// <param name="bias">From <see cref="BiasOf"/>.</param>
    /// <returns>Null when it would take more than <see cref="MostFurtherRounds"/>.</returns>
    public int? FurtherRounds(RatioEstimate estimate, double bias = 0)
    {
        if (estimate.Interval is not { } interval || Distance(estimate, bias) is not (> 0 and var distance)) return null;
        var part = interval.HalfWidth / distance;
        var further = Math.Ceiling(estimate.Rounds * part * part - 1e-9);
        return further > MostFurtherRounds ? null : (int)Math.Max(1, further);
    }

    /// <summary>
    /// The smallest true change, relative, that nine of ten such experiments would have called slower or faster: the difference has to be
    /// certain, and its estimate at least the threshold.
    /// </summary>
    /// <param name="bias">From <see cref="BiasOf"/>.</param>
    public double? SmallestVisible(RatioEstimate estimate, double bias) =>
        estimate.Interval is { HalfWidth: var half } ? Math.Exp(Math.Max(bias + Scatter * half, Limit + (Scatter - 1) * half)) - 1 : null;

    /// <summary>The total number of rounds after which nine of ten experiments are certain of a difference.</summary>
    /// <param name="change">The true difference, relative: 0.01 is 1 %.</param>
    public static double? RoundsFor(RatioEstimate estimate, double change) =>
        estimate.Interval is { } interval ? estimate.Rounds * Math.Pow(Scatter * interval.HalfWidth / Math.Log(1 + change), 2) : null;

    // The interval is 1.96 standard errors wide to each side; in nine of ten cases the estimate lies at most 1.28 standard errors too low.
    internal const double Scatter = 1 + 1.28 / 1.96;

    private double Limit => Math.Log(1 + Threshold);

    private Verdict Different(bool isBetter, RatioEstimate estimate) => Math.Abs(Math.Log(estimate.Ratio)) >= Limit
        ? isBetter ? Verdict.Faster : Verdict.Slower
        : isBetter ? Verdict.SlightlyFaster : Verdict.SlightlySlower;

    // A narrower interval excludes "no difference", or lies within the threshold, whichever is farther from the estimate.
    private double Distance(RatioEstimate estimate, double bias)
    {
        var size = Math.Abs(Math.Log(estimate.Ratio));
        return Math.Max(Limit - bias - size, size - bias);
    }
}
