namespace Dyno.Reporting;

/// <summary>
/// The metrics that only a threshold of the run names: Dyno's own (<c>response_time</c>, <c>start_lag</c> …) and filtered ones
/// (<c>http_reqs{name:GET /a}</c>), with the values that the result kept of them.
/// </summary>
internal static class K6ThresholdMetrics
{
    private static readonly string[] TagsOfSteps = ["name", "scenario", "expected_response"];

    /// <summary>The metric's values; if the result did not keep them, the figures that its thresholds were judged on.</summary>
    public static IReadOnlyList<(string Key, double Value)> ValuesOf(string metric, RunResult result) =>
        MetricSelector.TryParse(metric, out var selector, out _) && Kept(selector, result.Measured) is { } values ? values : Judged(metric, result);

    private static (string, double)[]? Kept(MetricSelector selector, PhaseResult measured)
    {
        if (!selector.Tags.IsEmpty) return selector.Tags.Keys.All(TagsOfSteps.Contains) ? OfSteps(selector, measured) : null;
        return selector.Name switch
        {
            "failed_requests" => K6Metrics.Counter(measured.Totals.FailedRequests, measured),
            "dropped_iterations" => K6Metrics.Counter(measured.Totals.DroppedIterations, measured),
            "response_time" => K6Metrics.Trend(measured.Latency.Response, measured.FailedLatency?.Response),
            "service_time" => K6Metrics.Trend(measured.Latency.Service, measured.FailedLatency?.Service),
            "start_lag" => K6Metrics.Trend(measured.StartLag),
            _ => null,
        };
    }

    private static (string, double)[]? OfSteps(MetricSelector selector, PhaseResult measured)
    {
        var steps = measured.Steps.Where(s => Is("scenario", s.Scenario) && (selector.Tags.ContainsKey("name") ? Is("name", s.Name) : !s.IsPart)).ToList();
        var failed = Is("expected_response", "false") ? steps.Sum(s => s.FailedRequests) : 0;
        var good = Is("expected_response", "true") ? steps.Sum(s => s.Requests - s.FailedRequests) : 0;
        return selector.Name switch
        {
            "http_reqs" => K6Metrics.Counter(good + failed, measured),
            "failed_requests" => K6Metrics.Counter(failed, measured),
            "http_req_failed" => K6Metrics.Rate(failed, good),
            "response_time" => Times(pair => pair.Response),
            "service_time" or "http_req_duration" => Times(pair => pair.Service),
            _ => null,
        };

        bool Is(string tag, string actual) => !selector.Tags.TryGetValue(tag, out var wanted) || wanted == actual;

        (string, double)[]? Times(Func<LatencyPair, LatencyResult> read) => K6Metrics.Trend(
            steps.SelectMany(s => (LatencyResult?[])
            [
                good > 0 ? read(s.Latency) : null,
                failed > 0 && s.FailedLatency is { } latency ? read(latency) : null,
            ]));
    }

    private static List<(string, double)> Judged(string metric, RunResult result) =>
    [
        .. result.Thresholds.Where(threshold => threshold.Metric == metric)
            .Select(threshold => (Key: KeyOf(threshold, result), threshold.Value))
            .Where(figure => figure.Key is not null).DistinctBy(figure => figure.Key).Select(figure => (figure.Key!, figure.Value)),
    ];

    // The share of a rate is called "rate" in a threshold and "value" in k6's document.
    private static string? KeyOf(ThresholdRecord threshold, RunResult result)
    {
        if (FigureOf(threshold.Expression) is not { } figure) return null;
        var name = threshold.Metric.Split('{')[0];
        var isRate = MetricCatalog.Script.TryGet(name, out var known)
            ? known.Type == MetricType.Rate
            : result.Measured.Metrics.Any(custom => custom.Name == name && custom.Type == "rate");
        return isRate && figure.Kind == AggregationKind.Rate ? "value" : figure.ToString();
    }

    private static Aggregation? FigureOf(string expression) =>
        ThresholdExpression.TryParse(expression, out var k6, out _) ? k6.Aggregation
            : ThresholdParser.TryParse(expression, out var dyno, out _) ? dyno.Expression.Aggregation : null;
}
