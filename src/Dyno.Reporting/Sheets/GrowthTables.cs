namespace Dyno.Reporting;

/// <summary>What grows over a long run: the sentence, a table, a chart for each figure, the types.</summary>
internal static class GrowthTables
{
    /// <summary>The blocks; none for a run that was not watched.</summary>
    public static IEnumerable<Block> Of(GrowthRecord? growth)
    {
        if (growth is null) yield break;
        yield return new NoteBlock(RunVerdictSentence(growth), growth.Verdict == GrowthVerdict.Steady ? Tone.Plain : Tone.Doubtful);
        foreach (var note in growth.Notes) yield return new NoteBlock(note, Tone.Doubtful);
        if (!growth.Figures.IsEmpty) yield return Table(growth);
        if (!growth.Types.IsEmpty) yield return Types(growth);
        foreach (var chart in growth.Figures.Select(f => Chart(growth, f)).OfType<Chart>()) yield return new ChartBlock(chart);
    }

    private static string RunVerdictSentence(GrowthRecord growth) => RunVerdictWords.Begun(growth.Sentence);

    private static TableBlock Table(GrowthRecord growth) => new("Figures over the run",
        [new("figure", false), new("at the end"), new("growth"), new("99 % interval"), new("verdict", false), new("limit in"), new("judged from")],
        [.. growth.Figures.Select(f => (ImmutableArray<Cell>)
        [
            f.Title, GrowthWords.Level(f), new Cell(GrowthWords.Rate(f), f.PerHour ?? 0), GrowthWords.Interval(f),
            f.Why is { } why ? $"{GrowthWords.Verdict(f)}: {why}" : GrowthWords.Verdict(f), GrowthWords.TimeToLimit(f), FigureText.Length(Math.Round(f.SettledAfterSeconds)),
        ])])
    {
        Note = GrowthWords.HowMeasured(growth),
    };

    private static TableBlock Types(GrowthRecord growth) => new("Types that grew between two snapshots of the heap",
        [new("type", false), new("bytes more"), new("objects more"), new("bytes now"), new("objects now"), new("allocated by", false)],
        [.. growth.Types.Select(t => (ImmutableArray<Cell>)
        [
            t.Name, new Cell(FigureText.Traffic(t.Bytes), t.Bytes), new Cell(FigureText.Count(t.Objects), t.Objects),
            new Cell(FigureText.Traffic(t.BytesAtEnd), t.BytesAtEnd), new Cell(FigureText.Count(t.ObjectsAtEnd), t.ObjectsAtEnd), GrowthWords.Sites(t),
        ])]);

    private static Chart? Chart(GrowthRecord growth, GrowthFigure figure)
    {
        if (Reader(figure.Name) is not { } read) return null;
        var points = growth.Series.Select(p => (p.Seconds, Value: read(p))).Where(p => p.Value is not null).ToList();
        if (points.Count < 2) return null;
        var seconds = points.Select(p => p.Seconds).ToImmutableArray();
        var lines = ImmutableArray.Create(new ChartLine(figure.Title, [.. points.Select(p => p.Value)]));
        if (figure.PerHour is { } rate)
            lines = lines.Add(new ChartLine("fitted line", [.. seconds.Select(s => Fitted(figure, rate, s, seconds[^1]))], ChartRole.Third));
        return new Chart
        {
            Id = "growth-" + figure.Name,
            Title = RunVerdictWords.Begun(figure.Title),
            Summary = $"{GrowthWords.Rate(figure)}, {GrowthWords.Verdict(figure)}",
            Axis = ChartAxis.Seconds,
            Unit = figure.Unit switch { "bytes" => ChartUnit.Memory, "ns" => ChartUnit.Time, _ => ChartUnit.Count },
            X = seconds,
            Lines = lines,
            Bands = figure.SettledAfterSeconds > 0 ? [new ChartBand(seconds[0], figure.SettledAfterSeconds, "settling")] : [],
        };
    }

    private static double? Fitted(GrowthFigure figure, double perHour, double seconds, double end) =>
        seconds < figure.SettledAfterSeconds ? null : figure.Level + perHour * (seconds - end) / 3600;

    private static Func<GrowthPoint, double?>? Reader(string name) => name switch
    {
        "heap" => p => p.Heap,
        "heapLow" => p => p.HeapLow,
        "committed" => p => p.Committed,
        "workingSet" => p => p.WorkingSet,
        "handles" => p => p.Handles,
        "sockets" => p => p.Sockets,
        "threads" => p => p.Threads,
        "timers" => p => p.Timers,
        "pooledConnections" => p => p.PooledConnections,
        "p50" => p => p.P50,
        "p99" => p => p.P99,
        "cpuPerRequest" => p => p.CpuPerRequest,
        _ => null,
    };
}
