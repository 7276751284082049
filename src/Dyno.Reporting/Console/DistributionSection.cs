namespace Dyno.Reporting;

/// <summary>The latency histogram as bars between round times.</summary>
internal static class DistributionSection
{
    private const int MostRows = 12;

    // Steps per decade, finest first. The report uses the finest steps that need no more than MostRows rows.
    private static readonly double[][] Steps = [[1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6, 8], [1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1]];

    public static IRenderable? Of(RunResult result, ReportStyle style)
    {
        var latency = result.Measured.Overall.Response;
        if (latency.Count < 2 || latency.Histogram.Length == 0) return null;
        var histogram = StoredHistogram.Read(latency.Histogram);
        var edges = Edges(histogram);
        var counts = edges.Select((edge, index) => Above(histogram, index == 0 ? -1 : edges[index - 1]) - Above(histogram, edge)).ToList();
        var most = counts.Max();
        var width = Math.Min(48, style.Width - ConsoleSection.LabelWidth - 24);
        return ConsoleSection.Labelled("Spread", edges.Select((edge, index) => Line
            .Of($"{(edge == long.MaxValue ? "above" : "≤ " + FigureText.RoundTime(edge)),8}  ")
            .Plain(Bar.Horizontal((double)counts[index] / most, width))
            .Quiet($" {FigureText.Percent(counts[index], latency.Count)}")));
    }

    private static long Above(Histogram histogram, long edge) => edge == long.MaxValue ? 0 : histogram.CountAbove(edge);

    private static List<long> Edges(Histogram histogram)
    {
        var (bottom, top) = (histogram.ValueAtQuantile(0.001), histogram.ValueAtQuantile(0.999));
        foreach (var steps in Steps)
        {
            var edges = EdgesWith(steps, bottom, top);
            if (edges.Count < MostRows || steps.Length == 1) return Closed(edges, histogram);
        }
        return [long.MaxValue];
    }

    // Round values, from the first at or above the bottom to the first at or above the top.
    private static List<long> EdgesWith(double[] steps, long bottom, long top)
    {
        var edges = new List<long>();
        for (var decade = 1.0; decade < 1e15; decade *= 10)
        {
            foreach (var step in steps)
            {
                var edge = (long)Math.Round(step * decade);
                if (edge < bottom) continue;
                edges.Add(edge);
                if (edge >= top) return edges;
            }
        }
        return edges;
    }

    // Values above the last round value get a row of their own.
    private static List<long> Closed(List<long> edges, Histogram histogram)
    {
        if (edges.Count > 0 && histogram.CountAbove(edges[^1]) == 0) return edges;
        edges.Add(long.MaxValue);
        return edges;
    }
}
