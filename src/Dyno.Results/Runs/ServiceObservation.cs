namespace Dyno.Results.Runs;

/// <summary>A service of the experiment (a database, a cache) during the measurement, from /proc.</summary>
public sealed record ServiceObservation
{
    /// <summary>Its name in the experiment.</summary>
    public required string Name { get; init; }

    /// <summary><c>postgres</c>, <c>redis</c> or <c>command</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>CPUs it was pinned to; null when free.</summary>
    public string? CpuSet { get; init; }

    /// <summary>What its processes used; null when they could not be read.</summary>
    public ServerObservation? Process { get; init; }
}
