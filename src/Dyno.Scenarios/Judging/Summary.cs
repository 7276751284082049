namespace Dyno.Scenarios;

/// <summary>A run in a few lines, for the message of a failed test.</summary>
internal static class Summary
{
    public static string Of(NodeStats stats)
    {
        var text = new StringBuilder("\nwhat was measured:");
        foreach (var scenario in stats.ScenarioStats)
        {
            var latency = scenario.Ok.Latency;
            text.Append("\n  ").Append(scenario.ScenarioName).Append(": ").Append(FigureText.Count(scenario.AllOkCount)).Append(" ok, ")
                .Append(FigureText.Count(scenario.AllFailCount)).Append(" failed, ").Append(FigureText.Rate(scenario.Ok.Request.RPS))
                .Append(", p50 ").Append(FigureText.Time(latency.Percent50 * 1e6)).Append(", p99 ").Append(FigureText.Time(latency.Percent99 * 1e6));
        }
        foreach (var error in stats.Result.Measured.Errors) text.Append("\n  error ").Append(error.Kind).Append(", ").Append(error.Count).Append(" times: ").Append(error.FirstExample);
        text.Append("\n  health: ").Append(stats.Result.Health.State.ToString().ToLowerInvariant());
        foreach (var finding in stats.Result.Health.Findings) text.Append("\n    ").Append(finding.Message);
        return text.ToString();
    }
}
