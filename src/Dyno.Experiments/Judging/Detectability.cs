namespace Dyno.Experiments;

/// <summary>How small a change the figures of a pair could have shown, and what it takes to see smaller ones.</summary>
/// <param name="SmallestVisible">The smallest change that nine of ten such experiments would have found, relative; null without an interval.</param>
/// <param name="FurtherRounds">About how many more rounds would decide; null when it is decided already, or when no number of rounds would decide.</param>
/// <param name="MinutesToDecide">The time of these rounds in minutes; null where the length of a round is not known.</param>
/// <param name="MinutesForOnePercent">How long the whole experiment would have to be to be certain of a true difference of 1 %, slight or not; null where that is not known.</param>
/// <param name="Sentence">The outlook in words; empty when nothing is known.</param>
internal sealed record Detectability(double? SmallestVisible, int? FurtherRounds, double? MinutesToDecide, double? MinutesForOnePercent, string Sentence)
{
    private const double OnePercent = 0.01;
    private const double MostToSay = 1; // the largest relative change to report; two rounds that hardly agree give a meaningless figure
    private const double MostMinutes = 24 * 60;

    /// <summary>Nothing is known.</summary>
    public static Detectability None { get; } = new(null, null, null, null, "");

    /// <summary>The outlook of an estimate that was judged.</summary>
    public static Detectability Of(VerdictRule rule, RatioEstimate? estimate, Verdict verdict, double bias, double? minutesPerRound)
    {
        if (estimate?.Interval is null || verdict is Verdict.Void) return None;
        var visible = rule.SmallestVisible(estimate, bias);
        var more = verdict == Verdict.Unclear ? rule.FurtherRounds(estimate, bias) : null;
        var onePercent = VerdictRule.RoundsFor(estimate, OnePercent) * minutesPerRound;
        var seen = Seen(visible!.Value, onePercent, isJudged: verdict != Verdict.NotJudged);
        return new Detectability(visible, more, more * minutesPerRound, onePercent, verdict == Verdict.Unclear
            ? $"{Open(rule, estimate, bias, more, minutesPerRound)} {seen}" : seen);
    }

    /// <summary>The outlook without what would settle an open question, for a variant that more rounds do not make clearer.</summary>
    public Detectability OnlySeen() => this with
    {
        FurtherRounds = null,
        MinutesToDecide = null,
        Sentence = SmallestVisible is { } visible ? Seen(visible, MinutesForOnePercent, isJudged: true) : "",
    };

    /// <summary>The outlook of a metric that can be zero, in the unit of the metric; null without an interval.</summary>
    /// <param name="unit">What is counted, in words.</param>
    /// <param name="isJudged">Whether there were enough rounds for a verdict.</param>
    public static string? OfDifference(Location? location, double limit, string unit, bool isJudged)
    {
        if (location?.Interval is not { } interval) return null;
        var visible = limit + VerdictRule.Scatter * (interval.High - interval.Low) / 2;
        return FormattableString.Invariant($"{Would(isJudged)} {visible:0.####} {unit}.");
    }

    private static string Open(VerdictRule rule, RatioEstimate estimate, double bias, int? more, double? minutesPerRound)
    {
        if (2 * bias > Math.Log(1 + rule.Threshold)) return "The control differs from the baseline by too much: more rounds cannot decide.";
        if (more is { } rounds)
            return $"About {rounds} more round{(rounds == 1 ? "" : "s")}{(minutesPerRound is { } minutes ? $", {VerdictWords.Minutes(rounds * minutes)}," : "")} would likely decide.";
        return $"After {estimate.Rounds} rounds the noise is too large for a threshold of {VerdictWords.Percent(rule.Threshold)} on this machine.";
    }

    // What takes longer than a day, or is a multiple, helps no one.
    private static string Seen(double visible, double? onePercent, bool isJudged) =>
        $"{Would(isJudged)} {(visible < MostToSay ? VerdictWords.Percent(visible) : "unknown")}"
            + (onePercent is { } minutes and <= MostMinutes && visible > OnePercent ? $"; to be sure of any difference of 1 % takes about {VerdictWords.Minutes(minutes)} in all." : ".");

    private static string Would(bool isJudged) => isJudged ? "Smallest detectable change:" : "Smallest detectable change with a verdict:";
}
