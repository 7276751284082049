namespace Dyno.Experiments;

/// <summary>Verdicts in words, for documents and people: the first sentence is the verdict, and all changes are in percent.</summary>
public static class VerdictWords
{
    private const double MinutesOfADay = 24 * 60;
    private const double FromHereAFactor = 2; // "140 % faster" is harder to read than "2.4 times as fast"

    internal static string Name(Verdict verdict) => JsonNamingPolicy.CamelCase.ConvertName(verdict.ToString());

    internal static string Name(IntervalMethod method) => JsonNamingPolicy.CamelCase.ConvertName(method.ToString());

    /// <summary>The verdict on a metric in one sentence, with the interval in the unit of the figure.</summary>
    /// <param name="estimate">Variant ÷ baseline; null when no round has the figure.</param>
    /// <param name="bias">From <see cref="VerdictRule.BiasOf"/>, in logs.</param>
    public static string Sentence(
        Verdict verdict, Figure metric, string variant, string baseline, RatioEstimate? estimate, VerdictRule rule, double bias)
    {
        var pair = $"{variant} against {baseline}";
        if (verdict == Verdict.Void) return $"{pair}: void, the measurement cannot be used.";
        if (estimate is null)
            return $"{pair}: no figures of {metric.Phrase}{(metric.Name == "p99" ? ", which needs 1,000 answers in each trial" : "")}.";
        if (estimate.Interval is not { } interval) return $"{pair}: measured {Difference(metric, estimate.Ratio)} in a single round, which has no interval.";
        var within = Within(metric, estimate.Ratio, interval, isDecided: verdict is not (Verdict.Unclear or Verdict.NotJudged));
        var threshold = Percent(rule.Threshold);
        return verdict switch
        {
            Verdict.Faster or Verdict.Slower => $"{Compared(metric, variant, baseline, estimate.Ratio)} {within}, {(IsBeyond(rule, interval) ? $"surely by more than {threshold}" : "sure")}.",
            Verdict.SlightlyFaster or Verdict.SlightlySlower => $"{Slightly(metric, variant, baseline, estimate.Ratio)}: {Percent(Math.Abs(estimate.Ratio - 1))} {within}, "
                + (rule.IsWithin(interval, bias) ? $"surely by less than {threshold}." : $"sure, but perhaps by more than {threshold}."),
            Verdict.Same => $"{variant} and {baseline} are the same within {threshold}{Of(metric)}: measured {Difference(metric, estimate.Ratio)} {within}.",
            Verdict.NotJudged => $"{pair}: measured {Difference(metric, estimate.Ratio)}{Of(metric)} {within}; a verdict needs {rule.FewestRoundsNeeded} rounds.",
            _ => $"{pair}: unclear, measured {Difference(metric, estimate.Ratio)}{Of(metric)} {within}.",
        };
    }

    internal static string OfControl(Figure metric, string baseline, RatioEstimate? estimate) => estimate?.Interval is not { } interval
        ? $"{baseline} against itself: {(estimate is null ? $"no figures of {metric.Phrase}" : "a single round has no interval")}."
        : $"{baseline} against itself: measured {Difference(metric, estimate.Ratio)}{Of(metric)} {Within(metric, estimate.Ratio, interval, isDecided: false)}"
            + (VerdictRule.BiasOf(interval) is > 0 and var bias
                ? $"; both are the same program, so the measurement is biased by at least {Percent(Math.Exp(bias) - 1)}." : ".");

    /// <summary>A change with its sign: <c>+3.2 %</c>, <c>−0.41 %</c>, <c>×2.4</c>.</summary>
    public static string Change(double ratio) => ratio >= FromHereAFactor
        ? string.Create(CultureInfo.InvariantCulture, $"×{ratio:0.0}") : $"{(ratio < 1 ? "−" : "+")}{Percent(Math.Abs(ratio - 1))}";

