using Dyno.Reporting.Comparisons;
using Dyno.Reporting.Console;
using Dyno.Results.Comparisons;

namespace Dyno.Reporting.Exporters;

/// <summary><c>console</c>: one screen for a person.</summary>
internal sealed class ComparisonConsoleExporter : IExporter<Comparison>
{
    public string Format => "console";

    public string Extension => ".txt";

    public string Export(Comparison document, ReportStyle style) => ComparisonReport.Render(document, style);
}
