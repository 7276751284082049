namespace Dyno.Reporting;

/// <summary>A study on the screen: for each claim the article's statement, the measured value, and whether the claim holds.</summary>
public static class StudyReport
{
    /// <summary>The report as text.</summary>
    /// <param name="style">Width and colours of the reader's screen.</param>
    public static string Render(StudyRecord study, ReportStyle style)
    {
        using var text = new StringWriter();
        var console = ConsoleReport.ConsoleFor(text, style);
        foreach (var block in Blocks(study))
        {
            console.Write(block);
            console.WriteLine();
        }
        return ConsoleReport.Trimmed(text.ToString());
    }

    private static IEnumerable<IRenderable> Blocks(StudyRecord study)
    {
        yield return new Rows([new Line().Strong(study.Title), new Line().Quiet(study.Article)]);
        foreach (var claim in study.Claims) yield return ConsoleSection.Marked(Lines(claim));
        foreach (var table in study.Tables) yield return new Rows([new Line().Strong(table.Says), .. table.Rows.Select(r => Line.Of($"  {r.Label}: {InWords(table, r)}"))]);
        foreach (var chart in study.Charts) yield return new Rows([new Line().Strong(chart.Says), .. Lines(chart)]);
        if (study.Measurements.Length > 0) yield return ConsoleSection.Labelled("Measured", study.Measurements.Select(Line.Of));
        yield return new Line().Strong(ClaimWords.Summary(study));
    }

    private static IEnumerable<Line> Lines(ChartRecord chart)
    {
        yield return Line.Of($"  {Bar.Sparkline(chart.Values)}").Quiet(string.Create(CultureInfo.InvariantCulture,
            $"  0 to {chart.Values.Length - 1} s, at most {chart.Values.Max():#,0.#} {chart.Unit}"));
        foreach (var explanation in chart.Explanations) yield return Line.Of($"  {explanation}");
    }

    private static string InWords(TableRecord table, TableRowRecord row) => table.Columns.IsEmpty ? InWords(row.Figures[0])
        : string.Join(", ", table.Columns.Zip(row.Figures, (column, figure) => $"{column} {InWords(figure)}"));

    private static string InWords(TableFigure figure)
    {
        if (figure.Measured.Length == 0) return "not run";
        return figure.Interval.Length == 0 ? figure.Measured : $"{figure.Measured} ({figure.Interval})";
    }

    private static IEnumerable<(Line, Line)> Lines(ClaimRecord claim)
    {
        yield return (Mark(claim.Outcome), new Line().Strong(ClaimWords.Of(claim.Outcome)).Plain($": {claim.Says}").Quiet($"  ({claim.Id})"));
        yield return (new Line(), new Line().Quiet("article   ").Plain(claim.ArticleValue));
        if (claim.Measured.Length > 0)
        {
            yield return (new Line(), new Line().Quiet("measured  ").Plain(ClaimWords.Measured(claim)));
            yield return (new Line(), new Line().Quiet("holds at  ").Plain(claim.Condition));
        }
        if (claim.Why.Length > 0) yield return (new Line(), new Line().Quiet("note      ").Plain(claim.Why));
    }

    private static Line Mark(ClaimOutcome outcome) => outcome switch
    {
        ClaimOutcome.Holds => new Line().Good("✓"),
        ClaimOutcome.DoesNotHold => new Line().Bad("✗"),
        ClaimOutcome.CannotBeJudged => new Line().Doubtful("?"),
        _ => new Line().Quiet("·"),
    };
}
