namespace Dyno.Reporting;

internal static class RunTables
{
    private static readonly double[] Shown = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999];

    public static TableBlock Latency(RunResult result)
    {
        var measured = result.Measured;
        var rows = new List<ImmutableArray<Cell>>();
        Add("response", measured.Overall.Response);
        if (result.Plan.Model != LoadModel.Closed) Add("service", measured.Overall.Service);
        if (measured.FailedLatency is not null) Add("good", measured.Latency.Response);
        Add("failed", measured.FailedLatency?.Response);
        Add("start lag", measured.StartLag);
        Add("connect", measured.Connecting);
        Add("TLS", measured.TlsHandshaking);
        Add("open", measured.Upgrading);
        var isDoubtful = rows.Any(row => row.Any(cell => cell.Text.StartsWith('~')));
        return new TableBlock("Latency", [new("", false), new("count"), new("min"), new("mean"), .. Shown.Select(q => new Column(NameOf(q))), new("max"), new("std dev")], [.. rows])
        {
            Note = string.Join(' ', new[]
            {
                measured.FailedLatency is null ? "" : "Response covers every request, also failures and time-outs (at their deadline).",
                isDoubtful ? "~ based on fewer than 10 values beyond it: do not compare." : "",
            }.Where(note => note.Length > 0)),
        };

        void Add(string name, LatencyResult? latency)
        {
            if (latency is { Count: > 0 }) rows.Add(LatencyRow(name, latency));
        }
    }

    public static IEnumerable<TableBlock> Steps(RunResult result)
    {
        var steps = result.Measured.Steps;
        if (steps.IsDefaultOrEmpty) yield break;
        var hasScenarios = steps.Select(s => s.Scenario).Distinct().Count() > 1;
        yield return Table("Requests", "request", isPart: false);
        if (steps.Any(step => step.IsPart))
            yield return Table("Parts of requests", "part", isPart: true) with { Note = "Messages, events and pings are no requests: totals, rates and times above leave them out." };

        TableBlock Table(string title, string first, bool isPart) => new(title,
            [new(first, false), new("count"), new("rate"), new("failed"), new("mean"), new("p50"), new("p95"), new("p99"), new("max"), new("size")],
            [.. steps.Where(step => step.IsPart == isPart).Select(step => StepRow(step, hasScenarios))]);
    }

    public static IEnumerable<Block> Answers(RunResult result)
    {
        var measured = result.Measured;
        ImmutableArray<ErrorResult> errors = measured.Errors.IsDefault ? [] : measured.Errors;
        return
        [
            .. TableBlock.Of("Answers by status", [new("status", false), new("count"), new("share")], measured.Statuses, s =>
            [
                new Cell(GrpcStatus.Text(s.Key), s.Key, s.Key >= 400 ? Tone.Bad : Tone.Plain), Count(s.Value),
                new Cell(FigureText.Percent(s.Value, measured.Totals.Requests), s.Value),
            ]),
            .. errors.IsEmpty && measured.Totals.Requests > 0 ? [new NoteBlock("No request failed.", Tone.Good)] : (Block[])[],
            .. TableBlock.Of("Errors", [new("kind", false), new("count"), new("first example", false)], errors,
                e => [new Cell(e.Kind, null, Tone.Bad), Count(e.Count), e.FirstExample]),
        ];
    }

    public static IEnumerable<TableBlock> Explanations(RunResult result) => TableBlock.Of("Why", [new("finding", false), new("evidence", false)],
        result.Explanations.IsDefault ? [] : result.Explanations, why =>
        [
            why.OfTrials > 1 ? $"{RunVerdictWords.Begun(why.Message)} (in {why.Trials} of {why.OfTrials} runs)" : RunVerdictWords.Begun(why.Message),
            why.Evidence.IsDefault ? "" : string.Join("; ", why.Evidence),
        ]);

    public static IEnumerable<TableBlock> Thresholds(RunResult result) => TableBlock.Of(
        "Thresholds", [new("threshold", false), new("limit", false), new("measured"), new("", false)], result.Thresholds.IsDefault ? [] : result.Thresholds, t =>
        [
            t.Metric, t.Expression, new Cell(ThresholdValue.Of(t, result), t.Value),
            t.Passed ? new Cell("held", 1, Tone.Good) : new Cell(t.Aborted ? "crossed, ended the run" : "crossed", 0, Tone.Bad),
        ], Dyno.Reporting.ScriptMetrics.Remark(result) ?? "");

    public static IEnumerable<TableBlock> Checks(RunResult result) => TableBlock.Of(
        "Checks", [new("check", false), new("met"), new("failed"), new("share")], result.Measured.Checks.IsDefault ? [] : result.Measured.Checks, c =>
        [
            c.Name, Count(c.Passes), c.Fails == 0 ? Count(0) : Count(c.Fails) with { Tone = Tone.Bad },
            new Cell(FigureText.Percent(c.Passes, c.Passes + c.Fails), (double)c.Passes / Math.Max(1, c.Passes + c.Fails),
                c.Fails == 0 ? Tone.Good : Tone.Bad),
        ]);

    public static IEnumerable<TableBlock> ScriptMetrics(RunResult result) => TableBlock.Of("Metrics of the script",
        [new("metric", false), new("kind", false), new("figures", false)], Dyno.Reporting.ScriptMetrics.Of(result.Measured), m => [m.Metric.Name, m.Metric.Type, m.Figures]);

    /// <summary>The name of a quantile: p50, p99.9 …</summary>
    public static string NameOf(double quantile) => "p" + Math.Round(quantile * 100, 4).ToString(CultureInfo.InvariantCulture);

    public static Cell Time(double nanos) => new(FigureText.Time(nanos), nanos);

    public static Cell Count(long count) => new(FigureText.Count(count), count);

    public static Cell Quantile(LatencyResult latency, double wanted)
    {
        var quantile = latency.Count == 0 ? null : latency.At(wanted);
        if (quantile is null) return new Cell("–", -1, Tone.Quiet);
        return quantile.Reliable ? Time(quantile.Nanos) : new Cell("~" + FigureText.Time(quantile.Nanos), quantile.Nanos, Tone.Quiet);
    }

    private static ImmutableArray<Cell> LatencyRow(string name, LatencyResult latency) =>
    [
        name, Count(latency.Count), Time(latency.MinNanos), Time(latency.MeanNanos),
        .. Shown.Select(q => Quantile(latency, q)), Time(latency.MaxNanos), Time(latency.StdDevNanos),
    ];

    private static ImmutableArray<Cell> StepRow(StepResult step, bool hasScenarios)
    {
        var latency = step.Overall.Response;
        return
        [
            hasScenarios ? $"{step.Scenario}: {step.Name}" : step.Name, Count(step.Requests), new Cell(FigureText.Rate(step.RequestsPerSecond), step.RequestsPerSecond),
            step.FailedRequests == 0 ? Count(0) : Count(step.FailedRequests) with { Tone = Tone.Bad },
            latency.Count == 0 ? new Cell("–", -1, Tone.Quiet) : Time(latency.MeanNanos), Quantile(latency, 0.5), Quantile(latency, 0.95), Quantile(latency, 0.99),
            latency.Count == 0 ? new Cell("–", -1, Tone.Quiet) : Time(latency.MaxNanos),
            new Cell(FigureText.Traffic(step.MeanResponseBytes), step.MeanResponseBytes),
        ];
    }
}
