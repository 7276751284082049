namespace Dyno.Reporting;

/// <summary>
/// A run's figures under k6's metric names and in k6's units (times in milliseconds), ordered by name. Further metrics that the run's
/// thresholds name are included.
/// </summary>
internal static class K6Metrics
{
    private const double NanosPerMilli = 1e6;

    public static SortedDictionary<string, IReadOnlyList<(string Key, double Value)>> Of(RunResult result)
    {
        var measured = result.Measured;
        var totals = measured.Totals;
        var metrics = new SortedDictionary<string, IReadOnlyList<(string, double)>>(StringComparer.Ordinal)
        {
            ["http_reqs"] = Counter(totals.Requests, measured),
            ["http_req_failed"] = Rate(totals.FailedRequests, totals.Requests - totals.FailedRequests),
            ["iterations"] = Counter(totals.Iterations, measured),
            ["data_sent"] = Counter(totals.BytesSent, measured),
            ["data_received"] = Counter(totals.BytesReceived, measured),
            ["vus"] = Gauge(totals.MaxVirtualUsers),
            ["vus_max"] = Gauge(totals.MaxVirtualUsers),
        };
        AddTrend(metrics, "http_req_duration", measured.Latency.Service, measured.FailedLatency?.Service);
        AddTrend(metrics, "http_req_duration{expected_response:true}", measured.Latency.Service);
        AddTrend(metrics, "iteration_duration", measured.IterationDuration.Service);
        AddOpening(metrics, "http_req_connecting", measured.Connecting, totals.Requests);
        AddOpening(metrics, "http_req_tls_handshaking", measured.TlsHandshaking, totals.Requests);
        if (totals.DroppedIterations > 0) metrics["dropped_iterations"] = Counter(totals.DroppedIterations, measured);
        if (!measured.Checks.IsEmpty) metrics["checks"] = Rate(measured.Checks.Sum(check => check.Passes), measured.Checks.Sum(check => check.Fails));
        foreach (var custom in measured.Metrics) metrics[custom.Name] = [.. custom.Values.Select(value => (KeyOf(custom, value.Key), value.Value))];
        foreach (var threshold in result.Thresholds)
            if (!metrics.ContainsKey(threshold.Metric)) metrics[threshold.Metric] = K6ThresholdMetrics.ValuesOf(threshold.Metric, result);
        return metrics;
    }

    public static (string Key, double Value)[] Counter(long count, PhaseResult phase) =>
        [("count", count), ("rate", phase.DurationSeconds > 0 ? count / phase.DurationSeconds : 0)];

    public static (string Key, double Value)[] Rate(long passes, long fails) =>
        [("value", passes + fails > 0 ? (double)passes / (passes + fails) : 0), ("passes", passes), ("fails", fails)];

    // The key that k6 uses in this document for the share of a rate.
    private static string KeyOf(MetricResult metric, string key) => metric.Type == "rate" && key == "rate" ? "value" : key;

    private static (string, double)[] Gauge(double value) => [("value", value), ("min", value), ("max", value)];

    /// <summary>
    /// Merges the histograms of good and failed requests, which a result separates and k6 does not, and reads the figures. Null without
    /// values.
    /// </summary>
    public static (string Key, double Value)[]? Trend(params IEnumerable<LatencyResult?> latencies) => Trend(latencies, zeros: 0);

    private static (string Key, double Value)[]? Trend(IEnumerable<LatencyResult?> latencies, long zeros)
    {
        var parts = latencies.OfType<LatencyResult>().Where(latency => latency.Count > 0).ToList();
        if (parts.Count == 0 && zeros == 0) return null;
        var merged = new Histogram();
        foreach (var part in parts) merged.Merge(StoredHistogram.Read(part.Histogram));
        if (zeros > 0) merged.Record(0, zeros);
        var min = zeros > 0 ? 0 : parts.Min(part => part.MinNanos);
        var max = parts.Count > 0 ? parts.Max(part => part.MaxNanos) : 0;
        return
        [
            ("avg", parts.Sum(part => part.MeanNanos * part.Count) / (parts.Sum(part => part.Count) + zeros) / NanosPerMilli),
            ("min", min / NanosPerMilli),
            ("med", Quantile(0.5)),
            ("max", max / NanosPerMilli),
            ("p(90)", Quantile(0.9)),
            ("p(95)", Quantile(0.95)),
        ];

        // The encoding keeps only the bounds of buckets, so the exact minimum and maximum limit the quantiles.
        double Quantile(double quantile) => Math.Clamp(merged.ValueAtQuantile(quantile), min, max) / NanosPerMilli;
    }

    private static void AddTrend(
        SortedDictionary<string, IReadOnlyList<(string, double)>> metrics, string name, params IEnumerable<LatencyResult?> latencies)
    {
        if (Trend(latencies) is { } values) metrics[name] = values;
    }

    // As in k6, one value for each request: 0 where its connection was open already.
    private static void AddOpening(SortedDictionary<string, IReadOnlyList<(string, double)>> metrics, string name, LatencyResult? opened, long requests)
    {
        if (Trend([opened], Math.Max(0, requests - (opened?.Count ?? 0))) is { } values) metrics[name] = values;
    }
}
