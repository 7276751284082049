using System.Globalization;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Statistics;

namespace Dyno.Experiments.Judging;

/// <summary>Verdicts in words, for documents and people: the first sentence is the verdict, and all changes are in percent.</summary>
internal static class VerdictWords
{
    private const double FromHereAFactor = 2; // "140 % faster" is harder to read than "2.4 times as fast"

    public static string Name(Verdict verdict) => verdict == Verdict.NotJudged ? "notJudged" : verdict.ToString().ToLowerInvariant();

    public static string Name(IntervalMethod method) => method == IntervalMethod.SignedRank ? "signedRank" : "studentT";

    public static string Sentence(
        Verdict verdict, ComparedMetric metric, string variant, string baseline, RatioEstimate? estimate, double threshold)
    {
        var pair = $"{variant} against {baseline}";
        if (verdict == Verdict.Void) return $"{pair}: void, the measurement cannot be used.";
        if (estimate is null)
            return $"{pair}: no figures of {metric.Title}{(metric.Name == "p99" ? ", which needs 1,000 answers in each trial" : "")}.";
        if (estimate.Interval is not { } interval) return $"{pair}: measured {Difference(metric, estimate.Ratio)} in a single round, which has no interval.";
        var sure = $"sure to ±{Percent(Within(estimate.Ratio, interval))}";
        return verdict switch
        {
            Verdict.Faster or Verdict.Slower when !metric.IsTime && estimate.Ratio >= FromHereAFactor =>
                string.Create(CultureInfo.InvariantCulture, $"{variant} has {estimate.Ratio:0.0} times the {metric.Title} of {baseline}, {sure}."),
            Verdict.Faster or Verdict.Slower when !metric.IsTime => $"{variant} has {Difference(metric, estimate.Ratio)} {metric.Title} than {baseline}, {sure}.",
            Verdict.Faster or Verdict.Slower => $"{variant} is {Compared(metric, estimate.Ratio)} {baseline}{Of(metric)}, {sure}.",
            Verdict.Same => $"{variant} and {baseline} are the same within {Percent(threshold)}{Of(metric)}: measured {Difference(metric, estimate.Ratio)}, {sure}.",
            Verdict.NotJudged => $"{pair}: measured {Difference(metric, estimate.Ratio)}{Of(metric)}, {sure}; a verdict needs {VerdictRule.FewestRounds} rounds.",
            _ => $"{pair}: unclear. Measured {Difference(metric, estimate.Ratio)}{Of(metric)}; the truth may lie anywhere from {Difference(metric, interval.Low)} to {Difference(metric, interval.High)}.",
        };
    }

    /// <summary>The result of the A/A control in words.</summary>
    public static string OfControl(ComparedMetric metric, string baseline, RatioEstimate? estimate) => estimate?.Interval is not { } interval
        ? $"{baseline} against itself: {(estimate is null ? $"no figures of {metric.Title}" : "a single round has no interval")}."
        : $"{baseline} against itself: measured {Difference(metric, estimate.Ratio)}{Of(metric)}, sure to ±{Percent(Within(estimate.Ratio, interval))}"
            + (interval.Low > 1 || interval.High < 1 ? "; both are the same program, so the measurement is biased by about this much." : ".");

    /// <summary>A share in percent: <c>2.8 %</c>, <c>0.34 %</c>. A share below 1 is never rounded up to 100 %: <c>99.8 %</c>.</summary>
    public static string Percent(double share) => (share is >= 0.995 and < 1 ? Math.Floor(share * 10_000) / 100 : share * 100).ToString(share switch
    {
        >= 0.995 and < 1 => "0.##",
        >= 10 => "#,0",
        >= 0.0995 => "0",
        >= 0.00995 => "0.0",
        _ => "0.00",
    }, CultureInfo.InvariantCulture) + " %";

    /// <summary>A time in minutes: <c>4 min</c>, <c>2 h</c>.</summary>
    public static string Minutes(double minutes) => minutes >= 120
        ? string.Create(CultureInfo.InvariantCulture, $"{minutes / 60:#,0} h") : string.Create(CultureInfo.InvariantCulture, $"{Math.Max(1, Math.Ceiling(minutes)):0} min");

    // The larger side of an interval, because an interval of ratios is not symmetric.
    private static double Within(double ratio, RatioInterval interval) => Math.Max(interval.High / ratio - 1, 1 - interval.Low / ratio);

    private static string Compared(ComparedMetric metric, double ratio)
    {
        var (better, worse) = Comparatives(metric);
        var word = ratio > 1 == metric.HigherIsBetter ? better : worse;
        if (metric.HigherIsBetter && ratio >= FromHereAFactor) return string.Create(CultureInfo.InvariantCulture, $"{ratio:0.0} times as fast as");
        if (!metric.HigherIsBetter && ratio >= FromHereAFactor) return string.Create(CultureInfo.InvariantCulture, $"{word}, with {ratio:0.0} times the value, than");
        return $"{Percent(Math.Abs(ratio - 1))} {word} than";
    }

    private static string Difference(ComparedMetric metric, double ratio)
    {
        var (better, worse) = Comparatives(metric);
        if (Math.Abs(ratio - 1) < 0.00005) return "no difference";
        if (ratio >= FromHereAFactor) return string.Create(CultureInfo.InvariantCulture, $"{ratio:0.0} times the value");
        return $"{Percent(Math.Abs(ratio - 1))} {(ratio > 1 == metric.HigherIsBetter ? better : worse)}";
    }

    private static (string Better, string Worse) Comparatives(ComparedMetric metric) => metric.IsTime ? ("faster", "slower") : ("less", "more");

    private static string Of(ComparedMetric metric) => metric.Name == "rate" ? "" : $" in {metric.Title}";
}
