namespace Dyno.Load;

/// <summary>
/// Provides the records of a phase under k6's metric names. Thresholds are judged on these metrics, while the workers run and at the end.
/// Every metric has sub-metrics by the tag <c>scenario</c>. Metrics of single requests also have the tags <c>name</c> (the step),
/// <c>expected_response</c> and <c>status</c>. A tag that a metric's samples do not carry selects nothing.
/// </summary>
/// <param name="seconds">Returns the time in seconds by which rates are divided.</param>
/// <param name="own">Metrics that the workload's own code keeps; they take precedence.</param>
/// <param name="figures">The figures that are not metrics of the workers, such as those of the server; null for none.</param>
internal sealed class PhaseMetrics(ImmutableArray<Lane> lanes, Func<double> seconds, WorkloadMetrics? own = null, FiguresSoFar? figures = null) : IMetricSource
{
    private static readonly string[] NoTags = [];
    private static readonly string[] RequestTags = ["name", "expected_response", "status"];
    private static readonly MetricSelector AllFailures = new("http_req_failed");
    private const int FailedStatus = 400;
    private readonly Histogram _copy = new();
    private readonly Histogram _merged = new();

    public bool TryRead(MetricSelector selector, Aggregation aggregation, out double value)
    {
        value = 0;
        if (own?.TryRead(selector, aggregation, out value) == true) return true;
        return selector.Name switch
        {
            "http_reqs" => Counter(Good(selector) + Failed(selector), aggregation, out value),
            "failed_requests" => Counter(Failed(selector), aggregation, out value),
            "http_req_failed" => Share(Failed(selector), Good(selector), out value),
            "http_req_duration" or "service_time" =>
                Trend(Times(selector, s => s.Service, s => s.FailedService, t => t.Service), aggregation, out value),
            "response_time" => Trend(Times(selector, s => s.Response, s => s.FailedResponse, t => t.Response), aggregation, out value),
            "http_req_connecting" => Opening(selector, l => l.Recorder.Connecting, aggregation, out value),
            "http_req_tls_handshaking" => Opening(selector, l => l.Recorder.TlsHandshaking, aggregation, out value),
            "start_lag" => Trend(Whole(selector, l => l.Recorder.StartLag).OfType<Histogram>(), aggregation, out value),
            "iterations" => Counter(Whole(selector, l => l.Recorder.Iterations).Sum(), aggregation, out value),
            "iteration_duration" => Trend(Whole(selector, l => l.Recorder.IterationService), aggregation, out value),
            "dropped_iterations" =>
                Counter(Whole(selector, l => l.Recorder.DroppedIterations).Sum(), aggregation, out value),
            "checks" => Share(Whole(selector, Passes).Sum(), Whole(selector, Fails).Sum(), out value),
            "data_sent" => Counter(Whole(selector, l => l.Recorder.BytesSent).Sum(), aggregation, out value),
            "data_received" => Counter(Whole(selector, Received).Sum(), aggregation, out value),
            "vus" => Gauge(Users([.. Lanes(selector, NoTags)]), out value),
            "vus_max" => Gauge(Whole(selector, l => l.Phase.Scheduler.Pacer.MaxVirtualUsers).Sum(), out value),
            _ => figures?.TryRead(selector.Name, out value) == true,
        };
    }

    public bool LacksGoodAnswers(MetricSelector selector)
    {
        if (!LatencyMetrics.AskForAnswers(selector)) return false;
        if (own is null) return Good(selector) == 0;
        // A script's own metrics are kept by tag only where a threshold selects that tag, so the failures of all requests decide. When the
        // script sent nothing, k6's rule applies.
        return own.TryRead(AllFailures, new Aggregation(AggregationKind.Rate), out var failed) && failed >= 1;
    }

    public MetricState? StateOf(MetricSelector selector)
    {
        if (own is not null) return null;
        var (good, failed) = (Good(selector), Failed(selector));
        MetricState Count(long count) => new(count, 0);
        MetricState Share(long part, long rest) => new(part + rest, part) { IsShare = true };
        MetricState Trend(IEnumerable<Histogram> parts) => new(good + failed, failed, Merged(parts));
        return selector.Name switch
        {
            "http_reqs" => Count(good + failed),
            "failed_requests" => Count(failed),
            "http_req_failed" => Share(failed, good),
            "http_req_duration" or "service_time" => Trend(Times(selector, s => s.Service, s => s.FailedService, t => t.Service)),
            "response_time" => Trend(Times(selector, s => s.Response, s => s.FailedResponse, t => t.Response)),
            "start_lag" => new MetricState(0, 0, Merged(Whole(selector, l => l.Recorder.StartLag).OfType<Histogram>())),
            "iterations" => Count(Whole(selector, l => l.Recorder.Iterations).Sum()),
            "iteration_duration" => new MetricState(0, 0, Merged(Whole(selector, l => l.Recorder.IterationService))),
            "dropped_iterations" => Count(Whole(selector, l => l.Recorder.DroppedIterations).Sum()),
            "checks" => Share(Whole(selector, Passes).Sum(), Whole(selector, Fails).Sum()),
            "data_sent" => Count(Whole(selector, l => l.Recorder.BytesSent).Sum()),
            "data_received" => Count(Whole(selector, Received).Sum()),
            _ => null,
        };
    }

    private Histogram Merged(IEnumerable<Histogram> parts)
    {
        var merged = new Histogram();
        foreach (var part in parts)
        {
            _copy.CopyFrom(part); // copied because its writer may be active
            merged.Merge(_copy);
        }
        return merged;
    }

