namespace Dyno.Experiments;

/// <summary>The machines of an experiment: those that make the load, and those that may start a program under test.</summary>
public sealed record FleetPlan
{
    /// <summary>The NATS server to which the agents connect.</summary>
    public required string Url { get; init; }

    /// <summary>How many agents make the load; 0: this machine makes it; null: all agents that are free.</summary>
    public int? Agents { get; init; }

    /// <summary>Whether the shares of the agents are in proportion to their calibrated ceilings.</summary>
    public bool IsWeighted { get; init; }

    /// <summary>How long an agent continues without hearing from the coordinator; null: the usual time.</summary>
    public TimeSpan? Lease { get; init; }
}
