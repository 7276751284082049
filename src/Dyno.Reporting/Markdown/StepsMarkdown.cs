namespace Dyno.Reporting;

/// <summary>
/// Writes two tables per scenario, one of good requests and one of failed ones, each with a column of labels and a
/// column of figures. Readers of other load reports of .NET know this layout and can set the figures side by side.
/// Latencies are in milliseconds.
/// </summary>
internal static class StepsMarkdown
{
    private const double NanosPerMilli = 1e6;
    private const double BytesPerKilo = 1000;

    public static string Render(RunResult result)
    {
        var text = new StringBuilder();
        text.Append($"> test name: {Code(result.Plan.Name)}\n>\n> run: {Code(result.Id)}\n>\n> health: {Code(result.Health.State.ToString().ToLowerInvariant())}\n");
        text.Append(">\n> latencies are in milliseconds\n");
        if (result.Plan.Scenarios.Length > 1)
            foreach (var (label, figure) in Uncounted(result.Measured.Totals)) text.Append($">\n> {label}: {figure}\n");
        text.Append('\n');
        foreach (var scenario in result.Plan.Scenarios) WriteScenario(text, result, scenario);
        WriteStatuses(text, result.Measured);
        return text.ToString();
    }

    private static void WriteScenario(StringBuilder text, RunResult result, ScenarioRecord scenario)
    {
        var measured = result.Measured;
        var whole = measured.Scenarios.FirstOrDefault(s => s.Scenario == scenario.Name);
        // Where a scenario judges whole iterations, a step with the scenario's name is the whole iteration, which the global row already shows.
        var steps = measured.Steps.Where(s => s.Scenario == scenario.Name && (whole is null || s.Name != scenario.Name)).ToList();
        var requests = steps.Where(s => !s.IsPart).ToList();
        var (all, failed) = whole is not null
            ? (whole.Iterations, whole.FailedIterations) : (requests.Sum(s => s.Requests), requests.Sum(s => s.FailedRequests));
        var bytes = whole is { Received.Total: > 0 } ? whole.Received.Total : requests.Sum(Bytes);
        var duration = TimeSpan.FromSeconds(Math.Round(measured.DurationSeconds, 3)).ToString(@"hh\:mm\:ss\.fff", CultureInfo.InvariantCulture);
        text.Append($"> scenario: {Code(scenario.Name)}\n>\n> - ok count: {Code(Whole(all - failed))}\n>\n> - fail count: {Code(Whole(failed))}\n>\n")
            .Append($"> - all data: {Code(Megabytes(bytes))} MB\n>\n> - duration: {Code(duration)}\n>\n> load simulations:\n>\n> - {Code(scenario.Executor)}: ")
            .AppendJoin(", ", scenario.Parameters.Select(p => $"{MarkdownText.Escape(p.Key)}: {Code(p.Value)}")).Append("\n\n");
        var isOnly = result.Plan.Scenarios.Length == 1;
        Table("ok", whole is not null ? Global(whole, requests, measured) : isOnly ? Global(measured) : null, [.. steps.Select(Ok)]);
        var wholly = whole is not null ? GlobalFailed(whole, measured)
            : isOnly && measured.FailedLatency is { } latency ? GlobalFailed(measured, latency) : null;
        if (failed > 0) Table("fail", wholly, [.. steps.Where(s => s.FailedRequests > 0).Select(Fail)]);

        void Table(string kind, Row? global, List<Row> rows)
        {
            text.Append($"|step|{kind} stats|\n|---|---|\n");
            if (global is not null) rows.Insert(0, global);
            foreach (var (index, row) in rows.Index())
            {
                if (index > 0) text.Append("|||\n");
                WriteRow(text, row);
                if (index > 0 || !isOnly || kind != "ok") continue;
                foreach (var (label, figure) in Uncounted(measured.Totals)) text.Append($"|{label}|{figure}|\n");
            }
            text.Append('\n');
        }
    }

    // Cut iterations and dropped starts are neither good nor failed and have no time. Without these rows the figures would look too good.
    private static IEnumerable<(string Label, string Figure)> Uncounted(Totals totals)
    {
        if (totals.InterruptedIterations > 0)
            yield return ("cut count", $"{Code(Whole(totals.InterruptedIterations))} begun and cut before they ended, neither ok nor fail");
        if (totals.DroppedIterations > 0)
            yield return ("dropped count", $"{Code(Whole(totals.DroppedIterations))} never begun: no user was free, or the time was up");
    }

