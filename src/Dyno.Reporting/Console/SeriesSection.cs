namespace Dyno.Reporting;

/// <summary>Rate and p99 over time, one column per interval.</summary>
internal static class SeriesSection
{
    public static IRenderable? Of(RunResult result, ReportStyle style)
    {
        var series = result.Measured.Series;
        if (series.IsDefault || series.Length < 2) return null;
        var columns = Math.Min(60, style.Width - ConsoleSection.LabelWidth - 28);
        var perColumn = (series.Length + columns - 1) / columns;
        var groups = series.Chunk(perColumn).ToList();
        if (EndsWithAFragment(result.Measured, perColumn, groups.Count)) groups.RemoveAt(groups.Count - 1);
        if (groups.Count < 2) return null;
        var rates = groups.Select((group, index) => group.Sum(interval => interval.Requests) / Seconds(result.Measured, perColumn, index)).ToList();
        var p99 = groups.Select(group => (double)group.Max(interval => interval.P99Nanos)).ToList();
        var rows = new List<(string, IRenderable)> { ("Over time", Line.Of(Bar.Sparkline(rates)).Plain($"  {FigureText.Digits(rates.Min())} to {FigureText.Rate(rates.Max())}")) };
        if (p99.Max() > 0) rows.Add(("", Line.Of(Bar.Sparkline(p99)).Plain($"  p99 {FigureText.Time(p99.Where(nanos => nanos > 0).Min())} to {FigureText.Time(p99.Max())}")));
        if (style.IsFull) rows.Add(("", new Line().Quiet($"each column covers {FigureText.Length(perColumn * result.Measured.IntervalSeconds)}{(perColumn > 1 ? "; its p99 is the highest within it" : "")}")));
        return ConsoleSection.Rows(rows);
    }

    // A few milliseconds of requests, scaled to a second, would show a lowest or highest rate that the run never had.
    private static bool EndsWithAFragment(PhaseResult phase, int perColumn, int columns)
    {
        var rest = phase.DurationSeconds - (columns - 1) * perColumn * phase.IntervalSeconds;
        return rest < phase.IntervalSeconds / 2;
    }

    // The last column ends with the phase, so it may be shorter than the others.
    private static double Seconds(PhaseResult phase, int perColumn, int column)
    {
        var whole = perColumn * phase.IntervalSeconds;
        var rest = phase.DurationSeconds - column * whole;
        return rest > 0 && rest < whole ? rest : whole;
    }
}
