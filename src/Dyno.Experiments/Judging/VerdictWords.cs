using Dyno.Experiments.Plans;
using Dyno.Experiments.Statistics;

namespace Dyno.Experiments.Judging;

/// <summary>Verdicts in the words of the documents and of people.</summary>
internal static class VerdictWords
{
    public static string Name(Verdict verdict) => verdict == Verdict.NotJudged ? "notJudged" : verdict.ToString().ToLowerInvariant();

    public static string Name(IntervalMethod method) => method == IntervalMethod.SignedRank ? "signedRank" : "studentT";

    public static string Sentence(
        Verdict verdict, MetricDefinition metric, string variant, string baseline, RatioEstimate? estimate, double threshold)
    {
        if (verdict == Verdict.Void) return $"{variant} against {baseline}: void, the measurement cannot be used.";
        if (estimate is null)
            return $"{variant} against {baseline}: no figures of {metric.Title}{(metric.Name == "p99" ? ", which needs 1,000 answers in each trial" : "")}.";
        if (estimate.Interval is not { } interval) return $"{variant} against {baseline}: {metric.Title} × {estimate.Ratio:0.000}, no interval.";
        var figures = $"{metric.Title} × {estimate.Ratio:0.000} [{interval.Low:0.000}, {interval.High:0.000}]";
        return verdict switch
        {
            Verdict.Faster or Verdict.Slower => $"{variant} is {Comparative(verdict, metric)} than {baseline}: {figures}.",
            Verdict.Same => $"{variant} and {baseline} are the same within {threshold:0.#%}: {figures}.",
            Verdict.NotJudged => $"{variant} against {baseline}: {figures}; a verdict needs {VerdictRule.FewestRounds} rounds.",
            _ => $"{variant} against {baseline}: unclear, {figures}.",
        };
    }

    private static string Comparative(Verdict verdict, MetricDefinition metric) =>
        metric.Name.StartsWith("server.", StringComparison.Ordinal)
            ? verdict == Verdict.Faster ? "cheaper" : "dearer"
            : verdict == Verdict.Faster ? "faster" : "slower";
}
