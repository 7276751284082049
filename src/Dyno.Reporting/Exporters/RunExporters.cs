namespace Dyno.Reporting;

/// <summary>The list of all formats that a run can be shown in.</summary>
public static class RunExporters
{
    /// <summary>The formats, the default first.</summary>
    public static ImmutableArray<Exporter<RunResult>> All { get; } =
    [
        new("console", ".txt", ConsoleReport.Render),
        new("md", ".md", (run, style) => style.Layout == ReportLayout.Steps ? StepsMarkdown.Render(run) : MarkdownSheet.Render(RunSheet.Of(run))),
        new("html", ".html", (run, _) => HtmlPage.Render(RunSheet.Of(run))) { IsForScreen = false },
        new("json", ".json", (run, _) => RunResultJson.Write(run)),
        new("csv", ".csv", (run, style) => style.Layout == ReportLayout.Series ? CsvReport.Series(run) : CsvReport.Steps(run)),
        new("junit", ".junit.xml", (run, _) => JUnitReport.Write(run)),
        new("hlog", ".hlog", (run, _) => HlogReport.Write(run)),
        new("k6-summary", ".k6-summary.json", (run, _) => K6Summary.Write(run)),
        new("prometheus", ".prom", (run, _) => PrometheusReport.Write(run)),
    ];

    /// <summary>The exporter of a format.</summary>
    /// <exception cref="ArgumentException">The format has no exporter.</exception>
    public static Exporter<RunResult> For(string format) =>
        All.FirstOrDefault(exporter => exporter.Format == format) ?? throw new ArgumentException($"no exporter for '{format}'", nameof(format));
}
