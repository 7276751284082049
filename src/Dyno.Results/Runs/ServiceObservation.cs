namespace Dyno.Results;

/// <summary>A service of the experiment (a database, a cache) during the measurement, from /proc.</summary>
public sealed record ServiceObservation
{
    /// <summary>Name of the service in the experiment.</summary>
    public required string Name { get; init; }

    /// <summary><c>postgres</c>, <c>redis</c> or <c>command</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>CPUs to which the service was pinned; null when it was not pinned.</summary>
    public string? CpuSet { get; init; }

    /// <summary>Commands (Redis) or transactions (PostgreSQL) over the whole load, warm-up included; null where the service does not count them.</summary>
    public long? Commands { get; init; }

    /// <summary>Figures of the service's processes; null when the processes could not be read.</summary>
    public ServerObservation? Process { get; init; }
}
