namespace Dyno.Reporting;

/// <summary>The sheet of a run: its sections, top to bottom.</summary>
internal static class RunSheet
{
    public static Sheet Of(RunResult result)
    {
        var measured = result.Measured;
        return new Sheet
        {
            Title = result.Plan.Name,
            Subtitle = string.Create(CultureInfo.InvariantCulture,
                $"{result.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, {Run(result)}, dyno {result.Tool.Version.Split('+')[0]}"),
            Verdict = RunVerdictWords.Of(result),
            KeyFigures = [.. RunKeyFigures.Of(result)],
            Sections =
            [
                .. new[]
                {
                    new Section("Thresholds and checks", "", [.. RunTables.Thresholds(result), .. RunTables.Checks(result)]),
                    new Section("What grows", "", [.. GrowthTables.Of(result.Growth)]),
                    new Section("Why", "What the server's own counters say, by stated rules.", [.. RunTables.Explanations(result)]),
                    new Section("Which methods use the CPU", "", [.. RunProfileTables.Of(result.Profile)]),
                    new Section("Over time", Interval(measured), [.. ChartBlock.Of(RunCharts.Rate(measured, result.Plan.Model), RunCharts.Latency(measured),
                        RunCharts.Errors(measured), RunCharts.StartLag(measured), RunCharts.Users(measured))]),
                    new Section("Latency", LatencyLead(result),
                        [.. ChartBlock.Of(RunCharts.Curve(measured, result.Plan.Model)), .. NotEmpty(RunTables.Latency(result))]),
                    new Section("Requests", "", [.. RunTables.Steps(result)]),
                    new Section("Metrics of the script", "", [.. RunTables.ScriptMetrics(result)]),
                    new Section("Answers and errors", "", [.. RunTables.Answers(result)]),
                    new Section("Traces", TraceLead(measured.Traces), [.. TraceTables.Of(measured.Traces)]),
                    new Section("The server", ServerLead(result),
                        [.. ChartBlock.Of([.. RunCharts.Server(result.Server), .. RuntimeCharts.Of(result.Server?.Runtime)]), .. RunFacts.Server(result)]),
                    new Section("The plan", "The settings: everything needed to repeat the run.", [.. RunFacts.Plan(result)]),
                    new Section("The load generator", "The cost of the measurement. A generator at its limit measures itself, not the server.", RunFacts.Generator(result)),
                    new Section("The environment", "The machine as it was during the run.", RunFacts.Environment(result.Environment)),
                }.Where(section => !section.Blocks.IsEmpty),
            ],
        };
    }

    private static string Run(RunResult result) => result.MergedRuns.IsDefaultOrEmpty
        ? $"run {result.Id}"
        : $"{FigureText.Count(result.MergedRuns.Length, "run")} merged from {result.MergedRuns[0]} on";

    private static IEnumerable<Block> NotEmpty(TableBlock table) => table.Rows.IsEmpty ? [] : [table];

    private static string Interval(PhaseResult measured) => measured.Series.IsDefaultOrEmpty
        ? ""
        : $"Each point covers {FigureText.Length(measured.IntervalSeconds)}; the warm-up is separate and not drawn.";

    private static string LatencyLead(RunResult result) => result.Plan.Model switch
    {
        LoadModel.Closed => $"Closed model: a {ModelInWords.Noun(result.Plan)} sends when its last answer has arrived, so a slow server gets requests less "
            + "often, and response time and service time are the same.",
        LoadModel.Open => "Response time counts from when a request was due, service time from when it was sent: "
            + "the wait in the queue is not hidden.",
        _ => "Response time counts from when a request was due (in closed scenarios: sent), service time from when it was sent.",
    };

    private static string TraceLead(TraceResult? traces) => traces is null ? ""
        : $"{FigureText.Count(traces.Sampled, "request")} asked the server to record a trace. Response time counts from when a request was due; a trace explains the service time.";

    private static string ServerLead(RunResult result) => result.Server is null
        ? "Not observed: Dyno observes a program that it starts (--subject), a server on this machine, and one that gives metrics (--server-metrics)."
        : result.Server.Source is { } source ? $"By its own metrics: {source}."
        : result.Server.Runtime is null ? "Measured from outside, by the operating system's counters."
        : "Measured from outside, by the operating system, and from inside, by the .NET runtime's counters.";
}
