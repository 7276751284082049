namespace Dyno.Results;

/// <summary>An explanation of a figure: one rule that holds, and its evidence.</summary>
public sealed record ExplanationRecord
{
    /// <summary>
    /// The rule: <c>thread-pool-starvation</c>, <c>gc-bound</c>, <c>cpu-bound</c>, <c>cpu-taken</c>, <c>lock-contention</c>,
    /// <c>connection-queueing</c>, <c>exceptions</c>, <c>service-saturated</c>, <c>idle-server</c>, <c>idle-service</c>,
    /// <c>other-traffic</c>.
    /// </summary>
    public required string Rule { get; init; }

    /// <summary>The finding in a sentence.</summary>
    public required string Message { get; init; }

    /// <summary>The figures on which the finding rests, with their limits.</summary>
    public required ImmutableArray<string> Evidence { get; init; }

    /// <summary>Number of trials in which the rule held; 1 of 1 for a single run.</summary>
    public int Trials { get; init; } = 1;

    /// <summary>Number of trials that were examined.</summary>
    public int OfTrials { get; init; } = 1;
}
