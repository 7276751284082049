using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary>Every format a run can be shown in.</summary>
public static class RunExporters
{
    /// <summary>The formats, the default first.</summary>
    public static ImmutableArray<IExporter<RunResult>> All { get; } =
    [
        new ConsoleExporter(), new MarkdownExporter(), new HtmlExporter(), new JsonExporter(), new CsvExporter(), new JUnitExporter(),
        new HlogExporter(), new K6SummaryExporter(), new PrometheusExporter(),
    ];

    /// <summary>The exporter of a format.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static IExporter<RunResult> For(string format) =>
        All.FirstOrDefault(exporter => exporter.Format == format) ?? throw new ArgumentException($"no exporter for '{format}'", nameof(format));
}
