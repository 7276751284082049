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

    /// <summary>
    /// What it did over the whole load, warm-up included: commands of Redis, transactions of PostgreSQL; null where it does not count.
    /// </summary>
    public long? Commands { get; init; }

    /// <summary>What its processes used; null when they could not be read.</summary>
    public ServerObservation? Process { get; init; }
}
