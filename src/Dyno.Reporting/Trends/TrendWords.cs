namespace Dyno.Reporting;

internal static class TrendWords
{
    private const int DigitsOfCommit = 9;

    /// <summary>The whole trend in one sentence.</summary>
    public static string Summary(TrendResult trend)
    {
        if (trend.Series.IsEmpty) return "There is no record yet: measure a commit with dyno compare --git HEAD~1..HEAD --yardstick v1.2.0, then dyno history push.";
        var changes = trend.Series.SelectMany(series => series.Changes.Select(change => (series, change))).ToList();
        if (changes.Count == 0) return $"No change: {OverCommits(trend)}{(trend.Series.All(series => series.Points.Length < 8) ? " Trends need at least 8." : "")}";
        var fresh = changes.Where(pair => pair.change.IsNew && pair.change.IsRegression).ToList();
        if (fresh.Count > 0) return $"A new regression: {Sentence(fresh[^1].series, fresh[^1].change)}";
        var (worse, better) = (changes.Count(pair => pair.change.IsRegression), changes.Count(pair => !pair.change.IsRegression));
        string?[] parts = [worse > 0 ? FigureText.Count(worse, "regression") : null, better > 0 ? FigureText.Count(better, "improvement") : null];
        return $"{string.Join(" and ", parts.OfType<string>())} in {Commits(trend)}; nothing new with the newest commit.";
    }

    private static string OverCommits(TrendResult trend) => $"{(trend.Series.Length == 1 ? Metric(trend.Series[0]) + " stayed" : $"{trend.Series.Length} series stayed")} level over {Commits(trend)}.";

    private static string Commits(TrendResult trend) => FigureText.Count(trend.Series.Max(series => series.Points.Length), "commit");

    public static string Sentence(TrendSeries series, TrendChange change)
    {
        var what = $"{Metric(series)}{In(series)} {(change.Size.Ratio > 1 ? "rose" : "fell")} by {Size(change)}";
        return change.IsDrift
            ? $"{what}, a drift from {Short(change.From)} to {Short(change.To)} ({FigureText.Count(change.Commits.Length, "commit")}), each step too small for a gate; first seen with {Short(change.FirstSeen)}."
            : $"{what} at {Short(change.To)}{Subject(series, change)}; first seen with {Short(change.FirstSeen)}.";
    }

    /// <summary>The size of a change without a sign, with its interval.</summary>
    public static string Size(TrendChange change) => string.Create(CultureInfo.InvariantCulture,
        $"{100 * Math.Abs(change.Size.Ratio - 1):0.0} % ({100 * Math.Min(Math.Abs(change.Size.Low - 1), Math.Abs(change.Size.High - 1)):0.0} to {100 * Math.Max(Math.Abs(change.Size.Low - 1), Math.Abs(change.Size.High - 1)):0.0} %)");

    /// <summary>Where a series stands today.</summary>
    public static string Today(TrendSeries series) =>
        series.Now is { } now ? $"{FigureText.Difference(now.Ratio, now.Low, now.High)} against {series.Yardstick.Name}" : "–";

    /// <summary>The commits among which the culprit is.</summary>
    public static string Between(TrendChange change) => change.Commits switch
    {
        [] => Short(change.To),
        [var one] => Short(one.Commit),
        [var first, .., var last] => $"{Short(first.Commit)}..{Short(last.Commit)} ({change.Commits.Length})",
    };

    public static string Name(TrendSeries series) => $"{series.Name}{(series.Cell.Length > 0 ? $", {series.Cell}" : "")}";

    public static string Short(string commit) => commit[..Math.Min(DigitsOfCommit, commit.Length)];

    private static string Metric(TrendSeries series) => FigureTable.Of(series.Metric).Phrase;

    private static string In(TrendSeries series) => series.Cell.Length > 0 ? $" in {series.Cell}" : "";

    private static string Subject(TrendSeries series, TrendChange change) =>
        series.Points.FirstOrDefault(point => point.Commit == change.To)?.Subject is { Length: > 0 } subject ? $" \"{subject}\"" : "";
}
