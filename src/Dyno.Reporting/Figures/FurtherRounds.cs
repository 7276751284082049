using Dyno.Results.Comparisons;

namespace Dyno.Reporting.Figures;

/// <summary>What would settle an open question.</summary>
internal static class FurtherRounds
{
    /// <summary>A sentence behind the pair's own, with a blank in front; empty where nothing is open.</summary>
    public static string Of(PairResult pair) => pair switch
    {
        { FurtherRounds: { } more } => $" About {Figure.Count(more, "more round")} would decide.",
        { Verdict: "unclear", IsControl: false } => " Too close to the threshold to decide.",
        _ => "",
    };
}