    private static void WriteRow(StringBuilder text, Row row)
    {
        text.Append($"|name|{Code(row.Name)}|\n|request count|all = {Code(Whole(row.All))}, {row.Kind} = {Code(Whole(row.Count))}, RPS = {Code(Number(row.PerSecond))}|\n");
        if (row.Latency is { Count: > 0 } latency)
        {
            text.Append($"|latency|min = {Milli(latency.MinNanos)}, mean = {Milli(latency.MeanNanos)}, max = {Milli(latency.MaxNanos)}, StdDev = {Milli(latency.StdDevNanos)}|\n");
            text.Append("|latency percentile|").AppendJoin(", ", ((double[])[0.5, 0.75, 0.95, 0.99]).Select(q => $"{RunTables.NameOf(q)} = {Quantile(latency, q)}")).Append("|\n");
        }
        if (row.MeanBytes is not { } bytes) return;
        var (least, most) = row.Received is { } sizes ? ($"min = {Kilobytes(sizes.Min)} KB, ", $"max = {Kilobytes(sizes.Max)} KB, ") : ("", "");
        text.Append($"|data transfer|{least}mean = {Kilobytes(bytes)} KB, {most}all = {Code(Megabytes(row.Received?.Total ?? bytes * row.All))} MB|\n");
    }

    private static Row Global(PhaseResult measured)
    {
        var totals = measured.Totals;
        var ok = totals.Requests - totals.FailedRequests;
        return new Row("global information", "ok", totals.Requests, ok, PerSecond(ok, measured), measured.Latency.Response,
            totals.Requests == 0 ? null : (double)totals.BytesReceived / totals.Requests);
    }

    private static Row Global(ScenarioResult whole, List<StepResult> steps, PhaseResult measured)
    {
        var ok = whole.Iterations - whole.FailedIterations;
        // If the load's code states no size for its iterations, the sizes of their steps are added up.
        var total = whole.Received.Total > 0 ? whole.Received.Total : steps.Sum(s => s.Received?.Total ?? 0);
        return new Row("global information", "ok", whole.Iterations, ok, PerSecond(ok, measured), whole.Latency.Response,
            whole.Iterations == 0 ? null : (double)total / whole.Iterations, whole.Received.Total > 0 || steps.Count == 0 ? whole.Received : null);
    }

    private static Row GlobalFailed(ScenarioResult whole, PhaseResult measured) => new("global information", "fail", whole.Iterations,
        whole.FailedIterations, PerSecond(whole.FailedIterations, measured), whole.FailedLatency?.Response, null);

    private static string Kilobytes(double bytes) => Code(Number(bytes / BytesPerKilo));

    private static Row GlobalFailed(PhaseResult measured, LatencyPair latency) =>
        new("global information", "fail", measured.Totals.Requests, measured.Totals.FailedRequests, PerSecond(measured.Totals.FailedRequests, measured), latency.Response, null);

    private static Row Ok(StepResult step)
    {
        var ok = step.Requests - step.FailedRequests;
        return new Row(step.Name, "ok", step.Requests, ok, Share(step, ok), step.Latency.Response, step.MeanResponseBytes, step.Received);
    }

    // Results from before this field was recorded have the times of failed requests for the whole run only.
    private static Row Fail(StepResult step) =>
        new(step.Name, "fail", step.Requests, step.FailedRequests, Share(step, step.FailedRequests), step.FailedLatency?.Response, null);

    private static double Share(StepResult step, long part) => step.Requests == 0 ? 0 : step.RequestsPerSecond * part / step.Requests;

    private static double PerSecond(long count, PhaseResult measured) => measured.DurationSeconds > 0 ? count / measured.DurationSeconds : 0;

    private static double Bytes(StepResult step) => step.MeanResponseBytes * step.Requests;

    private static void WriteStatuses(StringBuilder text, PhaseResult measured)
    {
        text.Append("> status codes\n\n|status code|count|message|\n|---|---|---|\n");
        foreach (var (status, count) in measured.Statuses)
            text.Append($"|{GrpcStatus.Text(status)}|{Whole(count)}||\n");
        foreach (var error in measured.Errors.Where(e => e.Kind != "status"))
            text.Append($"||{Whole(error.Count)}|{MarkdownText.Escape($"{error.Kind}: {error.FirstExample}")}|\n");
    }

    private static string Quantile(LatencyResult latency, double wanted) =>
        latency.At(wanted) is { } found
            ? (found.Reliable ? "" : "\\~") + Milli(found.Nanos)
            : "–";

    private static string Milli(double nanos) => Code(Number(nanos / NanosPerMilli));

    private static string Megabytes(double bytes) => Number(bytes / BytesPerKilo / BytesPerKilo);

    private static string Whole(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Number(double value) => value.ToString(value < 1 ? "0.####" : "0.##", CultureInfo.InvariantCulture);

    // Only the backtick is special in a code span, and only the vertical bar in a table cell.
    private static string Code(string text) => $"`{string.Concat(text.Select(c => c is '`' or '|' || char.IsControl(c) || VisibleText.Hides(c) ? '\'' : c))}`";

    private sealed record Row(string Name, string Kind, long All, long Count, double PerSecond, LatencyResult? Latency, double? MeanBytes,
        ReceivedBytes? Received = null);
}
