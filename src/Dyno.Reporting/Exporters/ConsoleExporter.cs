using Dyno.Reporting.Console;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary><c>console</c>: one screen for a person.</summary>
internal sealed class ConsoleExporter : IExporter<RunResult>
{
    public string Format => "console";

    public string Extension => ".txt";

    public string Export(RunResult document, ReportStyle style) => ConsoleReport.Render(document, style);
}
