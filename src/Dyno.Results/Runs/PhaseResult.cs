// One file because the records of a phase are parts of each other and are read together.

namespace Dyno.Results;

/// <summary>The figures of one phase (warm-up or measurement).</summary>
public sealed record PhaseResult
{
    /// <summary>
    /// Seconds from the phase's start to the last completion, the tail included; where a fixed number of users loop for a fixed time, to
    /// the mean of the users' own last completions. The duration ends later where an executor that runs by time has a later planned end.
    /// Every rate is divided by this duration.
    /// </summary>
    public required double DurationSeconds { get; init; }

    /// <summary>Whether the warm-up reached a steady level; null for a warm-up of fixed length and for every other phase.</summary>
    public bool? ReachedLevel { get; init; }

    /// <summary>Counts and rates of all scenarios together.</summary>
    public required Totals Totals { get; init; }

    /// <summary>Response time (end − intended start) and service time (end − actual start), good answers only.</summary>
    public required LatencyPair Latency { get; init; }

    /// <summary>Response time and service time of failed requests; a time-out counts with its deadline. Null when nothing failed.</summary>
    public LatencyPair? FailedLatency { get; init; }

    /// <summary>
    /// The times of all requests, good and failed, in one distribution: a failure counts with the time it took, a time-out with its
    /// deadline. Null when nothing failed; then <see cref="Latency"/> covers every request.
    /// </summary>
    public LatencyPair? AllLatency { get; init; }

    /// <summary>The times of every request. Reports show these times first, comparisons compare them, and thresholds are judged on them.</summary>
    [JsonIgnore]
    public LatencyPair Overall => AllLatency ?? Latency;

    /// <summary>Times of whole iterations; equal to <see cref="Latency"/> when an iteration is one request.</summary>
    public required LatencyPair IterationDuration { get; init; }

    /// <summary>Actual start − intended start, of every start of an open scenario; null in a closed model.</summary>
    public LatencyResult? StartLag { get; init; }

    /// <summary>Time to connect, for the connections opened in this phase; null when no connection was opened.</summary>
    public LatencyResult? Connecting { get; init; }

    /// <summary>Duration of the TLS handshakes in this phase; null when there was none.</summary>
    public LatencyResult? TlsHandshaking { get; init; }

    /// <summary>Time to open the WebSockets of this phase, from the start of the connection to the server's agreement; null when none was opened.</summary>
    public LatencyResult? Upgrading { get; init; }

    /// <summary>Figures of each request (step), in plan order, and of the parts of requests.</summary>
    public required ImmutableArray<StepResult> Steps { get; init; }

    /// <summary>Figures of whole iterations, in plan order, for each scenario that judges its own iterations, as C# scenarios do; otherwise empty.</summary>
    public ImmutableArray<ScenarioResult> Scenarios { get; init; } = [];

    /// <summary>Errors by kind, most frequent first.</summary>
    public ImmutableArray<ErrorResult> Errors { get; init; } = [];

    /// <summary>Answers per status code, ascending.</summary>
    public ImmutableSortedDictionary<int, long> Statuses { get; init; } = ImmutableSortedDictionary<int, long>.Empty;

    /// <summary>Checks, in plan order.</summary>
    public ImmutableArray<CheckResult> Checks { get; init; } = [];

    /// <summary>Traces of slow and of failed requests; null when no request with a trace ended.</summary>
    public TraceResult? Traces { get; init; }

    /// <summary>
    /// The phase in equal intervals of <see cref="IntervalSeconds"/>. An interval is one second at first. When the series becomes too
    /// long, neighbouring intervals are merged and the interval doubles, so that the document stays small however long the run is.
    /// Stored in columns (earlier builds: one object per interval).
    /// </summary>
    public ImmutableArray<IntervalResult> Series { get; init; } = [];

    /// <summary>Length of an interval of <see cref="Series"/> in seconds: 1, 2, 4, …</summary>
    public double IntervalSeconds { get; init; } = 1;

    /// <summary>Metrics of k6 scripts, calculated by k6's rules: k6's own metrics and those that the script made.</summary>
    public ImmutableArray<MetricResult> Metrics { get; init; } = [];
}

