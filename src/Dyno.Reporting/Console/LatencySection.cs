namespace Dyno.Reporting;

/// <summary>The latency table: response and service time side by side, failed requests separately.</summary>
internal static class LatencySection
{
    private static readonly double[] Shown = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999];

    public static IRenderable? Of(RunResult result, ReportStyle style)
    {
        var measured = result.Measured;
        if (measured.Overall.Response.Count == 0)
            return ConsoleSection.Labelled("Latency", new Line().Bad(result.Measured.Totals.Requests > 0 ? "no request was answered" : RunVerdictWords.WithoutRequests(result.Measured.Totals)));
        string[] headings = ["Latency", "min", "mean", "p50", "p75", "p90", "p95", "p99", "p99.9", "max"];
        var table = ConsoleSection.Table(style, headings, RowsOf(measured, result.Plan.Model, style.IsFull), ConsoleSection.LabelWidth, ["p75", "p90", "min", "mean", "p99.9", "p95"]);
        table.Columns[0].Width = ConsoleSection.LabelWidth;
        return new Rows([table, .. Notes(result, style).Select(note => ConsoleSection.Labelled("", note))]);
    }

    private static IEnumerable<Line[]> RowsOf(PhaseResult measured, LoadModel model, bool isFull)
    {
        yield return RowOf("response", measured.Overall.Response, isHeadline: true);
        if (model != LoadModel.Closed) yield return RowOf("service", measured.Overall.Service);
        if (measured.FailedLatency is { } failed)
        {
            if (isFull && measured.Latency.Response.Count > 0) yield return RowOf("good", measured.Latency.Response);
            yield return RowOf("failed", failed.Response);
        }
        if (!isFull) yield break;
        if (measured.StartLag is { Count: > 0 } lag) yield return RowOf("start lag", lag);
        if (measured.Connecting is { Count: > 0 } connecting) yield return RowOf("connect", connecting);
        if (measured.TlsHandshaking is { Count: > 0 } handshake) yield return RowOf("TLS", handshake);
        if (measured.Upgrading is { Count: > 0 } opening) yield return RowOf("open", opening);
    }

    private static Line[] RowOf(string label, LatencyResult latency, bool isHeadline = false)
    {
        var quantiles = Shown.Select(shown => QuantileCell.Of(latency, shown));
        string[] cells = [FigureText.TimeCell(latency.MinNanos), FigureText.TimeCell(latency.MeanNanos), .. quantiles, FigureText.TimeCell(latency.MaxNanos)];
        return [Line.Of($"  {label}"), .. cells.Select(cell => isHeadline ? new Line().Strong(cell) : Line.Of(cell))];
    }

    private static IEnumerable<Line> Notes(RunResult result, ReportStyle style)
    {
        var latency = result.Measured.Overall.Response;
        if (style.IsFull || style.ExplainsModel) yield return new Line().Quiet(result.Plan.Model switch
        {
            LoadModel.Closed => $"closed model: a {ModelInWords.Noun(result.Plan)} sends when its last answer has arrived, so response and service time are the same, "
                + "and a slower server gets requests less often",
            LoadModel.Open => "response: from when the request was due; service: from when it was sent",
            _ => "response: from when the request was due (in closed scenarios: sent); service: from when it was sent",
        });
        if (style.IsFull && result.Measured.FailedLatency is not null)
            yield return new Line().Quiet("response covers every request, also failures and time-outs (at their deadline); good and failed are separate rows below it");
        if (latency.Quantiles.Any(quantile => !quantile.Reliable && Shown.Contains(quantile.Quantile)))
            yield return new Line().Quiet("~ based on fewer than 10 requests beyond it: do not compare");
    }
}
