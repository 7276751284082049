namespace Dyno.Reporting;

internal static class TrendSheet
{
    private const int MostTiles = 6;
    private const int LabelsOfAxis = 10;

    public static Sheet Of(TrendResult trend)
    {
        var changes = trend.Series.SelectMany(series => series.Changes.Select(change => (series, change))).ToList();
        var hasNew = changes.Any(pair => pair.change is { IsNew: true, IsRegression: true });
        var word = hasNew ? "new regression" : changes.Count == 0 ? "level" : FigureText.Count(changes.Count, "change");
        return new Sheet
        {
            Title = $"Trend of {(trend.Series is [var only] ? TrendWords.Name(only) : $"{trend.Series.Length} series")}",
            Subtitle = $"{FigureText.Count(trend.Records, "record")} from {trend.Source}",
            Verdict = new SheetVerdict(hasNew ? Tone.Bad : changes.Exists(pair => pair.change.IsRegression)
                ? Tone.Doubtful : Tone.Good, word, TrendWords.Summary(trend),
                [.. trend.Notes.Select(note => new Finding(Tone.Doubtful, note))]),
            KeyFigures = [.. trend.Series.Take(MostTiles).Where(series => series.Now is not null).Select(Tile)],
            Sections =
            [
                .. new[]
                {
                    new Section("Commit by commit", "Each commit against the yardstick, measured in the same rounds: another machine makes no step.",
                        [.. trend.Series.Select((series, i) => new ChartBlock(ChartOf(series, i)))]),
                    new Section("Where it changed", "Changes that two detectors agree on: E-divisive with a permutation test, and the optimal partition by a modified BIC.",
                        changes.Count == 0 ? [] : [Changes(changes), .. changes.Select(pair =>
                            new NoteBlock(TrendWords.Sentence(pair.series, pair.change), ToneOf(pair.change)))]),
                    new Section("The commits", "The 95 % interval of a commit is by its launches alone.", [.. trend.Series.Select(Points)]) { IsDetail = true },
                }.Where(section => !section.Blocks.IsEmpty),
            ],
        };
    }

    private static KeyFigure Tile(TrendSeries series) => new(TrendWords.Name(series), FigureText.Difference(series.Now!.Ratio),
        $"{FigureTable.Of(series.Metric).Brief} against {series.Yardstick.Name}: {FigureText.Difference(series.Now.Low)} to {FigureText.Difference(series.Now.High)}",
        series.Changes is [.., var last] ? ToneOf(last) : Tone.Plain);

    private static Tone ToneOf(TrendChange change) => change.IsRegression ? Tone.Bad : Tone.Good;

    private static Chart ChartOf(TrendSeries series, int index)
    {
        var stride = Math.Max(1, (series.Points.Length + LabelsOfAxis - 1) / LabelsOfAxis);
        return new Chart
        {
            Id = $"trend-{index}",
            Title = $"{FigureTable.Of(series.Metric).Title}: {TrendWords.Name(series)}",
            Summary = $"{FigureText.Count(series.Points.Length, "commit")} against {series.Yardstick.Name}; dots: commits, line: level, dashed: 95 % interval by the launches",
            Axis = ChartAxis.Categories,
            Unit = ChartUnit.Ratio,
            X = [.. series.Points.Select((_, i) => (double)i)],
            // Names of all commits would hide each other.
            Labels = [.. series.Points.Select((point, i) => i % stride == 0 || series.Points.Length <= LabelsOfAxis ? TrendWords.Short(point.Commit) : "")],
            Lines =
            [
                new ChartLine("commit", [.. series.Points.Select(point => (double?)point.Ratio)], ChartRole.First, ChartStyle.Dots),
                new ChartLine("level", [.. series.Points.Select(point => (double?)point.Level)], ChartRole.Bad),
                new ChartLine("lower end", [.. series.Points.Select(point => point.Low)], ChartRole.Quiet, ChartStyle.Dashed),
                new ChartLine("upper end", [.. series.Points.Select(point => point.High)], ChartRole.Quiet, ChartStyle.Dashed),
            ],
            Bands = [.. series.Changes.Select(change => BandOf(series, change))],
            IsWide = true,
        };
    }

    // From the first commit that may be the culprit to the last one.
    private static ChartBand BandOf(TrendSeries series, TrendChange change)
    {
        var (from, to) = (IndexOf(series, change.Commits.FirstOrDefault()?.Commit ?? change.To, change.From), IndexOf(series, change.To, change.To));
        return new ChartBand(Math.Min(from, to) - 0.5, to + 0.5, FigureText.Difference(change.Size.Ratio));
    }

    private static int IndexOf(TrendSeries series, string commit, string other)
    {
        var points = series.Points.Select(point => point.Commit).ToImmutableArray();
        return points.IndexOf(commit) is >= 0 and var at ? at : Math.Max(0, points.IndexOf(other));
    }

    private static TableBlock Changes(List<(TrendSeries Series, TrendChange Change)> changes) => new("Changes",
        [new Column("series", IsFigure: false), new Column("change", IsFigure: false), new Column("size"), new Column("95 % interval"), new Column("commits", IsFigure: false),
            new Column("against its parent"), new Column("first seen", IsFigure: false), new Column("p")],
        [.. changes.Select(pair => (ImmutableArray<Cell>)
        [
            TrendWords.Name(pair.Series), new Cell($"{(pair.Change.IsDrift ? "drift" : "step")}, {(pair.Change.IsRegression ? "worse" : "better")}", null, ToneOf(pair.Change)),
            new Cell(FigureText.Difference(pair.Change.Size.Ratio), pair.Change.Size.Ratio), $"{FigureText.Difference(pair.Change.Size.Low)} to {FigureText.Difference(pair.Change.Size.High)}",
            TrendWords.Between(pair.Change),
            pair.Change.AgainstParent is { } parent ? FigureText.Difference(parent.Ratio, parent.Low, parent.High) : "–",
            TrendWords.Short(pair.Change.FirstSeen) + (pair.Change.IsNew ? " (new)" : ""),
            pair.Change.Probability.ToString("0.000", CultureInfo.InvariantCulture),
        ])])
    { Note = "commits: those among which the culprit is with 95 % certainty. first seen: the commit whose record made the change visible." };

    private static TableBlock Points(TrendSeries series) => new($"{TrendWords.Name(series)}: {FigureTable.Of(series.Metric).Phrase} against {series.Yardstick.Name}",
        [new Column("commit", IsFigure: false), new Column("", IsFigure: false), new Column("ratio"), new Column("95 % interval"), new Column("level"), new Column("against its parent"),
            new Column("machine", IsFigure: false)],
        [.. series.Points.Reverse().Select(point => (ImmutableArray<Cell>)
        [
            TrendWords.Short(point.Commit), point.Subject ?? "", new Cell(FigureText.Difference(point.Ratio), point.Ratio),
            point is { Low: { } low, High: { } high } ? $"{FigureText.Difference(low)} to {FigureText.Difference(high)}" : "–",
            new Cell(FigureText.Difference(point.Level), point.Level),
            point.AgainstParent is { } parent ? FigureText.Difference(parent.Ratio, parent.Low, parent.High) : "–", point.Machine ?? "–",
        ])]);
}
