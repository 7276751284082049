using System.Collections.Immutable;
using Dyno.Fleet.Trust;
using Dyno.Fleet.Wire;
using Dyno.Load.Running;
using Dyno.Results.Runs;

namespace Dyno.Fleet.Agents;

/// <summary>What an agent is told when it is started.</summary>
public sealed record AgentOptions
{
    /// <summary>Where the fleet meets.</summary>
    public required FleetAddress Address { get; init; }

    /// <summary>The fleet's key.</summary>
    public required FleetKey Key { get; init; }

    /// <summary>Its name in the fleet.</summary>
    public required string Name { get; init; }

    /// <summary>The words that start Dyno.</summary>
    public required ImmutableArray<string> Program { get; init; }

    /// <summary>Requests per second that the generator reached when it was calibrated; null when it never was.</summary>
    public double? Ceiling { get; init; }

    /// <summary>Its place among the agents, which have their shares in this order; null: they have them by name.</summary>
    public int? Index { get; init; }

    /// <summary>Whether it leaves after one run.</summary>
    public bool LeavesAfterRun { get; init; }

    /// <summary>How long it waits for the server. Default: not at all.</summary>
    public TimeSpan Patience { get; init; }

    /// <summary>Where programs that it starts can be reached by the others; null: it starts none.</summary>
    public string? SubjectAddress { get; init; }

    /// <summary>Which build it says that it is.</summary>
    internal ToolRecord Tool { get; init; } = ToolRecords.Current;

    /// <summary>Told what happens, a sentence each.</summary>
    public required Action<string> Say { get; init; }
}