    private static long Passes(Lane lane) => Sum(lane.Recorder.CheckPasses);

    private static long Fails(Lane lane) => Sum(lane.Recorder.CheckFails);

    private static long Sum(ReadOnlySpan<long> counts)
    {
        var sum = 0L;
        foreach (var count in counts) sum += count;
        return sum;
    }

    private static long Received(Lane lane)
    {
        var sum = lane.Recorder.UnaccountedBytes;
        foreach (var step in lane.Requests) sum += step.BytesReceived;
        return sum;
    }

    private bool Counter(long count, Aggregation aggregation, out double value)
    {
        var divisor = aggregation.Kind == AggregationKind.Rate ? seconds() : 1;
        value = divisor > 0 ? count / divisor : 0;
        return count > 0;
    }

    // When the load has ended, no one is active any more: the largest number remains, as in the summary.
    private static int Users(Lane[] lanes) => lanes.All(l => l.HasEnded)
        ? lanes.Sum(l => l.Recorder.MaxActive) : lanes.Sum(l => l.HasEnded ? 0 : l.Recorder.Active);

    private static bool Gauge(int current, out double value)
    {
        value = current;
        return true;
    }

    /// <summary>The share of <paramref name="part"/> in the sum of both counts, 0 to 1; false when both are 0.</summary>
    private static bool Share(long part, long rest, out double value)
    {
        value = part + rest == 0 ? 0 : (double)part / (part + rest);
        return part + rest > 0;
    }

    /// <summary>As in k6, one value for each request: 0 where its connection was open already.</summary>
    private bool Opening(MetricSelector selector, Func<Lane, Histogram> opened, Aggregation aggregation, out double value)
    {
        var connections = Whole(selector, opened).ToList();
        var requests = connections.Count == 0 ? 0 : Good(selector) + Failed(selector);
        return Trend(connections, aggregation, out value, zeros: Math.Max(0, requests - connections.Sum(h => h.Count)));
    }

    private bool Trend(IEnumerable<Histogram> parts, Aggregation aggregation, out double value, long zeros = 0)
    {
        _merged.Reset();
        foreach (var part in parts)
        {
            _copy.CopyFrom(part); // copied because its writer may be active
            _merged.Merge(_copy);
        }
        if (zeros > 0) _merged.Record(0, zeros);

        value = NanosOf(_merged, aggregation) / 1e6;
        return _merged.Count > 0;
    }

    private static double NanosOf(Histogram histogram, Aggregation aggregation) => aggregation.Kind switch
    {
        AggregationKind.Avg => histogram.Mean,
        AggregationKind.Min => histogram.Min,
        AggregationKind.Max => histogram.Max,
        _ => histogram.ValueAtQuantile(aggregation.Quantile ?? 0.5),
    };

    private IEnumerable<T> Whole<T>(MetricSelector selector, Func<Lane, T> read) => Lanes(selector, NoTags).Select(read);

    private IEnumerable<Lane> Lanes(MetricSelector selector, string[] furtherTags)
    {
        var known = selector.Tags.Keys.All(tag => tag == "scenario" || furtherTags.Contains(tag));
        return !known ? [] : lanes.Where(l => !selector.Tags.TryGetValue("scenario", out var name) || name == l.Plan.Name);
    }

    private long Good(MetricSelector selector) => Count(selector, good: true);

    private long Failed(MetricSelector selector) => Count(selector, good: false);

    private long Count(MetricSelector selector, bool good)
    {
        var steps = Steps(selector, s => s, good);
        if (!selector.Tags.TryGetValue("status", out var text)) return steps.Sum(s => good ? s.Service.Count : s.FailedService.Count);
        return TimedStatuses.Read(text) is { } status ? steps.Sum(s => WithStatus(s, status, good)) : 0;
    }

    /// <summary>Number of requests with a status. As in k6, status 0 stands for requests without an answer.</summary>
    private static long WithStatus(StepRecorder step, int status, bool good)
    {
        if (status > 0) return good == status < FailedStatus ? step.Statuses[status] : 0;
        return good ? 0 : step.FailedService.Count - Sum(step.Statuses[FailedStatus..]);
    }

    private IEnumerable<Histogram> Times(MetricSelector selector, Func<StepRecorder, Histogram> good,
        Func<StepRecorder, Histogram> failed, Func<StatusTimes, Histogram> withStatus)
    {
        if (!selector.Tags.TryGetValue("status", out var text)) return Steps(selector, good, good: true).Concat(Steps(selector, failed, good: false));
        if (TimedStatuses.Read(text) is not { } status) return [];
        return Steps(selector, s => s.TimesOf(status), good: status is > 0 and < FailedStatus).OfType<StatusTimes>().Select(withStatus);
    }

    private IEnumerable<T> Steps<T>(MetricSelector selector, Func<StepRecorder, T> read, bool good)
    {
        var isAsked = !selector.Tags.TryGetValue("expected_response", out var expected) || expected == (good ? "true" : "false");
        if (!isAsked) yield break;
        foreach (var lane in Lanes(selector, RequestTags))
        {
            var records = lane.Plan.Workload.Steps;
            for (var i = 0; i < Math.Min(records.Length, lane.Recorder.Steps.Length); i++)
                if (selector.Tags.TryGetValue("name", out var name) ? name == records[i].Name : !records[i].IsPart) // a part is no request, but has a name
                    yield return read(lane.Recorder.Steps[i]);
        }
    }
}
