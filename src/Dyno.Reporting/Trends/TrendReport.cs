namespace Dyno.Reporting;

/// <summary>A trend on the screen: one sentence, then each series with a small picture and its changes.</summary>
public static class TrendReport
{
    private const int MostPictures = 4;
    private const int LeastForAPicture = 2;
    private const int MostCommits = 12;

    /// <summary>The report as text.</summary>
    /// <param name="style">Width and colours of the reader's screen.</param>
    public static string Render(TrendResult trend, ReportStyle style)
    {
        using var text = new StringWriter();
        var console = ConsoleReport.ConsoleFor(text, style);
        foreach (var block in Blocks(trend, style))
        {
            console.Write(block);
            console.WriteLine();
        }
        return ConsoleReport.Trimmed(text.ToString());
    }

    private static IEnumerable<IRenderable> Blocks(TrendResult trend, ReportStyle style)
    {
        yield return new Line().Strong(TrendWords.Summary(trend));
        // Those that changed come first; where there are many, the others are rows of the table.
        var ranked = trend.Series.OrderBy(series => series.Changes.IsEmpty ? 1 : 0).ToList();
        foreach (var series in ranked.Take(MostPictures).Where(series => series.Points.Length >= LeastForAPicture))
            yield return new Rows([new Line().Strong(TrendWords.Name(series)).Quiet($"  {FigureTable.Of(series.Metric).Phrase} against {series.Yardstick.Name}, {FigureText.Count(series.Points.Length, "commit")}"),
                .. TextChart.Of(series, style.Width)]);
        if (!trend.Series.IsEmpty) yield return Today(trend, style);
        var changes = trend.Series.SelectMany(series => series.Changes.Select(change => (series, change))).ToList();
        if (changes.Count > 0) yield return Changes(changes, style);
        foreach (var (series, change) in changes.Where(pair => pair.change.IsNew || pair.change == changes[^1].change)) yield return Culprits(series, change);
        if (!trend.Notes.IsEmpty) yield return new Rows(trend.Notes.Select(note => new Line().Doubtful("! ").Plain(note)));
    }

    private static Table Today(TrendResult trend, ReportStyle style) => ConsoleSection.Table(style, ["series", "metric", "commits", "noise", "today"],
        trend.Series.Select(series => (Line[])
        [
            Line.Of(TrendWords.Name(series)), Line.Of(FigureTable.Of(series.Metric).Brief), Line.Of(FigureText.Count(series.Points.Length)),
            Line.Of(FigureText.Percent(series.Noise, 1)), new Line().Strong(TrendWords.Today(series)),
        ]), leftOutFirst: ["noise", "metric"]);

    private static Table Changes(List<(TrendSeries Series, TrendChange Change)> changes, ReportStyle style) =>
        ConsoleSection.Table(style, ["change", "size", "commits", "against its parent", "first seen"], changes.Select(pair => (Line[])
        [
            Marked(pair.Change).Plain(changes.Select(each => each.Series).Distinct().Count() > 1 ? $" {(pair.Series.Cell.Length > 0 ? pair.Series.Cell : pair.Series.Name)}" : ""),
            Line.Of(FigureText.Difference(pair.Change.Size.Ratio, pair.Change.Size.Low, pair.Change.Size.High)),
            Line.Of(TrendWords.Between(pair.Change)),
            Line.Of(pair.Change.AgainstParent is { } parent ? FigureText.Difference(parent.Ratio, parent.Low, parent.High) : "–"),
            Line.Of(TrendWords.Short(pair.Change.FirstSeen)).Doubtful(pair.Change.IsNew ? " new" : ""),
        ]), leftOutFirst: ["against its parent", "first seen"]);

    private static Line Marked(TrendChange change)
    {
        var word = change.IsDrift ? "drift" : "step";
        return change.IsRegression ? new Line().Bad($"▼ {word}, worse") : new Line().Good($"▲ {word}, better");
    }

    private static Rows Culprits(TrendSeries series, TrendChange change) => new(
    [
        Line.Of(TrendWords.Sentence(series, change)),
        .. change.Commits.Take(MostCommits).Select(commit => new Line().Plain($"  {TrendWords.Short(commit.Commit)} ").Quiet(commit.Subject ?? "")),
        .. change.Commits.Length > MostCommits ? [new Line().Quiet($"  and {change.Commits.Length - MostCommits} more: --json")] : (Line[])[],
    ]);
}
