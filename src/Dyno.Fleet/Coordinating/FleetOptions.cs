namespace Dyno.Fleet;

/// <summary>The options of a coordinator.</summary>
public sealed record FleetOptions
{
    /// <summary>Address of the NATS server where the fleet meets.</summary>
    public required FleetAddress Address { get; init; }

    public required FleetKey Key { get; init; }

    /// <summary>Number of agents; null: as many as are free.</summary>
    public int? Agents { get; init; }

    /// <summary>Agents that send no load, because programs under test run on their machines.</summary>
    public ImmutableArray<string> Without { get; init; } = [];

    /// <summary>How long to wait for the agents. Default 10 s.</summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long an agent continues to send load without a message from the coordinator. Default 10 s.</summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Whether the other agents continue when an agent is lost; otherwise the run is stopped.</summary>
    public bool ContinuesWhenLost { get; init; }

    /// <summary>Whether shares are proportional to the agents' calibrated ceilings; otherwise all are equal.</summary>
    public bool IsWeighted { get; init; }

    /// <summary>The words after <c>dyno run</c> on each agent, without the segment.</summary>
    public ImmutableArray<string> Words { get; init; } = [];

    /// <summary>Arguments of the load's own program, after <c>--</c>; empty for none.</summary>
    public ImmutableArray<string> Arguments { get; init; } = [];

    /// <summary>Environment variables for the shares.</summary>
    public ImmutableSortedDictionary<string, string> Variables { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>Length of the load's warm-up; null when only the load itself knows it.</summary>
    public TimeSpan? WarmUp { get; init; }

    /// <summary>The load's plan, for a result without any agent's; null where only the agents know it.</summary>
    public PlanRecord? Plan { get; init; }

    /// <summary>The files that the shares need: the path below the agent's folder, and the path on this machine.</summary>
    public ImmutableArray<(string Path, string Source)> Files { get; init; } = [];

    /// <summary>The folder of the files in which the command runs; empty for the top.</summary>
    public string WorkingFolder { get; init; } = "";

    /// <summary>Where each instance of the program under test listens; empty when the load itself names its targets.</summary>
    public ImmutableArray<Uri> Targets { get; init; } = [];

    /// <summary>Receives a sentence for each event.</summary>
    public required Action<string> Say { get; init; }

    /// <summary>Receives warnings for the user.</summary>
    public required Action<string> Warn { get; init; }
}
