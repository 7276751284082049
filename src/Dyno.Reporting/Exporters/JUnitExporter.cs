using Dyno.Reporting.Console;
using Dyno.Reporting.JUnit;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary><c>junit</c>: thresholds, checks and the health as test results for a CI server.</summary>
internal sealed class JUnitExporter : IRunExporter
{
    public string Format => "junit";

    public string Extension => ".junit.xml";

    public string Export(RunResult result, ReportStyle style) => JUnitReport.Write(result);
}
