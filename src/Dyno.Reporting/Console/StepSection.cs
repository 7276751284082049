using Dyno.Metrics.Figures;
using Dyno.Results.Runs;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Dyno.Reporting.Console;

/// <summary>One row per request of the plan; left out when there is only one request.</summary>
internal static class StepSection
{
    private const int MostRows = 20;
    private const int MostOnASmallScreen = 8;

    public static IRenderable? Of(RunResult result, ReportStyle style)
    {
        var steps = result.Measured.Steps;
        if (steps.Length < 2) return null;
        var most = style.IsFull ? MostRows : MostOnASmallScreen;
        var hasScenarios = result.Plan.Scenarios.Length > 1;
        var table = ConsoleSection.Table(style, ["Requests", "count", "rate", "p50", "p99", "max", "failed", "size"],
            steps.Take(most).Select(step => RowOf(step, hasScenarios)), nameWidth: 16, ["size", "max", "count"]);
        return steps.Length <= most
            ? table
            : new Rows(table, new Line().Quiet($"  and {steps.Length - most} more{(style.IsFull ? ": see the result file" : "")}"));
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
