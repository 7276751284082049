namespace Dyno.Reporting;

/// <summary>The traces of the slowest and of failed requests, for a viewer of traces.</summary>
internal static class TraceSection
{
    private const int MostOnASmallScreen = 3;

    public static IRenderable? Of(RunResult result, ReportStyle style, int most)
    {
        if (result.Measured.Traces is not { } traces || most == 0) return null;
        var shown = style.IsFull ? TraceResult.Most : Math.Min(most, MostOnASmallScreen);
        List<(string, IRenderable)> rows = [];
        rows.AddRange(traces.Slowest.Take(shown).Select((request, i) => (i == 0 ? "Slowest" : "", (IRenderable)Request(request))));
        rows.AddRange(traces.Failed.Take(shown).Select((request, i) => (i == 0 ? "Failed" : "", (IRenderable)Request(request))));
        return rows.Count == 0 ? null : ConsoleSection.Rows(rows);
    }

    private static Line Request(TracedRequest request)
    {
        var line = Line.Of($"{FigureText.Time(request.ResponseNanos),8}  ");
        line = request.Error is null ? line.Plain(request.Outcome) : line.Bad(request.Outcome);
        return line.Plain($"  {request.Name}  ").Quiet(request.Url ?? $"trace {request.TraceId}").Quiet(request.Sampled ? "" : " (not recorded)");
    }
}
