namespace Dyno.Results;

/// <summary>
/// A finished measurement as a source of metrics, under the names that thresholds use. Quantiles are read from the stored
/// distributions. A metric that is recorded per step has the tags <c>scenario</c> and <c>name</c> (the step).
/// </summary>
/// <param name="figures">The figures of the run that are not metrics, such as the server's; null for none.</param>
public sealed class ResultMetrics(PhaseResult measured, IReadOnlyDictionary<string, double>? figures = null) : IMetricSource
{
    private static readonly string[] OfSteps = ["http_reqs", "failed_requests", "http_req_failed", "response_time", "service_time", "http_req_duration"];

    private static readonly string[] OfAll =
        ["start_lag", "iteration_duration", "iterations", "dropped_iterations", "data_sent", "data_received", "checks", "vus_max"];

    private const string Expected = "expected_response";

    private readonly PhaseResult _measured = measured ?? throw new ArgumentNullException(nameof(measured));

    /// <summary>The metrics and figures of a run.</summary>
    public static ResultMetrics Of(RunResult run) => new(run.Measured, RunFigures.Of(run));

    /// <summary>Whether a finished run can give a figure for this metric with these tags.</summary>
    public static bool Knows(MetricSelector selector) =>
        (OfSteps.Contains(selector.Name) || OfAll.Contains(selector.Name) || FigureTable.Find(selector.Name) is not null) && ProblemOf(selector) is null;

    /// <summary>A message that names a tag by which a finished run does not keep the metric; null when there is no such tag.</summary>
    public static string? ProblemOf(MetricSelector selector)
    {
        string[] known = selector.Name == "http_reqs" ? ["scenario", "name", Expected] : OfSteps.Contains(selector.Name) ? ["scenario", "name"] : [];
        var unknown = selector.Tags.Keys.Except(known).FirstOrDefault();
        if (unknown is null) return null;
        var there = known.Length > 0 ? $"there are {string.Join(" and ", known)}" : "only the total is known";
        return $"a finished run does not keep '{selector.Name}' by '{unknown}': {there}; use a threshold of the run itself (WithThresholds)";
    }

    public bool TryRead(MetricSelector selector, Aggregation aggregation, out double value)
    {
        var steps = StepsOf(selector);
        var (all, failed) = (steps.Sum(s => s.Requests), steps.Sum(s => s.FailedRequests));
        var totals = _measured.Totals;
        return selector.Name switch
        {
            "http_reqs" => Counter(selector.Tags.GetValueOrDefault(Expected) switch { "true" => all - failed, "false" => failed, _ => all }, aggregation, out value),
            "failed_requests" => Counter(failed, aggregation, out value),
            "http_req_failed" => Share(failed, all, out value),
            "response_time" => Trend(steps.SelectMany(s => Parts(s, p => p.Response)), aggregation, out value),
            "service_time" or "http_req_duration" => Trend(steps.SelectMany(s => Parts(s, p => p.Service)), aggregation, out value),
            "start_lag" => Trend(_measured.StartLag is { } lag ? [lag] : [], aggregation, out value),
            "iteration_duration" => Trend([_measured.IterationDuration.Service], aggregation, out value),
            "iterations" => Counter(totals.Iterations, aggregation, out value),
            "dropped_iterations" => Counter(totals.DroppedIterations, aggregation, out value),
            "data_sent" => Counter(totals.BytesSent, aggregation, out value),
            "data_received" => Counter(totals.BytesReceived, aggregation, out value),
            "checks" => Share(_measured.Checks.Sum(c => c.Passes), _measured.Checks.Sum(c => c.Passes + c.Fails), out value),
            "vus_max" => Counter(totals.MaxVirtualUsers, aggregation, out value),
            _ => figures is not null && figures.TryGetValue(selector.Name, out var figure) ? Found(figure, out value) : Nothing(out value),
        };
    }

    public bool LacksGoodAnswers(MetricSelector selector) =>
        LatencyMetrics.AskForAnswers(selector) && StepsOf(selector).TrueForAll(s => s.Requests == s.FailedRequests);

    private List<StepResult> StepsOf(MetricSelector selector) =>
        [.. _measured.Steps.Where(s => Is(selector, "scenario", s.Scenario) && (selector.Tags.ContainsKey("name") ? Is(selector, "name", s.Name) : !s.IsPart))];

    private static bool Is(MetricSelector selector, string tag, string actual) => !selector.Tags.TryGetValue(tag, out var wanted) || wanted == actual;

    private static IEnumerable<LatencyResult> Parts(StepResult step, Func<LatencyPair, LatencyResult> read)
    {
        yield return read(step.Latency);
        if (step.FailedLatency is { } failed) yield return read(failed);
    }

    private bool Counter(long count, Aggregation aggregation, out double value)
    {
        value = aggregation.Kind != AggregationKind.Rate ? count : _measured.DurationSeconds > 0 ? count / _measured.DurationSeconds : 0;
        return count > 0;
    }

    private static bool Share(long part, long all, out double value)
    {
        value = all == 0 ? 0 : (double)part / all;
        return all > 0;
    }

    private static bool Trend(IEnumerable<LatencyResult> parts, Aggregation aggregation, out double value)
    {
        var merged = new Histogram();
        foreach (var part in parts) if (part.Count > 0) merged.Merge(HdrEncoding.DecodeBase64(part.Histogram));
        value = aggregation.Kind switch
        {
            AggregationKind.Avg => merged.Mean,
            AggregationKind.Min => merged.Min,
            AggregationKind.Max => merged.Max,
            _ => merged.ValueAtQuantile(aggregation.Quantile ?? 0.5),
        } / 1e6;
        return merged.Count > 0;
    }

    private static bool Found(double figure, out double value)
    {
        value = figure;
        return true;
    }

    private static bool Nothing(out double value)
    {
        value = 0;
        return false;
    }
}
