namespace Dyno.Fleet;

/// <summary>The options of an agent.</summary>
public sealed record AgentOptions
{
    /// <summary>Address of the NATS server where the fleet meets.</summary>
    public required FleetAddress Address { get; init; }

    public required FleetKey Key { get; init; }

    /// <summary>The agent's name in the fleet.</summary>
    public required string Name { get; init; }

    /// <summary>The words that start Dyno.</summary>
    public required ImmutableArray<string> Program { get; init; }

    /// <summary>Requests per second that the generator reached when it was calibrated; null when it never was.</summary>
    public double? Ceiling { get; init; }

    /// <summary>The agent's place in the order in which agents get their shares; null: the agent's name decides.</summary>
    public int? Index { get; init; }

    /// <summary>Whether the agent leaves the fleet after one run.</summary>
    public bool LeavesAfterRun { get; init; }

    /// <summary>How long the agent waits for the NATS server. Default: not at all.</summary>
    public TimeSpan Patience { get; init; }

    /// <summary>Address at which the other machines reach programs that the agent starts; null: the agent starts no programs.</summary>
    public string? SubjectAddress { get; init; }

    /// <summary>The build of Dyno that the agent names as its own.</summary>
    internal ToolRecord Tool { get; init; } = ToolRecords.Current;

    /// <summary>Receives a sentence for each event.</summary>
    public required Action<string> Say { get; init; }
}
