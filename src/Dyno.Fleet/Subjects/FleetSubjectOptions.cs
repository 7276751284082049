namespace Dyno.Fleet;

/// <summary>A program under test that an agent is to start.</summary>
public sealed record FleetSubjectOptions
{
    /// <summary>Address of the NATS server where the fleet meets.</summary>
    public required FleetAddress Address { get; init; }

    public required FleetKey Key { get; init; }

    public required string Agent { get; init; }

    /// <summary>Makes the line that tells the host how to start the program, from the address at which other machines reach the agent.</summary>
    public required Func<string, string> OrderAt { get; init; }

    /// <summary>The program's files: the path below the agent's folder, and the path on this machine.</summary>
    public ImmutableArray<(string Path, string Source)> Files { get; init; } = [];

    /// <summary>How long the program continues without a message from the coordinator. Default 10 s.</summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long the program may take to come up.</summary>
    public required TimeSpan ReadyTakes { get; init; }

    /// <summary>Receives warnings for the user.</summary>
    public required Action<string> Warn { get; init; }
}
