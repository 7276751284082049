using Dyno.Reporting.Figures;
using Dyno.Results.Runs;
using Spectre.Console.Rendering;

namespace Dyno.Reporting.Console;

/// <summary>Rate and p99 over time, one column per interval.</summary>
internal static class SeriesSection
{
    public static IRenderable? Of(RunResult result, ReportStyle style)
    {
        var series = result.Measured.Series;
        if (series.IsDefault || series.Length < 2) return null;
        var columns = Math.Min(60, style.Width - Section.LabelWidth - 28);
        var perColumn = (series.Length + columns - 1) / columns;
        var groups = series.Chunk(perColumn).ToList();
        var rates = groups.Select(group => group.Sum(interval => interval.Requests) / (group.Length * result.Measured.IntervalSeconds)).ToList();
        var p99 = groups.Select(group => (double)group.Max(interval => interval.P99Nanos)).ToList();
        return Section.Rows(
        [
            ("Over time", Line.Of(Bar.Sparkline(rates)).Plain($"  {Figure.Digits(rates.Min())} to {Figure.Rate(rates.Max())}")),
            ("", Line.Of(Bar.Sparkline(p99)).Plain($"  p99 {Figure.Time(p99.Min())} to {Figure.Time(p99.Max())}")),
            ("", new Line().Quiet($"a column is {Figure.Length(perColumn * result.Measured.IntervalSeconds)}{(perColumn > 1 ? "; its p99 the highest in it" : "")}")),
        ]);
    }
}
