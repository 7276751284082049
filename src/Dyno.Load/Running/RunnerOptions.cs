using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Results.Runs;

namespace Dyno.Load.Running;

/// <summary>Everything beside the plan that a run needs.</summary>
public sealed record RunnerOptions
{
    /// <summary>Stop and abort, shared with whoever handles Ctrl-C.</summary>
    public RunSignals Signals { get; init; } = new();

    /// <summary>Clock; the system's by default.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Live listeners.</summary>
    public ImmutableArray<IRunListener> Listeners { get; init; } = [];

    /// <summary>Watches the server; null when its process is unknown.</summary>
    public IServerProbe? Server { get; init; }

    /// <summary>Watches the machine.</summary>
    public required IMachineProbe Machine { get; init; }

    /// <summary>The program under test, for the result; null for a URL.</summary>
    public SubjectRecord? Subject { get; init; }

    /// <summary>CPUs the generator is pinned to, as a list; null when free.</summary>
    public string? GeneratorCpuSet { get; init; }
}
