using Dyno.Results.Comparisons;

namespace Dyno.Reporting.Figures;

/// <summary>Why a question is open, and what would settle it.</summary>
internal static class FurtherRounds
{
    /// <summary>Sentences behind the pair's own, with a blank in front; empty where nothing is open.</summary>
    public static string Of(PairResult pair) => pair.Outlook is { Length: > 0 } outlook ? " " + outlook : pair switch
    {
        { FurtherRounds: { } more } => $"{Size(pair)} About {Figure.Count(more, "more round")} would decide.",
        { Verdict: "unclear", IsControl: false } => Size(pair) is { Length: > 0 } size ? size : " Too close to the threshold to decide.",
        _ => "",
    };

    /// <summary>Of a further metric: what could have been seen, with a blank in front; empty where that is not known.</summary>
    public static string Of(MetricVerdict judged) => judged.Outlook is { Length: > 0 } outlook ? " " + outlook : "";

    // An interval beside 1 looks like a verdict: what is missing is the distance.
    private static string Size(PairResult pair) =>
        pair is { Verdict: "unclear", IsControl: false, Metrics: [{ Low: { } low, High: { } high }, ..] } && (low > 1 || high < 1)
            ? " There is a difference, but it may be smaller than the threshold or the noise floor." : "";
}
