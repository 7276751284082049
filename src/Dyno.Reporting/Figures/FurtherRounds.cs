namespace Dyno.Reporting;

/// <summary>Why a question is open, and what would answer it.</summary>
internal static class FurtherRounds
{
    /// <summary>Sentences to follow the pair's own, with a leading space; empty where no question is open.</summary>
    public static string Of(PairResult pair) => pair.Outlook is { Length: > 0 } outlook ? " " + outlook : pair switch
    {
        { FurtherRounds: { } more } => $"{Size(pair)} About {FigureText.Count(more, "more round")} would decide.",
        { Verdict: "unclear", IsControl: false } => Size(pair) is { Length: > 0 } size ? size : " Too close to the threshold to decide.",
        _ => "",
    };

    /// <summary>The outlook of a further metric, with a leading space; empty without one.</summary>
    public static string Of(MetricVerdict judged) => judged.Outlook is { Length: > 0 } outlook ? " " + outlook : "";

    // A reader may take an interval that excludes 1 for a verdict, so the sentence says that the difference may be too small.
    private static string Size(PairResult pair) =>
        pair is { Verdict: "unclear", IsControl: false, Metrics: [{ Low: { } low, High: { } high }, ..] } && (low > 1 || high < 1)
            ? " There is a difference, but it may be smaller than the threshold or the noise floor." : "";
}
