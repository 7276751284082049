using Dyno.Reporting.Console;
using Dyno.Reporting.Prometheus;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary><c>prometheus</c>: the figures of the whole run for a textfile collector or a push gateway.</summary>
internal sealed class PrometheusExporter : IExporter<RunResult>
{
    public string Format => "prometheus";

    public string Extension => ".prom";

    public string Export(RunResult document, ReportStyle style) => PrometheusReport.Write(document);
}
