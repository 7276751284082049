namespace Dyno.Results;

/// <summary>Completes documents of earlier builds: the distribution of every request is made from those of good and failed requests.</summary>
internal static class EarlierResults
{
    /// <summary>The result with the distribution of every request.</summary>
    /// <exception cref="UserFault">A histogram in the result is damaged.</exception>
    public static RunResult Complete(RunResult result) => result with
    {
        Measured = Complete(result.Measured),
        WarmUp = result.WarmUp is { } warmUp ? Complete(warmUp) : null,
    };

    private static PhaseResult Complete(PhaseResult phase) => phase with
    {
        AllLatency = phase.AllLatency ?? Merged(phase.Latency, phase.FailedLatency),
        Steps = [.. phase.Steps.Select(s => s with { AllLatency = s.AllLatency ?? Merged(s.Latency, s.FailedLatency) })],
        Scenarios = [.. phase.Scenarios.Select(s => s with { AllLatency = s.AllLatency ?? Merged(s.Latency, s.FailedLatency) })],
    };

    private static LatencyPair? Merged(LatencyPair good, LatencyPair? failed) => failed is null ? null : LatencyMerge.Pair([good, failed]);
}
