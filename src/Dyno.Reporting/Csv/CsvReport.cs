namespace Dyno.Reporting;

/// <summary>A run for a spreadsheet: a row per request and a row for all of them, or a row per interval. The column names state the units.</summary>
internal static class CsvReport
{
    private static readonly double[] Quantiles = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999];

    public static string Steps(RunResult result)
    {
        var csv = new CsvText().Row(["run", "started_at", "health", "scenario", "request", "requests", "failed", "requests_per_second", "min_ms", "mean_ms", "stddev_ms",
            .. Quantiles.Select(q => $"{RunTables.NameOf(q).Replace(".", "_", StringComparison.Ordinal)}_ms"), "max_ms", "mean_response_bytes", "dropped_iterations",
            "good_mean_ms", "good_p50_ms", "good_p99_ms", "good_max_ms", "is_part"]);
        var measured = result.Measured;
        var totals = measured.Totals;
        Write("", "all", totals.Requests, totals.FailedRequests, totals.RequestsPerSecond, measured.Overall.Response, measured.Latency.Response,
            totals.Requests == 0 ? 0 : (double)totals.BytesReceived / totals.Requests, totals.DroppedIterations, isPart: false);
        foreach (var step in measured.Steps)
            Write(step.Scenario, step.Name, step.Requests, step.FailedRequests, step.RequestsPerSecond, step.Overall.Response,
                step.Latency.Response, step.MeanResponseBytes, null, step.IsPart);
        return csv.ToString();

        void Write(string scenario, string name, long requests, long failed, double rate, LatencyResult latency, LatencyResult good, double bytes,
            long? dropped, bool isPart) => csv.Row(
        [
            result.Id, $"{result.StartedAt.UtcDateTime:yyyy-MM-ddTHH:mm:ssZ}", result.Health.State.ToString().ToLowerInvariant(),
            scenario, name, requests, failed, rate,
            Milli(latency, latency.MinNanos), Milli(latency, latency.MeanNanos), Milli(latency, latency.StdDevNanos),
            .. Quantiles.Select(q => Quantile(latency, q)), Milli(latency, latency.MaxNanos), bytes, dropped,
            Milli(good, good.MeanNanos), Quantile(good, 0.5), Quantile(good, 0.99), Milli(good, good.MaxNanos), isPart ? 1 : 0,
        ]);
    }

    public static string Series(RunResult result)
    {
        var measured = result.Measured;
        var csv = new CsvText().Row("run", "second", "interval_seconds", "requests", "failed", "planned_starts", "dropped_starts", "active_virtual_users",
            "p50_ms", "p95_ms", "p99_ms", "max_ms", "start_lag_p99_ms");
        foreach (var (index, interval) in measured.Series.Index())
        {
            var hasTimes = interval.MaxNanos > 0;
            csv.Row(result.Id, index * measured.IntervalSeconds, measured.IntervalSeconds, interval.Requests, interval.FailedRequests,
                interval.PlannedStarts, interval.DroppedIterations, interval.ActiveVirtualUsers,
                Time(interval.P50Nanos), Time(interval.P95Nanos), Time(interval.P99Nanos), Time(interval.MaxNanos),
                interval.StartLagP99Nanos is { } lag ? (object)(lag / 1e6) : null);

            object? Time(long nanos) => hasTimes ? nanos / 1e6 : null;
        }
        return csv.ToString();
    }

    private static object? Quantile(LatencyResult latency, double wanted) =>
        latency.At(wanted) is { } found ? Milli(latency, found.Nanos) : null;

    private static object? Milli(LatencyResult latency, double nanos) => latency.Count == 0 ? null : nanos / 1e6;
}
