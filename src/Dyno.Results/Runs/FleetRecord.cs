using System.Collections.Immutable;

namespace Dyno.Results.Runs;

/// <summary>The machines that made a load together.</summary>
public sealed record FleetRecord
{
    /// <summary>Each of them, by name.</summary>
    public required ImmutableArray<FleetAgentRecord> Agents { get; init; }
}

/// <summary>One machine and what became of its share.</summary>
public sealed record FleetAgentRecord
{
    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>Its share of the load, <c>0:1/2</c>.</summary>
    public required string Segment { get; init; }

    /// <summary>Logical CPUs.</summary>
    public required int Cpus { get; init; }

    /// <summary>Requests that it completed; 0 when its result is missing.</summary>
    public required long Requests { get; init; }

    /// <summary>Per second.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>Its own verdict on its share; null when its result is missing.</summary>
    public HealthState? Health { get; init; }

    /// <summary>When it began, in milliseconds after the agreed instant, on the coordinator's clock; null when it did not.</summary>
    public double? StartedAfterMillis { get; init; }

    /// <summary>How far its wall clock is ahead of the coordinator's, in milliseconds.</summary>
    public required double ClockOffsetMillis { get; init; }

    /// <summary>Both may be off by so many milliseconds: half of the fastest round trip.</summary>
    public required double ClockUncertaintyMillis { get; init; }

    /// <summary>Messages that came while the load ran.</summary>
    public required long Messages { get; init; }

    /// <summary>Messages that did not come.</summary>
    public required long MessagesMissed { get; init; }

    /// <summary>What became of it, when it was lost; otherwise null.</summary>
    public string? Lost { get; init; }
}
