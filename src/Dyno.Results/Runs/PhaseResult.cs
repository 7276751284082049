using System.Collections.Immutable;
using System.Text.Json.Serialization;
using Dyno.Results.Json;

namespace Dyno.Results.Runs;

/// <summary>What one phase (warm-up or measurement) did.</summary>
public sealed record PhaseResult
{
    /// <summary>
    /// From the phase's start to its last completion (the tail included), or to the end of the planned time of an executor
    /// that runs by time, where that is later: the divisor of every rate.
    /// </summary>
    public required double DurationSeconds { get; init; }

    /// <summary>Whether a warm-up that ends at level reached it; null for every other phase.</summary>
    public bool? ReachedLevel { get; init; }

    /// <summary>All scenarios together.</summary>
    public required Totals Totals { get; init; }

    /// <summary>Response time (end − intended start) and service time (end − actual start), good answers only.</summary>
    public required LatencyPair Latency { get; init; }

    /// <summary>The same for failed requests (time-outs enter at their deadline); null when nothing failed.</summary>
    public LatencyPair? FailedLatency { get; init; }

    /// <summary>
    /// Every request, good or failed, in one distribution: failures at the time they took, time-outs at their deadline. Null when
    /// nothing failed, and <see cref="Latency"/> is all there is.
    /// </summary>
    public LatencyPair? AllLatency { get; init; }

    /// <summary>The figures that stand first everywhere, are compared and are held against thresholds: those of every request.</summary>
    [JsonIgnore]
    public LatencyPair Overall => AllLatency ?? Latency;

    /// <summary>Whole iterations; equals <see cref="Latency"/> when an iteration is one request.</summary>
    public required LatencyPair IterationDuration { get; init; }

    /// <summary>Actual start − intended start, of every start of an open scenario; null in a closed model.</summary>
    public LatencyResult? StartLag { get; init; }

    /// <summary>Time to connect, of connections opened in this phase; null when none was.</summary>
    public LatencyResult? Connecting { get; init; }

    /// <summary>Time of the TLS handshakes in this phase; null when there was none.</summary>
    public LatencyResult? TlsHandshaking { get; init; }

    /// <summary>Time to open WebSockets in this phase, from the start of the connection to the server's agreement; null when none was.</summary>
    public LatencyResult? Upgrading { get; init; }

    /// <summary>Each request, in plan order.</summary>
    public required ImmutableArray<StepResult> Steps { get; init; }

    /// <summary>
    /// Whole iterations of each scenario that judges its own, as C# scenarios do, in plan order; empty otherwise.
    /// </summary>
    public ImmutableArray<ScenarioResult> Scenarios { get; init; } = [];

    /// <summary>Errors by kind, most frequent first.</summary>
    public ImmutableArray<ErrorResult> Errors { get; init; } = [];

    /// <summary>Answers per status code, ascending.</summary>
    public ImmutableSortedDictionary<int, long> Statuses { get; init; } = ImmutableSortedDictionary<int, long>.Empty;

    /// <summary>Checks, in plan order.</summary>
    public ImmutableArray<CheckResult> Checks { get; init; } = [];

    /// <summary>
    /// The phase in equal intervals of <see cref="IntervalSeconds"/>. Starts at one second; when the phase outgrows the
    /// series, neighbours are merged and the interval doubles, so the document stays small however long the run. Stored in
    /// columns (earlier builds: one object per interval).
    /// </summary>
    [JsonConverter(typeof(ColumnsConverter<IntervalResult>))]
    public ImmutableArray<IntervalResult> Series { get; init; } = [];

    /// <summary>Length of an interval of <see cref="Series"/> in seconds: 1, 2, 4, …</summary>
    public double IntervalSeconds { get; init; } = 1;

    /// <summary>Metrics of k6 scripts, k6's own and those that the script made, by k6's rules.</summary>
    public ImmutableArray<MetricResult> Metrics { get; init; } = [];
}

/// <summary>Counts and rates of a phase. Rates are completions ÷ the time in which they completed.</summary>
public sealed record Totals
{
    /// <summary>Answers and failures together.</summary>
    public required long Requests { get; init; }

    /// <summary>Requests without a usable answer or with a failing status (400 and above).</summary>
    public required long FailedRequests { get; init; }

    /// <summary>Requests ÷ duration.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>Iterations that ended.</summary>
    public required long Iterations { get; init; }

    /// <summary>Iterations ÷ duration.</summary>
    public required double IterationsPerSecond { get; init; }

    /// <summary>Planned starts per second of the open scenarios over their planned time; null in a closed model.</summary>
    public double? OfferedIterationsPerSecond { get; init; }

