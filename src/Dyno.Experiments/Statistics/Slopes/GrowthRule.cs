namespace Dyno.Experiments;

/// <summary>
/// Decides whether values over time grow. A start that settles is cut off by the data: as long as the slope changes once beyond doubt
/// (<see cref="BrokenLine"/>), only what follows the change is judged. What remains <em>grows</em> when the interval of its slope lies above
/// zero, reaches what matters, and growth continues in the last third; it is <em>steady</em> when the interval, or all that the
/// values ever moved, stays below what matters.
/// A cache that fills up slows down: growth that has halved counts only when it has gone on since for long enough that a growth which
/// decays would have slowed to a fifth.
/// </summary>
internal static class GrowthRule
{
    /// <summary>The level of all intervals: a run has a dozen figures, and one false alarm in a hundred runs is wanted at most from each.</summary>
    public const double Level = 0.99;

    public const int FewestPoints = 20;

    private const double LevelOfTail = 0.95;
    private const double Halved = 0.5;
    private const double LeastDecay = 1.5; // e to the power of −1.5 is a fifth

    /// <summary>Judges values.</summary>
    /// <param name="times">Ascending times.</param>
    /// <param name="matters">The slope from which growth matters, above zero.</param>
    public static GrowthJudgement Judge(ReadOnlySpan<double> times, ReadOnlySpan<double> values, double matters)
    {
        if (times.Length < FewestPoints) return new GrowthJudgement(GrowthVerdict.Unclear, null, 0, "too few points");
        var start = 0;
        (double Most, double Decay) earlier = (0, 0);
        while (BrokenLine.Find(times[start..], values[start..]) is { } line)
        {
            earlier = (Math.Max(earlier.Most, line.Before), Math.Max(earlier.Decay, Decay(line, (times[^1] - times[start]) / 2)));
            start += line.Knot;
            if (times.Length - start < FewestPoints)
                return new(GrowthVerdict.Unclear, TheilSen.Of(times[start..], values[start..], Level), start, "it changed too late in the run");
        }
        return Judge(times[start..], values[start..], matters, start, earlier);
    }

    private static GrowthJudgement Judge(
        ReadOnlySpan<double> times, ReadOnlySpan<double> values, double matters, int start, (double Most, double Decay) earlier)
    {
        var slope = TheilSen.Of(times, values, Level);
        GrowthJudgement As(GrowthVerdict verdict, string? why = null) => new(verdict, slope, start, why);
        if (slope.Upper < matters || Range(values) < matters * (times[^1] - times[0])) return As(GrowthVerdict.Steady);
        if (slope.Lower <= 0) return As(GrowthVerdict.Unclear, "the values scatter too much for a run of this length");
        var tail = Math.Max(FewestPoints / 2, times.Length / 3);
        if (TheilSen.Of(times[^tail..], values[^tail..], LevelOfTail).Lower <= 0) return As(GrowthVerdict.Unclear, "it grew, and does not go on for certain at the end");
        var isSlowing = slope.Slope < Halved * earlier.Most && earlier.Decay * (times[^1] - times[0]) < LeastDecay;
        return isSlowing ? As(GrowthVerdict.Unclear, "it grows more and more slowly, as a cache does that fills up") : As(GrowthVerdict.Grows);
    }

    private static double Range(ReadOnlySpan<double> values)
    {
        var (least, most) = (double.PositiveInfinity, double.NegativeInfinity);
        foreach (var value in values) (least, most) = (Math.Min(least, value), Math.Max(most, value));
        return most - least;
    }

    // The rate of an exponential decay that takes the slope of the first piece to that of the second, whose middles are so far apart.
    private static double Decay(BrokenLine line, double apart) =>
        line.After <= 0 || line.Before <= line.After ? double.PositiveInfinity : Math.Log(line.Before / line.After) / apart;
}

/// <summary>The judgement of values over time.</summary>
/// <param name="Verdict">Whether they grow.</param>
/// <param name="Slope">The slope of the part that was judged; null with too few points.</param>
/// <param name="Start">Index of the first point of that part.</param>
/// <param name="Why">Why it is not clear; null when it is.</param>
internal sealed record GrowthJudgement(GrowthVerdict Verdict, SlopeEstimate? Slope, int Start, string? Why);