/// <summary>Counts and rates of a phase. Rates are completions ÷ <see cref="PhaseResult.DurationSeconds"/>.</summary>
public sealed record Totals
{
    /// <summary>Requests that ended, good or failed.</summary>
    public required long Requests { get; init; }

    /// <summary>Requests without a usable answer or with a failing status (400 and above).</summary>
    public required long FailedRequests { get; init; }

    /// <summary>Requests ÷ duration.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>Iterations that ended.</summary>
    public required long Iterations { get; init; }

    /// <summary>Iterations ÷ duration.</summary>
    public required double IterationsPerSecond { get; init; }

    /// <summary>Planned starts of the open scenarios ÷ their planned time in seconds; null in a closed model.</summary>
    public double? OfferedIterationsPerSecond { get; init; }

    /// <summary>Starts that an open model planned, dropped ones included; null in a closed model.</summary>
    public long? PlannedStarts { get; init; }

    /// <summary>
    /// Planned starts that were dropped because no virtual user was free. Null in a closed model, and in results of earlier builds,
    /// which did not separate these starts from iterations that closed scenarios of the same run left over.
    /// </summary>
    public long? DroppedStarts { get; init; }

    /// <summary>Starts for which no virtual user was free, plus iterations of a fixed number that were never started.</summary>
    public long DroppedIterations { get; init; }

    /// <summary>Starts that began more than 1 ms after their planned time.</summary>
    public long LateStarts { get; init; }

    /// <summary>Iterations that began and were cut before they ended: after the graceful stop, by a ramp-down, or by an abort.</summary>
    public long InterruptedIterations { get; init; }

    /// <summary>
    /// Iterations that were cut at the planned end when the graceful stop was over, and not by a ramp-down, a stop or an abort. Null
    /// in results of earlier builds, which did not record the difference.
    /// </summary>
    public long? CutAtEnd { get; init; }

    /// <summary>Redirects: answers 3xx with a Location, or hops that a client followed. Redirects are counted separately.</summary>
    public long Redirects { get; init; }

    /// <summary>Connections opened.</summary>
    public long ConnectionsOpened { get; init; }

    /// <summary>Connections that were opened again because the server had closed one; part of <see cref="ConnectionsOpened"/>.</summary>
    public long Reconnects { get; init; }

    /// <summary>
    /// Requests that were sent once more, because their connection ended before their answer; each counts once in
    /// <see cref="Requests"/>. Null in results of earlier builds, which did not count them.
    /// </summary>
    public long? Resends { get; init; }

    /// <summary>Bytes sent, heads included, before TLS.</summary>
    public long BytesSent { get; init; }

    /// <summary>Bytes received, heads included, after TLS.</summary>
    public long BytesReceived { get; init; }

    /// <summary>The largest number of virtual users that were in an iteration at the same time.</summary>
    public int MaxVirtualUsers { get; init; }
}

/// <summary>The figures of one step in the phase.</summary>
public sealed record StepResult
{
    /// <summary>Name of the scenario to which the step belongs.</summary>
    public required string Scenario { get; init; }

    /// <summary>Name of the step in its scenario.</summary>
    public required string Name { get; init; }

    /// <summary>
    /// Whether the step counts and times parts of other requests, such as the messages of a stream or the events of an answer, and
    /// not requests. Totals, latencies and statuses of the phase leave parts out. False in results of earlier builds, whose totals
    /// had the parts in them.
    /// </summary>
    public bool IsPart { get; init; }

    /// <summary>Completed requests, good and failed; of a step with parts, the parts.</summary>
    public required long Requests { get; init; }

    /// <summary>Requests that failed.</summary>
    public required long FailedRequests { get; init; }

    /// <summary>Requests ÷ duration of the phase.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>Times of good answers only.</summary>
    public required LatencyPair Latency { get; init; }

    /// <summary>Times of failed requests; null when no request failed, and in results of earlier builds, which did not record these times.</summary>
    public LatencyPair? FailedLatency { get; init; }

    /// <summary>Times of every request, as in <see cref="PhaseResult.AllLatency"/>; null when nothing failed.</summary>
    public LatencyPair? AllLatency { get; init; }