    /// <summary>Starts that an open model planned, dropped ones included; null in a closed model.</summary>
    public long? PlannedStarts { get; init; }

    /// <summary>
    /// Of these, dropped: no virtual user was free. Null in a closed model, and in results before this was told apart from what
    /// closed scenarios beside leave over.
    /// </summary>
    public long? DroppedStarts { get; init; }

    /// <summary>Starts for which no virtual user was free, and iterations left over at the end of an iteration count.</summary>
    public long DroppedIterations { get; init; }

    /// <summary>Starts more than 1 ms behind their time.</summary>
    public long LateStarts { get; init; }

    /// <summary>Iterations begun and cut before they ended: after the graceful stop, by a ramp-down, or by an abort.</summary>
    public long InterruptedIterations { get; init; }

    /// <summary>
    /// Of these, cut at the planned end when the graceful stop was over: not by a ramp-down, a stop or an abort; null in results
    /// before this was told apart.
    /// </summary>
    public long? CutAtEnd { get; init; }

    /// <summary>Answers 3xx with a Location, or hops followed by a client: counted apart.</summary>
    public long Redirects { get; init; }

    /// <summary>Connections opened.</summary>
    public long ConnectionsOpened { get; init; }

    /// <summary>Of these, connections opened again because the server had closed one.</summary>
    public long Reconnects { get; init; }

    /// <summary>Bytes sent, heads included, before TLS.</summary>
    public long BytesSent { get; init; }

    /// <summary>Bytes received, heads included, after TLS.</summary>
    public long BytesReceived { get; init; }

    /// <summary>The most virtual users that were in an iteration at once.</summary>
    public int MaxVirtualUsers { get; init; }
}

/// <summary>One step over the phase.</summary>
public sealed record StepResult
{
    /// <summary>The scenario it belongs to.</summary>
    public required string Scenario { get; init; }

    /// <summary>Name of the step in its scenario.</summary>
    public required string Name { get; init; }

    /// <summary>Completed, good and failed.</summary>
    public required long Requests { get; init; }

    /// <summary>Of these, failed.</summary>
    public required long FailedRequests { get; init; }

    /// <summary>Requests ÷ duration of the phase.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>Good answers only.</summary>
    public required LatencyPair Latency { get; init; }

    /// <summary>Failed requests; null when there was none, and in results before this was recorded.</summary>
    public LatencyPair? FailedLatency { get; init; }

    /// <summary>Every request, as in <see cref="PhaseResult.AllLatency"/>; null when nothing failed.</summary>
    public LatencyPair? AllLatency { get; init; }

    /// <summary>Every request: what stands first everywhere.</summary>
    [JsonIgnore]
    public LatencyPair Overall => AllLatency ?? Latency;

    /// <summary>Mean size of an answer in bytes, head included.</summary>
    public double MeanResponseBytes { get; init; }

    /// <summary>Sizes of the answers, heads included; null in results before this was recorded.</summary>
    public ReceivedBytes? Received { get; init; }

    /// <summary>Answers per status code.</summary>
    public ImmutableSortedDictionary<int, long> Statuses { get; init; } = ImmutableSortedDictionary<int, long>.Empty;
}

/// <summary>Whole iterations of one scenario, as its code judged them.</summary>
public sealed record ScenarioResult
{
    /// <summary>Name of the scenario.</summary>
    public required string Scenario { get; init; }

    /// <summary>Iterations that ended.</summary>
    public required long Iterations { get; init; }

    /// <summary>Of these, judged as failed.</summary>
    public required long FailedIterations { get; init; }

    /// <summary>Iterations ÷ duration of the phase.</summary>
    public required double IterationsPerSecond { get; init; }

    /// <summary>Good iterations.</summary>
    public required LatencyPair Latency { get; init; }

    /// <summary>Failed iterations; null when there was none.</summary>
    public LatencyPair? FailedLatency { get; init; }

    /// <summary>Every iteration, good or failed; null when nothing failed.</summary>
    public LatencyPair? AllLatency { get; init; }

    /// <summary>Every iteration.</summary>
    [JsonIgnore]
    public LatencyPair Overall => AllLatency ?? Latency;

    /// <summary>What they received.</summary>
    public required ReceivedBytes Received { get; init; }
}

/// <summary>Sizes of answers, in bytes.</summary>
public sealed record ReceivedBytes
{
    /// <summary>The smallest good answer; 0 when there was none.</summary>
    public required long Min { get; init; }

    /// <summary>The largest good answer.</summary>
    public required long Max { get; init; }

    /// <summary>All answers together.</summary>
    public required long Total { get; init; }
}

