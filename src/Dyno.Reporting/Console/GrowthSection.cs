namespace Dyno.Reporting;

/// <summary>What grows over a long run, on the console: the sentence first, then a row for each figure.</summary>
internal static class GrowthSection
{
    private const int MostTypes = 3;
    private static readonly string[] Headings = ["figure", "at the end", "growth", "99 % interval", "verdict", "limit in"];

    /// <summary>The lines; none for a run that was not watched.</summary>
    public static IEnumerable<IRenderable?> Of(GrowthRecord? growth, ReportStyle style, int most)
    {
        if (growth is null) yield break;
        yield return new Rows(Mark(growth.Verdict).Plain(RunVerdictWords.Begun(growth.Sentence)));
        if (most > 0 && growth.Figures.Length > 0)
            yield return ConsoleSection.Table(style, Headings, growth.Figures.OrderByDescending(f => f.Verdict).Take(most).Select(Row), nameWidth: 22, ["limit in", "99 % interval"]);
        var types = growth.Types.Take(style.IsFull ? growth.Types.Length : MostTypes).Select(t => Line.Of(GrowthWords.Type(t))).ToList();
        if (most > 0 && types.Count > 0) yield return ConsoleSection.Labelled("Types", types);
        yield return new Rows([new Line().Quiet(GrowthWords.HowMeasured(growth)), .. growth.Notes.Select(note => new Line().Doubtful("! ").Plain(note))]);
    }

    private static Line Mark(GrowthVerdict verdict) => verdict switch
    {
        GrowthVerdict.Grows => new Line().Alarm(" GROWS ").Plain(" "),
        GrowthVerdict.Unclear => new Line().Caution(" UNCLEAR ").Plain(" "),
        _ => new Line().Good("✓ "),
    };

    private static Line[] Row(GrowthFigure figure) =>
    [
        Line.Of(figure.Title), Line.Of(GrowthWords.Level(figure)), new Line().Strong(GrowthWords.Rate(figure)), Line.Of(GrowthWords.Interval(figure)),
        figure.Verdict == GrowthVerdict.Grows ? new Line().Bad(GrowthWords.Verdict(figure)) : new Line().Quiet(GrowthWords.Verdict(figure)),
        Line.Of(GrowthWords.TimeToLimit(figure)),
    ];
}
