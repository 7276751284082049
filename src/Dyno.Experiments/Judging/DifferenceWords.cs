namespace Dyno.Experiments;

/// <summary>The verdict on a metric that is zero somewhere, in words: both figures, because no percentage leads from or to zero.</summary>
internal static class DifferenceWords
{
    /// <summary>The sentence.</summary>
    /// <param name="difference">Variant − baseline.</param>
    public static string Sentence(
        Verdict verdict, Figure metric, string variant, string baseline, (double Baseline, double Variant)? medians, Location difference)
    {
        var (from, to) = medians ?? (0, difference.Center);
        var share = metric.IsShare;
        var figures = $"{Figure(to, share)} against {Figure(from, share)}";
        var pair = $"{variant} against {baseline}";
        var word = difference.Center > 0 ? "more" : "less";
        return verdict switch
        {
            Verdict.Faster or Verdict.Slower => $"{variant} has {word} {metric.Phrase} than {baseline}: {figures}, sure.",
            Verdict.SlightlyFaster or Verdict.SlightlySlower => $"{variant} has slightly {word} {metric.Phrase} than {baseline}: {figures}, sure.",
            Verdict.Same when from == 0 && to == 0 => $"{variant} and {baseline} are the same in {metric.Phrase}: none.",
            Verdict.Same => $"{variant} and {baseline} are the same in {metric.Phrase}: {figures}.",
            Verdict.NotJudged => $"{pair}: {figures} {metric.Phrase}; a verdict needs more rounds.",
            _ => $"{pair}: unclear, {figures} {metric.Phrase}{Within(difference, share)}.",
        };
    }

    private static string Within(Location difference, bool isShare) => difference.Interval is not { } interval ? ""
        : $" ({(interval.Low < 0 ? "−" : "")}{Figure(Math.Abs(interval.Low), isShare)} to {(interval.High < 0 ? "−" : "")}{Figure(Math.Abs(interval.High), isShare)} more)";

    private static string Figure(double value, bool isShare) => value == 0 ? "none"
        : isShare ? VerdictWords.Percent(value) : value.ToString(value < 10 ? "0.####" : "#,0", CultureInfo.InvariantCulture);
}
