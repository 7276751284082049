using Dyno.Reporting.Console;
using Dyno.Reporting.Csv;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary><c>csv</c>: a row per request; with the layout <c>series</c> a row per interval.</summary>
internal sealed class CsvExporter : IExporter<RunResult>
{
    public string Format => "csv";

    public string Extension => ".csv";

    public string Export(RunResult document, ReportStyle style) =>
        style.Layout == ReportLayout.Series ? CsvReport.Series(document) : CsvReport.Steps(document);
}
