namespace Dyno.Experiments;

/// <summary>The verdict on a metric that can be zero. Its differences have an interval, while its ratios have none. Less is better.</summary>
internal static class DifferenceRule
{
    /// <summary>Judges differences, variant − baseline.</summary>
    /// <param name="differences">One per round; null when some round has none.</param>
    /// <param name="level">Confidence level.</param>
    /// <param name="limit">The smallest difference that matters, in the metric's unit.</param>
    /// <param name="isStructural">Whether the metric hardly changes from launch to launch, so that few rounds are enough.</param>
    public static (Verdict Verdict, Location? Location) Judge(double[]? differences, double level, double limit, bool isStructural)
    {
        if (differences is null) return (Verdict.NotJudged, null);
        var location = Location.Of(differences, level);
        if (differences.Length < (isStructural ? VerdictRule.FewestRoundsOfStructure : VerdictRule.FewestRounds) || location.Interval is not { } interval)
            return (Verdict.NotJudged, location);
        var isLarge = Math.Abs(location.Center) >= limit;
        if (interval.Low > 0) return (isLarge ? Verdict.Slower : Verdict.SlightlySlower, location);
        if (interval.High < 0) return (isLarge ? Verdict.Faster : Verdict.SlightlyFaster, location);
        return (interval.Low >= -limit && interval.High <= limit ? Verdict.Same : Verdict.Unclear, location);
    }
}