    /// <summary>The times of every request, which reports show first.</summary>
    [JsonIgnore]
    public LatencyPair Overall => AllLatency ?? Latency;

    /// <summary>Mean size of an answer in bytes, head included.</summary>
    public double MeanResponseBytes { get; init; }

    /// <summary>Sizes of the answers, heads included; null in results of earlier builds, which did not record the sizes.</summary>
    public ReceivedBytes? Received { get; init; }

    /// <summary>Answers per status code.</summary>
    public ImmutableSortedDictionary<int, long> Statuses { get; init; } = ImmutableSortedDictionary<int, long>.Empty;
}

/// <summary>Figures of whole iterations of one scenario, as the scenario's code judged them.</summary>
public sealed record ScenarioResult
{
    /// <summary>Name of the scenario.</summary>
    public required string Scenario { get; init; }

    /// <summary>Iterations that ended.</summary>
    public required long Iterations { get; init; }

    /// <summary>Iterations that the code judged as failed.</summary>
    public required long FailedIterations { get; init; }

    /// <summary>Iterations ÷ duration of the phase.</summary>
    public required double IterationsPerSecond { get; init; }

    /// <summary>Times of good iterations.</summary>
    public required LatencyPair Latency { get; init; }

    /// <summary>Times of failed iterations; null when none failed.</summary>
    public LatencyPair? FailedLatency { get; init; }

    /// <summary>Times of every iteration, good or failed; null when nothing failed.</summary>
    public LatencyPair? AllLatency { get; init; }

    /// <summary>The times of every iteration.</summary>
    [JsonIgnore]
    public LatencyPair Overall => AllLatency ?? Latency;

    /// <summary>Sizes of the answers that the iterations received.</summary>
    public required ReceivedBytes Received { get; init; }
}

/// <summary>Sizes of answers, in bytes.</summary>
public sealed record ReceivedBytes
{
    /// <summary>Size of the smallest good answer; 0 when there was none.</summary>
    public required long Min { get; init; }

    /// <summary>Size of the largest good answer.</summary>
    public required long Max { get; init; }

    /// <summary>Size of all answers together.</summary>
    public required long Total { get; init; }
}

/// <summary>Response time and service time of the same requests.</summary>
public sealed record LatencyPair
{
    /// <summary>End − intended start: the time that a user waits. By definition equal to <see cref="Service"/> in a closed model.</summary>
    public required LatencyResult Response { get; init; }

    /// <summary>End − actual start: the time that the server and the network took.</summary>
    public required LatencyResult Service { get; init; }
}

/// <summary>A distribution of times: figures for people, and the histogram they were read from.</summary>
public sealed record LatencyResult
{
    /// <summary>Number of values.</summary>
    public required long Count { get; init; }

    /// <summary>Exact smallest value, in nanoseconds.</summary>
    public required long MinNanos { get; init; }

    /// <summary>Mean, in nanoseconds.</summary>
    public required double MeanNanos { get; init; }

    /// <summary>Standard deviation of the population, in nanoseconds.</summary>
    public required double StdDevNanos { get; init; }

    /// <summary>Exact largest value, in nanoseconds.</summary>
    public required long MaxNanos { get; init; }

    /// <summary>p50, p75, p90, p95, p99, p99.9, p99.99 in this order.</summary>
    public required ImmutableArray<QuantileResult> Quantiles { get; init; }

    /// <summary>The stored quantile of a share such as 0.99; null when it is not stored.</summary>
    public QuantileResult? At(double quantile) => Quantiles.FirstOrDefault(stored => Math.Abs(stored.Quantile - quantile) < 1e-9);

    /// <summary>HdrHistogram V2, compressed, base64; empty when <see cref="Count"/> is 0.</summary>
    public required string Histogram { get; init; }
}

/// <summary>One quantile.</summary>
public sealed record QuantileResult
{
    /// <summary>The quantile, from 0 to 1: 0.99 is the 99th percentile.</summary>
    public required double Quantile { get; init; }

    /// <summary>The value, in nanoseconds.</summary>
    public required long Nanos { get; init; }

