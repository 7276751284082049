namespace Dyno.Reporting;

/// <summary>A series as a small picture of characters: dots for the commits, a line for the level, a mark under each change.</summary>
internal static class TextChart
{
    private const int Height = 8;
    private const int Axis = 9;

    /// <summary>The lines of the picture.</summary>
    /// <param name="series">The series, with at least two points.</param>
    /// <param name="width">Columns of the screen.</param>
    public static IEnumerable<Line> Of(TrendSeries series, int width)
    {
        var columns = Math.Min(series.Points.Length, width - Axis - 1);
        var points = series.Points.TakeLast(columns).ToList();
        var (low, high) = (points.Min(point => Math.Min(point.Ratio, point.Level)), points.Max(point => Math.Max(point.Ratio, point.Level)));
        if (high - low < 0.002) (low, high) = (low - 0.001, high + 0.001);
        for (var row = Height - 1; row >= 0; row--)
        {
            var label = row is 0 or Height - 1 || row == Height / 2 ? FigureText.Difference(low + (high - low) * row / (Height - 1)) : "";
            var line = new Line().Quiet(string.Create(CultureInfo.InvariantCulture, $"{label,Axis - 1} "));
            foreach (var point in points)
            {
                if (RowOf(point.Ratio) == row) line.Strong("•");
                else if (RowOf(point.Level) == row) line.Quiet("─");
                else line.Plain(" ");
            }
            yield return line;
        }
        if (series.Changes.IsEmpty) yield break;
        var marks = new Line().Plain(new string(' ', Axis));
        foreach (var point in points)
        {
            if (series.Changes.FirstOrDefault(change => change.To == point.Commit) is not { } change) marks.Plain(" ");
            else if (change.IsRegression) marks.Bad("▲");
            else marks.Good("▲");
        }
        yield return marks;

        int RowOf(double ratio) => (int)Math.Round((ratio - low) / (high - low) * (Height - 1));
    }
}
