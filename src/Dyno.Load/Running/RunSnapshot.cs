using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Load.Running;

/// <summary>Which part of a run is going on.</summary>
public enum RunPhase
{
    /// <summary>Before the first request.</summary>
    Setup,

    /// <summary>Warm-up, recorded apart.</summary>
    WarmUp,

    /// <summary>The measurement.</summary>
    Measure,

    /// <summary>No new starts; work in flight ends.</summary>
    Drain,

    /// <summary>After the last request.</summary>
    Teardown,
}

/// <summary>What a run looks like at one moment; sent about once a second. Immutable.</summary>
public sealed record RunSnapshot
{
    /// <summary>The part of the run.</summary>
    public required RunPhase Phase { get; init; }

    /// <summary>What the figures count towards: the warm-up or the measurement, also while its work in flight ends.</summary>
    public RunPhase Recording { get; init; } = RunPhase.Measure;

    /// <summary>Since the phase began.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>Planned length of the phase.</summary>
    public required TimeSpan Planned { get; init; }

    /// <summary>Iterations that end the phase, be it long before its planned length; null where time decides.</summary>
    public long? PlannedIterations { get; init; }

    /// <summary>While a drain takes its time: time until what is still in flight is cut; null otherwise.</summary>
    public TimeSpan? CutIn { get; init; }

    /// <summary>Completed requests of the phase so far.</summary>
    public required long Requests { get; init; }

    /// <summary>Of these, failed.</summary>
    public required long FailedRequests { get; init; }

    /// <summary>Requests per second in the last interval.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>Starts per second that were due in the last interval; null in a closed model.</summary>
    public double? OfferedPerSecond { get; init; }

    /// <summary>Starts dropped so far.</summary>
    public required long DroppedIterations { get; init; }

    /// <summary>Virtual users in an iteration.</summary>
    public required int ActiveVirtualUsers { get; init; }

    /// <summary>
    /// Response time of every request in the last interval, time-outs at their deadline: p50 in nanoseconds; 0 when there was none.
    /// </summary>
    public required long P50Nanos { get; init; }

    /// <summary>p99 in nanoseconds.</summary>
    public required long P99Nanos { get; init; }

    /// <summary>p95 in nanoseconds.</summary>
    public long P95Nanos { get; init; }

    /// <summary>Largest value in nanoseconds.</summary>
    public long MaxNanos { get; init; }

    /// <summary>Mean in nanoseconds.</summary>
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

    /// <summary>The server at its last sample; null when it is not watched, and in the warm-up.</summary>
    public ServerMoment? Server { get; init; }

    /// <summary>The thresholds as they stand; empty in the warm-up.</summary>
    public ImmutableArray<ThresholdStanding> Thresholds { get; init; } = [];

    /// <summary>
    /// What the rules of health would say if the measurement ended now; null in the warm-up, and when no listener asks for it
    /// (<see cref="IRunListener.AsksForHealth"/>). The machine's own rules speak at the end only.
    /// </summary>
    public HealthRecord? Health { get; init; }
}

/// <summary>Sees a run while it goes on. Called on the runner's own thread, never on a worker: it may take its time, but
/// a call that outlasts an interval makes it miss snapshots, not the load slower.</summary>
public interface IRunListener
{
    /// <summary>Whether snapshots are to say what the rules of health would; judging costs some milliseconds every few seconds.</summary>
    bool AsksForHealth => false;

    /// <summary>Whether snapshots are to hold the histogram of their interval.</summary>
    bool AsksForHistogram => false;

    /// <summary>A new snapshot.</summary>
    void OnSnapshot(RunSnapshot snapshot);
}
