namespace Dyno.Results;

/// <summary>The machines that made a load together.</summary>
public sealed record FleetRecord
{
    /// <summary>Each machine with its agent's name.</summary>
    public required ImmutableArray<FleetAgentRecord> Agents { get; init; }
}

/// <summary>One machine and the result of its share.</summary>
public sealed record FleetAgentRecord
{
    /// <summary>Name of the agent.</summary>
    public required string Name { get; init; }

    /// <summary>The agent's share of the load, e.g. <c>0:1/2</c>.</summary>
    public required string Segment { get; init; }

    /// <summary>Logical CPUs.</summary>
    public required int Cpus { get; init; }

    /// <summary>Requests that the agent completed; 0 when its result is missing.</summary>
    public required long Requests { get; init; }

    /// <summary>Requests that the agent completed per second.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>The agent's own verdict on its share; null when its result is missing.</summary>
    public HealthState? Health { get; init; }

    /// <summary>Start of the agent's load, in milliseconds after the agreed moment, on the coordinator's clock; null when the agent did not begin.</summary>
    public double? StartedAfterMillis { get; init; }

    /// <summary>How far the agent's wall clock is ahead of the coordinator's, in milliseconds.</summary>
    public required double ClockOffsetMillis { get; init; }

    /// <summary>The uncertainty of the agent's start and clock offset, in milliseconds: half of the fastest round trip.</summary>
    public required double ClockUncertaintyMillis { get; init; }

    /// <summary>Messages that arrived from the agent while the load ran.</summary>
    public required long Messages { get; init; }

    /// <summary>Messages from the agent that did not arrive.</summary>
    public required long MessagesMissed { get; init; }

    /// <summary>What happened to the agent, when it was lost or failed; otherwise null.</summary>
    public string? Lost { get; init; }
}
