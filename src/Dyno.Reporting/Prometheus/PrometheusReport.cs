namespace Dyno.Reporting;

/// <summary>
/// A finished run in Prometheus' text format (version 0.0.4), for node_exporter's textfile collector or a push gateway.
/// Base units: seconds and bytes. Response times are a histogram, so that the figures of several runs can be added up.
/// </summary>
internal static class PrometheusReport
{
    public static string Write(RunResult result)
    {
        // The labels are those of --out prometheus, so that one chart can show the live figures and the final ones.
        var text = new PrometheusText(("run", result.Plan.Name), ("phase", "measure"));
        var measured = result.Measured;
        var totals = measured.Totals;
        text.Family("dyno_run_info", "gauge", "The run behind these figures.").Sample(1, ("id", result.Id), ("health", Word(result.Health.State)), ("outcome", Word(result.Outcome)), ("version", result.Tool.Version));
        text.Family("dyno_run_started_timestamp_seconds", "gauge", "When the run began.").Sample(result.StartedAt.ToUnixTimeMilliseconds() / 1e3);
        text.Family("dyno_run_duration_seconds", "gauge", "Length of the measurement.").Sample(measured.DurationSeconds);
        text.Family("dyno_run_valid", "gauge", "0 when the run is void: its figures do not measure the server.").Sample(result.Health.State == HealthState.Void ? 0 : 1);
        text.Family("dyno_requests_per_second", "gauge", "Requests completed per second.").Sample(totals.RequestsPerSecond);
        if (totals.OfferedIterationsPerSecond is { } offered)
            text.Family("dyno_offered_iterations_per_second", "gauge", "Starts planned per second.").Sample(offered);
        text.Family("dyno_dropped_iterations", "gauge", "Starts for which no virtual user was free.").Sample(totals.DroppedIterations);
        text.Family("dyno_sent_bytes", "gauge", "Bytes sent.").Sample(totals.BytesSent);
        text.Family("dyno_received_bytes", "gauge", "Bytes received.").Sample(totals.BytesReceived);
        WriteSteps(text, measured);
        WriteTimes(text, measured);
        WriteVerdicts(text, result);
        WriteScriptMetrics(text, measured);
        var figures = text.Family("dyno_figure", "gauge", "The figures by which runs are compared, by name; docs/glossary.md has their meanings.");
        foreach (var (name, value) in result.Figures) figures.Sample(value, ("name", name), ("unit", UnitOf(FigureTable.Of(name).Unit)));
        if (result.Server is not { } server) return text.ToString();
        if (server.KnowsCpu) text.Family("dyno_server_cpu_seconds", "gauge", "CPU seconds of the server during the measurement.").Sample(server.CpuSeconds);
        if (server.KnowsMemory) text.Family("dyno_server_working_set_bytes", "gauge", "Mean resident set of the server.").Sample(server.MeanWorkingSetBytes);
        return text.ToString();
    }

    private static void WriteSteps(PrometheusText text, PhaseResult measured)
    {
        var requests = text.Family("dyno_requests", "gauge", "Requests completed, failed ones included.");
        foreach (var step in measured.Steps.Where(s => !s.IsPart)) requests.Sample(step.Requests, ("scenario", step.Scenario), ("request", step.Name));
        var failed = text.Family("dyno_failed_requests", "gauge", "Requests without a usable answer or with a failing status.");
        foreach (var step in measured.Steps.Where(s => !s.IsPart)) failed.Sample(step.FailedRequests, ("scenario", step.Scenario), ("request", step.Name));
        if (measured.Steps.Any(s => s.IsPart))
        {
            var parts = text.Family("dyno_request_parts", "gauge", "Parts of requests, such as the messages of a stream and the events of an answer; they are no requests.");
            foreach (var step in measured.Steps.Where(s => s.IsPart)) parts.Sample(step.Requests, ("scenario", step.Scenario), ("part", step.Name));
        }
        if (!measured.Errors.IsDefaultOrEmpty)
        {
            var errors = text.Family("dyno_errors", "gauge", "Failures by kind.");
            foreach (var error in measured.Errors) errors.Sample(error.Count, ("kind", error.Kind));
        }
        var statuses = text.Family("dyno_answers", "gauge", "Answers by status code.");
        foreach (var (status, count) in measured.Statuses) statuses.Sample(count, ("status", status.ToString(CultureInfo.InvariantCulture)));
    }

    private static void WriteTimes(PrometheusText text, PhaseResult measured)
    {
        var latency = measured.Overall.Response;
        if (latency.Count == 0) return;
        var histogram = StoredHistogram.Read(latency.Histogram);
        var times = text.Family("dyno_response_time_seconds", "histogram", "Response time of every request, time-outs at their deadline.");
        times.ResponseTimes(LatencyBuckets.Of(histogram) with { Count = latency.Count, SumNanos = latency.MeanNanos * latency.Count });
        var quantiles = text.Family("dyno_response_time_quantile_seconds", "gauge", "Quantiles of the response time, read from the whole histogram.");
        foreach (var quantile in latency.Quantiles.Where(q => q.Reliable))
            quantiles.Sample(quantile.Nanos / 1e9, ("quantile", PrometheusText.Number(quantile.Quantile)));
        if (measured.FailedLatency is null || measured.Latency.Response.Count == 0) return;
        var good = text.Family("dyno_good_response_time_quantile_seconds", "gauge", "Quantiles of the response time of good answers; present only when requests failed.");
        foreach (var quantile in measured.Latency.Response.Quantiles.Where(q => q.Reliable))
            good.Sample(quantile.Nanos / 1e9, ("quantile", PrometheusText.Number(quantile.Quantile)));
    }

    private static void WriteVerdicts(PrometheusText text, RunResult result)
    {
        if (!result.Thresholds.IsDefaultOrEmpty)
        {
            var thresholds = text.Family("dyno_threshold_passed", "gauge", "1 when the threshold held.");
            foreach (var t in result.Thresholds.DistinctBy(t => (t.Metric, t.Expression))) thresholds.Sample(t.Passed ? 1 : 0, ("metric", t.Metric), ("expression", t.Expression));
        }
        if (result.Measured.Checks.IsDefaultOrEmpty) return;
        var checks = text.Family("dyno_check_failures", "gauge", "Answers that did not meet the check.");
        foreach (var check in result.Measured.Checks.GroupBy(c => c.Name)) checks.Sample(check.Sum(c => c.Fails), ("check", check.Key));
    }

    private static void WriteScriptMetrics(PrometheusText text, PhaseResult measured)
    {
        var metrics = ScriptMetrics.Of(measured).Select(m => m.Metric).ToList();
        if (metrics.Count == 0) return;
        var values = text.Family("dyno_script_metric", "gauge", "Metrics of the script and the sub-metrics that it asked for, in k6's units: times in milliseconds.");
        foreach (var metric in metrics)
            foreach (var (figure, value) in metric.Values) values.Sample(value, ("metric", metric.Name), ("figure", figure));
    }

    private static string UnitOf(FigureUnit unit) => unit.Dimension switch
    {
        FigureDimension.Time => unit.Factor switch { 1 => "nanoseconds", 1e3 => "microseconds", 1e6 => "milliseconds", _ => "seconds" },
        FigureDimension.Memory or FigureDimension.Traffic => "bytes",
        FigureDimension.Rate => "per second",
        var other => Word(other),
    };

    private static string Word<T>(T value) where T : struct, Enum => value.ToString().ToLowerInvariant();
}
