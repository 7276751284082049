using System.Collections.Immutable;
using Dyno.Fleet.Trust;
using Dyno.Fleet.Wire;

namespace Dyno.Fleet.Subjects;

/// <summary>A program under test that an agent is to start.</summary>
public sealed record FleetSubjectOptions
{
    /// <summary>Where the fleet meets.</summary>
    public required FleetAddress Address { get; init; }

    /// <summary>The fleet's key.</summary>
    public required FleetKey Key { get; init; }

    /// <summary>The agent.</summary>
    public required string Agent { get; init; }

    /// <summary>How it is started, from the address that the others reach the agent by: a line for its host.</summary>
    public required Func<string, string> OrderAt { get; init; }

    /// <summary>Its files: where each lies below the agent's folder, and where it is here.</summary>
    public ImmutableArray<(string Path, string Source)> Files { get; init; } = [];

    /// <summary>How long it goes on without a word. Default 10 s.</summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long it may take to come up.</summary>
    public required TimeSpan ReadyTakes { get; init; }

    /// <summary>Told what a user must see.</summary>
    public required Action<string> Warn { get; init; }
}