    /// <summary>False when fewer than 10 values lie beyond the quantile. Such a quantile is shown with <c>~</c> and never compared.</summary>
    public required bool Reliable { get; init; }
}

/// <summary>One kind of error.</summary>
public sealed record ErrorResult
{
    /// <summary>The kind: <c>refused</c>, <c>reset</c>, <c>timeout</c>, <c>tls</c>, <c>protocol</c>, <c>dns</c>, <c>status</c> …</summary>
    public required string Kind { get; init; }

    /// <summary>Number of errors of this kind.</summary>
    public required long Count { get; init; }

    /// <summary>The first error of this kind in words, secrets masked.</summary>
    public required string FirstExample { get; init; }
}

/// <summary>One check.</summary>
public sealed record CheckResult
{
    /// <summary>Name of the check, as the user wrote it.</summary>
    public required string Name { get; init; }

    /// <summary>Number of answers that met the check.</summary>
    public required long Passes { get; init; }

    /// <summary>Number of answers that did not meet the check, plus failed requests.</summary>
    public required long Fails { get; init; }
}

/// <summary>One interval of the series.</summary>
public sealed record IntervalResult
{
    /// <summary>Completed requests, failed ones included.</summary>
    public required long Requests { get; init; }

    /// <summary>Requests that failed.</summary>
    public required long FailedRequests { get; init; }

    /// <summary>Starts that were due in this interval; null in a closed model.</summary>
    public long? PlannedStarts { get; init; }

    /// <summary>Starts dropped in this interval.</summary>
    public long DroppedIterations { get; init; }

    /// <summary>Number of virtual users in an iteration at the end of the interval.</summary>
    public int ActiveVirtualUsers { get; init; }

    /// <summary>
    /// p50 of the response time of every request, in nanoseconds; a time-out counts with its deadline (earlier builds: good answers
    /// only). 0 when there was no request.
    /// </summary>
    public long P50Nanos { get; init; }

    /// <summary>p95 of the response time, in nanoseconds.</summary>
    public long P95Nanos { get; init; }

    /// <summary>p99 of the response time, in nanoseconds.</summary>
    public long P99Nanos { get; init; }

    /// <summary>Largest response time, in nanoseconds.</summary>
    public long MaxNanos { get; init; }

    /// <summary>p99 of the start lag, in nanoseconds; null in a closed model.</summary>
    public long? StartLagP99Nanos { get; init; }

    /// <summary>The interval's response times: HdrHistogram V2, compressed, base64; empty when there was none.</summary>
    public string Histogram { get; init; } = "";
}

/// <summary>A metric whose values have k6's names.</summary>
public sealed record MetricResult
{
    /// <summary>The name, with <c>{tag:value}</c> for a sub-metric.</summary>
    public required string Name { get; init; }

    /// <summary>The type of the metric: <c>counter</c>, <c>gauge</c>, <c>rate</c> or <c>trend</c>.</summary>
    public required string Type { get; init; }

    /// <summary>The unit of the metric: <c>default</c>, <c>time</c> (milliseconds) or <c>data</c> (bytes).</summary>
    public required string Contains { get; init; }

    /// <summary>Aggregations by k6's names: <c>count</c>, <c>rate</c>, <c>avg</c>, <c>p(95)</c> …</summary>
    public required ImmutableSortedDictionary<string, double> Values { get; init; }

    /// <summary>
    /// The values of a trend, kept so that runs can be merged. Null for other types, and in results of earlier builds, which did not
    /// keep the values.
    /// </summary>
    public TrendDistribution? Distribution { get; init; }
}

/// <summary>The values behind a trend, in the metric's unit.</summary>
public sealed record TrendDistribution
{
    /// <summary>Sum of all values.</summary>
    public required double Sum { get; init; }

    /// <summary>Exact smallest value.</summary>
    public required double Min { get; init; }

    /// <summary>Exact largest value.</summary>
    public required double Max { get; init; }

    /// <summary>The values of 0 and above, in millionths of the unit: HdrHistogram V2, compressed, base64; empty when there is none.</summary>
    public required string Histogram { get; init; }

    /// <summary>The magnitudes of the values below 0, in the same form; empty when there is none.</summary>
    public string NegativeHistogram { get; init; } = "";
}
