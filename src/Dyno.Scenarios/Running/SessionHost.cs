using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Running;

namespace Dyno.Scenarios.Running;

/// <summary>Who runs a session: whom it tells how it goes, and who may stop it.</summary>
internal sealed record SessionHost
{
    public ImmutableArray<IRunListener> Listeners { get; init; } = [];

    public RunSignals Signals { get; init; } = new();

    /// <summary>Takes the lines of the load's code; null: nobody does.</summary>
    public Action<string>? Log { get; init; }
}
