namespace Dyno.Load;

/// <summary>Which part of a run is going on.</summary>
public enum RunPhase
{
    /// <summary>Before the first request.</summary>
    Setup,

    /// <summary>Warm-up, recorded separately.</summary>
    WarmUp,

    /// <summary>The measurement.</summary>
    Measure,

    /// <summary>No new starts; work in flight ends.</summary>
    Drain,

    /// <summary>After the last request.</summary>
    Teardown,
}

/// <summary>The state of a run at one moment; sent about once a second. Immutable.</summary>
public sealed record RunSnapshot
{
    public required RunPhase Phase { get; init; }

    /// <summary>The phase that the figures belong to: the warm-up or the measurement, also while that phase drains.</summary>
    public RunPhase Recording { get; init; } = RunPhase.Measure;

    /// <summary>Time since the phase began.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>Planned length of the phase.</summary>
    public required TimeSpan Planned { get; init; }

    /// <summary>Number of iterations that ends the phase, possibly long before its planned length; null when time ends it.</summary>
    public long? PlannedIterations { get; init; }

    /// <summary>Time until work still in flight is cut, from half a second after the drain began; null otherwise.</summary>
    public TimeSpan? CutIn { get; init; }

    /// <summary>Completed requests of the phase so far.</summary>
    public required long Requests { get; init; }

    /// <summary>Failed requests of the phase so far.</summary>
    public required long FailedRequests { get; init; }

    /// <summary>
    /// Requests per second in the last interval: the time since the snapshot before. When the last snapshot follows within a second, its
    /// interval includes the one before, in this figure and in those of the response times.
    /// </summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>Starts per second that were due in the last interval; null in a closed model.</summary>
    public double? OfferedPerSecond { get; init; }

    /// <summary>Starts dropped so far.</summary>
    public required long DroppedIterations { get; init; }

    /// <summary>Virtual users in an iteration.</summary>
    public required int ActiveVirtualUsers { get; init; }

    /// <summary>
    /// Median (p50) of the response times of all requests in the last interval, in nanoseconds; 0 when there were no requests. A request
    /// that timed out counts with its deadline.
    /// </summary>
    public required long P50Nanos { get; init; }

    /// <summary>p99 of these response times, in nanoseconds.</summary>
    public required long P99Nanos { get; init; }

    /// <summary>p95 of these response times, in nanoseconds.</summary>
    public long P95Nanos { get; init; }

    /// <summary>Largest of these response times, in nanoseconds.</summary>
    public long MaxNanos { get; init; }

    /// <summary>Mean of these response times, in nanoseconds.</summary>
    public double MeanNanos { get; init; }

    /// <summary>Response times of every request so far; null where they are not recorded.</summary>
    public LatencyBuckets? ResponseTimes { get; init; }

    /// <summary>
    /// Response times of the last interval alone as a compressed histogram in Base64 (HDR V2), to be merged with those of other
    /// generators; null when no listener asks for it (<see cref="IRunListener.AsksForHistogram"/>).
    /// </summary>
    public string? Histogram { get; init; }

    /// <summary>Iterations that ended so far.</summary>
    public long Iterations { get; init; }

    /// <summary>Bytes sent so far, before TLS.</summary>
    public long BytesSent { get; init; }

    /// <summary>Bytes received so far, after TLS.</summary>
    public long BytesReceived { get; init; }

    /// <summary>Errors so far, by kind.</summary>
    public required ImmutableSortedDictionary<string, long> Errors { get; init; }

    /// <summary>The server's state at its last sample; null when the server is not watched, and in the warm-up.</summary>
    public ServerMoment? Server { get; init; }

    /// <summary>The thresholds as they stand; empty in the warm-up.</summary>
    public ImmutableArray<ThresholdStanding> Thresholds { get; init; } = [];

    /// <summary>
    /// The verdict of the health rules as if the measurement ended now; null in the warm-up, and when no listener asks for it
    /// (<see cref="IRunListener.AsksForHealth"/>). The rules about the machine are judged only at the end.
    /// </summary>
    public HealthRecord? Health { get; init; }
}

/// <summary>
/// Receives snapshots during a run. Called on the runner's own thread, never on a worker. A listener whose call outlasts an interval
/// misses snapshots, but it does not slow the load down.
/// </summary>
public interface IRunListener
{
    /// <summary>Whether snapshots include the verdict of the health rules. The judgement takes some milliseconds every few seconds.</summary>
    bool AsksForHealth => false;

    /// <summary>Whether snapshots include the histogram of their interval.</summary>
    bool AsksForHistogram => false;

    /// <summary>Called with each new snapshot.</summary>
    void OnSnapshot(RunSnapshot snapshot);
}
