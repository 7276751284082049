using Dyno.Reporting.Console;
using Dyno.Reporting.K6;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary><c>k6-summary</c>: the summary data that tools around k6 read.</summary>
internal sealed class K6SummaryExporter : IExporter<RunResult>
{
    public string Format => "k6-summary";

    public string Extension => ".k6-summary.json";

    public string Export(RunResult document, ReportStyle style) => K6Summary.Write(document);
}
