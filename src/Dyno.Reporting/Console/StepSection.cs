namespace Dyno.Reporting;

/// <summary>One row per request of the plan, left out when there is only one request; below them, one row per kind of their parts.</summary>
internal static class StepSection
{
    private const int MostRows = 20;

    public static IRenderable? Of(RunResult result, ReportStyle style, int most)
    {
        var (requests, parts) = (result.Measured.Steps.Where(step => !step.IsPart).ToList(), result.Measured.Steps.Where(step => step.IsPart).ToList());
        var hasScenarios = result.Plan.Scenarios.Length > 1;
        most = Math.Min(most, MostRows);
        IRenderable[] tables =
        [
            .. requests.Count < 2 ? [] : Table("Requests", requests, hasScenarios, style, most),
            .. parts.Count == 0 ? [] : Table("Parts of requests", parts, hasScenarios, style, most),
        ];
        return tables.Length == 0 ? null : new Rows(tables);
    }

    private static IEnumerable<IRenderable> Table(string title, List<StepResult> steps, bool hasScenarios, ReportStyle style, int most)
    {
        yield return ConsoleSection.Table(style, [title, "count", "rate", "p50", "p99", "max", "failed", "size"],
            steps.Take(most).Select(step => RowOf(step, hasScenarios)), nameWidth: 16, ["size", "max", "count"]);
        if (steps.Count > most) yield return new Line().Quiet($"  and {steps.Count - most} more{(style.IsFull ? ": see the result file" : ": --full")}");
    }

    private static Line[] RowOf(StepResult step, bool hasScenarios)
    {
        var latency = step.Overall.Response;
        return
        [
            Line.Of(hasScenarios ? $"  {step.Scenario}: {step.Name}" : $"  {step.Name}"),
            Line.Of(FigureText.Count(step.Requests)),
            Line.Of(FigureText.Rate(step.RequestsPerSecond)),
            Line.Of(QuantileCell.Of(latency, 0.5)),
            Line.Of(QuantileCell.Of(latency, 0.99)),
            Line.Of(latency.Count == 0 ? "–" : FigureText.TimeCell(latency.MaxNanos)),
            step.FailedRequests == 0 ? Line.Of("0") : new Line().Bad(FigureText.Count(step.FailedRequests)),
            Line.Of(FigureText.Traffic(step.MeanResponseBytes)),
        ];
    }
}
