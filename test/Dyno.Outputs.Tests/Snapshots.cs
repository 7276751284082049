using System.Collections.Immutable;

namespace Dyno.Outputs.Tests;

/// <summary>Snapshots whose figures are easy to follow through an output.</summary>
internal static class Snapshots
{
    /// <summary>Second <paramref name="second"/> of a phase with 1,000 requests a second, ten of them failed.</summary>
    public static RunSnapshot At(int second, RunPhase phase = RunPhase.Measure) => new()
    {
        Phase = phase,
        Recording = phase,
        Elapsed = TimeSpan.FromSeconds(second),
        Planned = TimeSpan.FromSeconds(10),
        Requests = 1000 * second,
        FailedRequests = 10 * second,
        Iterations = 500 * second,
        DroppedIterations = 0,
        BytesSent = 100_000 * second,
        BytesReceived = 200_000 * second,
        RequestsPerSecond = 1000.5,
        ActiveVirtualUsers = 7,
        MeanNanos = 1_250_000,
        P50Nanos = 1_000_000,
        P95Nanos = 2_000_000,
        P99Nanos = 5_500_000,
        MaxNanos = 12_000_000,
        ResponseTimes = new LatencyBuckets([.. LatencyBuckets.Bounds.Select((_, i) => (long)Math.Min(990, i * 100) * second)], 990 * second, 1.25e9 * second),
        Errors = ImmutableSortedDictionary<string, long>.Empty.Add("reset", 4 * second).Add("timeout", 6 * second),
    };

    /// <summary>The same with no good answer and an offered rate.</summary>
    public static RunSnapshot WithoutAnswers(int second) => At(second) with
    {
        OfferedPerSecond = 2000,
        MeanNanos = 0,
        P50Nanos = 0,
        P95Nanos = 0,
        P99Nanos = 0,
        MaxNanos = 0,
    };
}
