namespace Dyno.Reporting;

/// <summary>The response times of every request, interval by interval, for HdrHistogram's tools.</summary>
internal static class HlogReport
{
    public static string Write(RunResult run)
    {
        using var text = new StringWriter();
        var writer = new HistogramLogWriter(text, run.StartedAt,
            [$"[Dyno {run.Tool.Version}: {run.Plan.Name}, run {run.Id}; response times in nanoseconds]"]);
        var length = TimeSpan.FromSeconds(run.Measured.IntervalSeconds);
        foreach (var (index, interval) in run.Measured.Series.Index())
        {
            if (interval.Histogram.Length == 0) continue;
            writer.Write(new HistogramLogInterval(run.StartedAt + index * length, length, StoredHistogram.Read(interval.Histogram)));
        }
        return text.ToString();
    }
}
