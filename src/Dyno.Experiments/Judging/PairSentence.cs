namespace Dyno.Experiments;

/// <summary>
/// The verdict on a pair in one sentence: that on the headline, and what the server's CPU time per request says beside it. They agree where
/// a request costs more or less work. Where the pace falls and the work does not, the program waits.
/// </summary>
internal static class PairSentence
{
    private const string Work = "server.cpuPerRequest";

    /// <summary>The sentence.</summary>
    /// <param name="judged">The verdicts, the headline first.</param>
    /// <param name="estimateOf">The estimate of a metric at a level; null without figures.</param>
    public static string Of(ImmutableArray<MetricVerdict> judged, Func<string, double, RatioEstimate?> estimateOf)
    {
        var headline = judged[0];
        if (FigureTable.Find(headline.Metric) is not { IsPace: true } || judged.FirstOrDefault(j => j.Metric == Work) is not { } work
            || estimateOf(Work, work.Level) is not { Interval: { } interval } estimate) return headline.Sentence;
        var change = $"server CPU per request {VerdictWords.Change(estimate.Ratio)}";
        var within = VerdictWords.Within(FigureTable.Find(Work)!, estimate.Ratio, interval, isDecided: true);
        var beside = (SideOf(headline.Verdict), SideOf(work.Verdict)) switch
        {
            (Side.Worse, Side.Worse) or (Side.Better, Side.Better) => change,
            (Side.Worse, Side.Same) => "server CPU per request is the same: it waits longer, it does not work more",
            (Side.Better, Side.Same) => "server CPU per request is the same: it waits less, it does not work less",
            (Side.Worse, Side.Better) => $"{change} {within}, sure: it waits longer, although it works less",
            (_, Side.Worse or Side.Better) => $"but {change} {within}, sure",
            (_, Side.Same) => "server CPU per request is the same, too",
            _ => $"{change}, unclear",
        };
        return $"{headline.Sentence.TrimEnd('.')}; {beside}.";
    }

    private static Side SideOf(string verdict) => verdict switch
    {
        "slower" or "slightlySlower" => Side.Worse,
        "faster" or "slightlyFaster" => Side.Better,
        "same" => Side.Same,
        _ => Side.Open,
    };

    private enum Side
    {
        Worse,
        Better,
        Same,
        Open,
    }
}
