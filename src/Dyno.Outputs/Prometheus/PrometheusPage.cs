namespace Dyno.Outputs;

/// <summary>The page that Prometheus scrapes during a run: <c>_total</c> for counters, and a histogram of the response times.</summary>
internal static class PrometheusPage
{
    /// <summary>Writes the page.</summary>
    /// <param name="phases">The latest point of each phase, in order of the phases.</param>
    /// <param name="labels">Labels of every series, beside Dyno's own.</param>
    public static string Of(IReadOnlyCollection<OutputPoint> phases, params (string Name, string Value)[] labels)
    {
        var page = new PrometheusText(labels);
        foreach (var figure in OutputFigure.All.Concat(OutputFigure.Server))
        {
            var name = "dyno_" + figure.Name + (figure.Unit == OutputUnit.Bytes ? "_bytes" : "") + (figure.IsCount ? "_total" : "");
            page.Family(name, figure.IsCount ? "counter" : "gauge", figure.What);
            // A gauge shows the present, so only the current phase has gauges.
            foreach (var point in figure.IsCount ? phases : phases.TakeLast(1)) Sample(page, point, figure.Of(point.Snapshot));
        }
        page.Family("dyno_errors_total", "counter", "Failed requests by kind");
        foreach (var point in phases)
            foreach (var error in point.Snapshot.Errors) Sample(page, point, error.Value, ("kind", error.Key));
        foreach (var figure in OutputFigure.ResponseTimes)
        {
            page.Family($"dyno_response_time_{figure.Name}_seconds", "gauge", figure.What);
            foreach (var point in phases.TakeLast(1)) Sample(page, point, figure.Of(point.Snapshot));
        }
        page.Family("dyno_response_time_seconds", "histogram", "Response times of every request");
        foreach (var point in phases)
            if (point.Snapshot.ResponseTimes is { } times) page.ResponseTimes(times, Labels(point));
        return page.ToString();
    }

    private static void Sample(PrometheusText page, OutputPoint point, double? value, params (string Name, string Value)[] more)
    {
        if (value is { } known) page.Sample(known, [.. Labels(point), .. more]);
    }

    private static (string Name, string Value)[] Labels(OutputPoint point) => [("run", point.Run), ("phase", point.Phase)];
}
