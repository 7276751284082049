using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Running;
using Dyno.Load.Shares;

namespace Dyno.Scenarios.Running;

/// <summary>Who runs a session: whom it tells how it goes, and who may stop it.</summary>
internal sealed record SessionHost
{
    public ImmutableArray<IRunListener> Listeners { get; init; } = [];

    public RunSignals Signals { get; init; } = new();

    /// <summary>Begins and ends the run where it is a share of a load by a fleet; null otherwise.</summary>
    public ShareChannel? Share { get; init; }

    /// <summary>The processes of the fleet on this machine.</summary>
    public ImmutableArray<int> Company { get; init; } = [];

    /// <summary>Takes the lines of the load's code; null: nobody does.</summary>
    public Action<string>? Log { get; init; }
}
