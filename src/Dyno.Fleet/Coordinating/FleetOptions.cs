using System.Collections.Immutable;
using Dyno.Fleet.Trust;
using Dyno.Fleet.Wire;

namespace Dyno.Fleet.Coordinating;

/// <summary>What a coordinator is told.</summary>
public sealed record FleetOptions
{
    /// <summary>Where the fleet meets.</summary>
    public required FleetAddress Address { get; init; }

    /// <summary>The fleet's key.</summary>
    public required FleetKey Key { get; init; }

    /// <summary>How many agents; null: as many as are free.</summary>
    public int? Agents { get; init; }

    /// <summary>Agents that make no load, because programs under test are on them.</summary>
    public ImmutableArray<string> Without { get; init; } = [];

    /// <summary>How long to wait for them. Default 10 s.</summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long an agent loads on without a word. Default 10 s.</summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Whether the others go on when an agent is lost; otherwise the run is stopped.</summary>
    public bool ContinuesWhenLost { get; init; }

    /// <summary>Whether shares are as large as the agents' calibrated ceilings; otherwise all are equal.</summary>
    public bool IsWeighted { get; init; }

    /// <summary>The words after <c>dyno run</c> on each agent, without the segment.</summary>
    public ImmutableArray<string> Words { get; init; } = [];

    /// <summary>Words for the load's own program, after <c>--</c>; empty for none.</summary>
    public ImmutableArray<string> Arguments { get; init; } = [];

    /// <summary>Environment variables for the shares.</summary>
    public ImmutableSortedDictionary<string, string> Variables { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>How long the load is warmed up; null where only the load itself knows.</summary>
    public TimeSpan? WarmUp { get; init; }

    /// <summary>The files that they need: where each lies below the agent's folder, and where it is here.</summary>
    public ImmutableArray<(string Path, string Source)> Files { get; init; } = [];

    /// <summary>Where among the files the words mean what they say; empty for the top.</summary>
    public string WorkingFolder { get; init; } = "";

    /// <summary>Where each instance of the program under test listens; empty when the load says it itself.</summary>
    public ImmutableArray<Uri> Targets { get; init; } = [];

    /// <summary>Told what happens, a sentence each.</summary>
    public required Action<string> Say { get; init; }

    /// <summary>Told what a user must see.</summary>
    public required Action<string> Warn { get; init; }
}
