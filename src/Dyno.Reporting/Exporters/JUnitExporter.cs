using Dyno.Reporting.Console;
using Dyno.Reporting.JUnit;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary><c>junit</c>: thresholds, checks and the health as test results for a CI server.</summary>
internal sealed class JUnitExporter : IExporter<RunResult>
{
    public string Format => "junit";

    public string Extension => ".junit.xml";

    public string Export(RunResult document, ReportStyle style) => JUnitReport.Write(document);
}
