using System.Collections.Immutable;

namespace Dyno.Results.Runs;

/// <summary>Why a figure is as it is: one rule that holds, with what it saw.</summary>
public sealed record ExplanationRecord
{
    /// <summary>The rule: <c>thread-pool-starvation</c>, <c>gc-bound</c>, <c>cpu-bound</c>, <c>lock-contention</c>,
    /// <c>connection-queueing</c>, <c>exceptions</c>, <c>service-saturated</c>, <c>idle-server</c>, <c>other-traffic</c>.</summary>
    public required string Rule { get; init; }

    /// <summary>The finding in a sentence.</summary>
    public required string Message { get; init; }

    /// <summary>The figures it rests on, with their limits.</summary>
    public required ImmutableArray<string> Evidence { get; init; }

    /// <summary>In how many of the trials it held; 1 of 1 for a single run.</summary>
    public int Trials { get; init; } = 1;

    /// <summary>How many trials were looked at.</summary>
    public int OfTrials { get; init; } = 1;
}
