using Dyno.Metrics.Histograms.Hdr;
using Dyno.Reporting.Console;
using Dyno.Reporting.Figures;
using Dyno.Results.Runs;

namespace Dyno.Reporting.Exporters;

/// <summary><c>hlog</c>: the response times of good answers, interval by interval, for HdrHistogram's tools.</summary>
internal sealed class HlogExporter : IRunExporter
{
    public string Format => "hlog";

    public string Extension => ".hlog";

    public string Export(RunResult result, ReportStyle style)
    {
        using var text = new StringWriter();
        var writer = new HistogramLogWriter(text, result.StartedAt,
            [$"[Dyno {result.Tool.Version}: {result.Plan.Name}, run {result.Id}; response times in nanoseconds]"]);
        var length = TimeSpan.FromSeconds(result.Measured.IntervalSeconds);
        foreach (var (index, interval) in result.Measured.Series.Index())
        {
            if (interval.Histogram.Length == 0) continue;
            writer.Write(new HistogramLogInterval(result.StartedAt + index * length, length, StoredHistogram.Read(interval.Histogram)));
        }
        return text.ToString();
    }
}
