using Dyno.Metrics.Histograms;
using Dyno.Reporting.Console;
using Dyno.Reporting.Figures;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary><c>hlog</c>: the response times of every request, interval by interval, for HdrHistogram's tools.</summary>
internal sealed class HlogExporter : IExporter<RunResult>
{
    public string Format => "hlog";

    public string Extension => ".hlog";

    public string Export(RunResult document, ReportStyle style)
    {
        using var text = new StringWriter();
        var writer = new HistogramLogWriter(text, document.StartedAt,
            [$"[Dyno {document.Tool.Version}: {document.Plan.Name}, run {document.Id}; response times in nanoseconds]"]);
        var length = TimeSpan.FromSeconds(document.Measured.IntervalSeconds);
        foreach (var (index, interval) in document.Measured.Series.Index())
        {
            if (interval.Histogram.Length == 0) continue;
            writer.Write(new HistogramLogInterval(document.StartedAt + index * length, length, StoredHistogram.Read(interval.Histogram)));
        }
        return text.ToString();
    }
}