    /// <summary>
    /// The interval in brackets, in the unit of the figure before it: <c>(1.8 to 4.4 %)</c>, <c>(2.1 to 2.7 times)</c>,
    /// <c>(0.9 % slower to 0.3 % faster)</c>.
    /// </summary>
    /// <param name="isDecided">Whether there is a verdict. Without one, an interval wider than a factor of two to each side says nothing.</param>
    internal static string Within(Figure metric, double ratio, RatioInterval interval, bool isDecided)
    {
        if (!isDecided && interval.HalfWidth > Math.Log(FromHereAFactor)) return "(the rounds differ too much to say more)";
        if (ratio >= FromHereAFactor && interval.Low >= 1) return string.Create(CultureInfo.InvariantCulture, $"({interval.Low:0.0} to {interval.High:0.0} times)");
        if (interval.Low < 1 && interval.High > 1) return $"({Difference(metric, interval.Low)} to {Difference(metric, interval.High)})";
        string[] ends = [.. new[] { interval.Low, interval.High }.Select(end => Math.Abs(end - 1)).Order().Select(Percent)];
        return $"({ends[0][..^" %".Length]} to {ends[1]})";
    }

    /// <summary>A share in percent: <c>2.8 %</c>, <c>0.34 %</c>. A share below 1 is never rounded up to 100 %: <c>99.8 %</c>.</summary>
    internal static string Percent(double share) => (share is >= 0.995 and < 1 ? Math.Floor(share * 10_000) / 100 : share * 100).ToString(share switch
    {
        >= 0.995 and < 1 => "0.##",
        >= 10 => "#,0",
        >= 0.0995 => "0",
        >= 0.00995 => "0.0",
        _ => "0.00",
    }, CultureInfo.InvariantCulture) + " %";

    /// <summary>A time in minutes: <c>4 min</c>, <c>2 h</c>; above a day no one waits: <c>more than a day</c>.</summary>
    internal static string Minutes(double minutes) => minutes switch
    {
        > MinutesOfADay => "more than a day",
        >= 120 => string.Create(CultureInfo.InvariantCulture, $"{minutes / 60:0} h"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{Math.Max(1, Math.Ceiling(minutes)):0} min"),
    };

    private static bool IsBeyond(VerdictRule rule, RatioInterval interval) =>
        Math.Min(Math.Abs(Math.Log(interval.Low)), Math.Abs(Math.Log(interval.High))) >= Math.Log(1 + rule.Threshold);

    private static string Compared(Figure metric, string variant, string baseline, double ratio)
    {
        var word = WordOf(metric, ratio);
        if (!metric.IsPace)
            return ratio >= FromHereAFactor ? string.Create(CultureInfo.InvariantCulture, $"{variant} has {ratio:0.0} times the {metric.Phrase} of {baseline}")
                : $"{variant} has {Difference(metric, ratio)} {metric.Phrase} than {baseline}";
        if (metric.HigherIsBetter && ratio >= FromHereAFactor) return string.Create(CultureInfo.InvariantCulture, $"{variant} is {ratio:0.0} times as fast as {baseline}{Of(metric)}");
        if (ratio >= FromHereAFactor) return string.Create(CultureInfo.InvariantCulture, $"{variant} is {word}, with {ratio:0.0} times the value, than {baseline}{Of(metric)}");
        return $"{variant} is {Percent(Math.Abs(ratio - 1))} {word} than {baseline}{Of(metric)}";
    }

    private static string Slightly(Figure metric, string variant, string baseline, double ratio) => metric.IsPace
        ? $"{variant} is slightly {WordOf(metric, ratio)} than {baseline}{Of(metric)}"
        : $"{variant} has slightly {WordOf(metric, ratio)} {metric.Phrase} than {baseline}";

    private static string WordOf(Figure metric, double ratio)
    {
        var (better, worse) = Comparatives(metric);
        return ratio > 1 == metric.HigherIsBetter ? better : worse;
    }

    internal static string Difference(Figure metric, double ratio)
    {
        if (Math.Abs(ratio - 1) < 0.00005) return "no difference";
        if (ratio >= FromHereAFactor) return string.Create(CultureInfo.InvariantCulture, $"{ratio:0.0} times the value");
        return $"{Percent(Math.Abs(ratio - 1))} {WordOf(metric, ratio)}";
    }

    private static (string Better, string Worse) Comparatives(Figure metric) => metric.IsPace ? ("faster", "slower") : ("less", "more");

    internal static string Of(Figure metric) => metric.Name == "rate" ? "" : $" in {metric.Phrase}";
}