/// <summary>Response time and service time of the same requests.</summary>
public sealed record LatencyPair
{
    /// <summary>End − intended start: what a user waits. Equal to <see cref="Service"/> in a closed model, by definition.</summary>
    public required LatencyResult Response { get; init; }

    /// <summary>End − actual start: what the server and the wire took.</summary>
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

    /// <summary>HdrHistogram V2, compressed, base64; empty when <see cref="Count"/> is 0.</summary>
    public required string Histogram { get; init; }
}

/// <summary>One quantile.</summary>
public sealed record QuantileResult
{
    /// <summary>0 to 1: 0.99 is the 99th percentile.</summary>
    public required double Quantile { get; init; }

    /// <summary>The value, in nanoseconds.</summary>
    public required long Nanos { get; init; }

    /// <summary>False when fewer than 10 values lie beyond it: shown with <c>~</c>, never compared.</summary>
    public required bool Reliable { get; init; }
}

/// <summary>One kind of error.</summary>
public sealed record ErrorResult
{
    /// <summary>The kind: <c>refused</c>, <c>reset</c>, <c>timeout</c>, <c>tls</c>, <c>protocol</c>, <c>dns</c>, <c>status</c> …</summary>
    public required string Kind { get; init; }

    /// <summary>How often.</summary>
    public required long Count { get; init; }

    /// <summary>The first example in words, secrets masked.</summary>
    public required string FirstExample { get; init; }
}

/// <summary>One check.</summary>
public sealed record CheckResult
{
    /// <summary>As the user wrote it.</summary>
    public required string Name { get; init; }

    /// <summary>Answers that met it.</summary>
    public required long Passes { get; init; }

    /// <summary>Answers that did not, and failed requests.</summary>
    public required long Fails { get; init; }
}

/// <summary>One interval of the series.</summary>
public sealed record IntervalResult
{
    /// <summary>Completed requests, failed ones included.</summary>
    public required long Requests { get; init; }

    /// <summary>Of these, failed.</summary>
    public required long FailedRequests { get; init; }

    /// <summary>Starts that were due in this interval; null in a closed model.</summary>
    public long? PlannedStarts { get; init; }

    /// <summary>Starts dropped in this interval.</summary>
    public long DroppedIterations { get; init; }

    /// <summary>Virtual users in an iteration at the end of the interval.</summary>
    public int ActiveVirtualUsers { get; init; }

    /// <summary>Response time of every request, time-outs at their deadline (earlier builds: of good answers): p50, in
    /// nanoseconds; 0 when there was none.</summary>
    public long P50Nanos { get; init; }

    /// <summary>p95 in nanoseconds.</summary>
    public long P95Nanos { get; init; }

    /// <summary>p99 in nanoseconds.</summary>
    public long P99Nanos { get; init; }

    /// <summary>Largest value in nanoseconds.</summary>
    public long MaxNanos { get; init; }

    /// <summary>Start lag p99 in nanoseconds; null in a closed model.</summary>
    public long? StartLagP99Nanos { get; init; }

    /// <summary>The interval's response times: HdrHistogram V2, compressed, base64; empty when there was none.</summary>
    public string Histogram { get; init; } = "";
}

/// <summary>A metric with its values by k6's names.</summary>
public sealed record MetricResult
{
    /// <summary>The name, with <c>{tag:value}</c> for a sub-metric.</summary>
    public required string Name { get; init; }

    /// <summary><c>counter</c>, <c>gauge</c>, <c>rate</c> or <c>trend</c>.</summary>
    public required string Type { get; init; }

    /// <summary><c>default</c>, <c>time</c> (milliseconds) or <c>data</c> (bytes).</summary>
    public required string Contains { get; init; }

    /// <summary>Aggregations by k6's names: <c>count</c>, <c>rate</c>, <c>avg</c>, <c>p(95)</c> …</summary>
    public required ImmutableSortedDictionary<string, double> Values { get; init; }

    /// <summary>
    /// The values of a trend, so that runs can be merged; null for other types, and in results before this was kept.
    /// </summary>
    public TrendDistribution? Distribution { get; init; }
}

/// <summary>The values behind a trend, in the metric's unit.</summary>
public sealed record TrendDistribution
{
    /// <summary>Of all values.</summary>
    public required double Sum { get; init; }

    /// <summary>Exact smallest value.</summary>
    public required double Min { get; init; }

    /// <summary>Exact largest value.</summary>
    public required double Max { get; init; }

    /// <summary>The values from 0 on in millionths: HdrHistogram V2, compressed, base64; empty when there is none.</summary>
    public required string Histogram { get; init; }

    /// <summary>The magnitudes of the values below 0, as the others; empty when there is none.</summary>
    public string NegativeHistogram { get; init; } = "";
}
