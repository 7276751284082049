namespace Dyno.Experiments.Plans;

/// <summary>The machines of an experiment: who makes the load, and who may be asked to start a program under test.</summary>
public sealed record FleetPlan
{
    /// <summary>The NATS server where they meet.</summary>
    public required string Url { get; init; }

    /// <summary>How many agents make the load; 0: this machine does; null: all that are free.</summary>
    public int? Agents { get; init; }

    /// <summary>Whether their shares are as large as their calibrated ceilings.</summary>
    public bool IsWeighted { get; init; }

    /// <summary>How long an agent goes on without a word; null: the usual time.</summary>
    public TimeSpan? Lease { get; init; }
}
