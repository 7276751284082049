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

    /// <summary>Live listeners. One that throws is told nothing more.</summary>
    public ImmutableArray<IRunListener> Listeners { get; init; } = [];

    /// <summary>
    /// Whether a scenario whose users loop asks once before the load if anything listens at all. An open one keeps its schedule
    /// whatever the server does.
    /// </summary>
    public bool AsksFirst { get; init; }

    /// <summary>Watches the server; null when its process is unknown.</summary>
    public IServerProbe? Server { get; init; }

    /// <summary>Watches the machine. When it throws, the result says of the machine what .NET knows.</summary>
    public required IMachineProbe Machine { get; init; }

    /// <summary>The program under test, for the result; null for a URL.</summary>
    public SubjectRecord? Subject { get; init; }

    /// <summary>CPUs the generator is pinned to, as a list; null when free.</summary>
    public string? GeneratorCpuSet { get; init; }

    /// <summary>The engine that runs the load's scripts, for the result; null when there are none.</summary>
    public string? ScriptEngine { get; init; }

    /// <summary>
    /// Highest rate this machine's generator reached against the cheapest responder; null when never calibrated.
    /// </summary>
    public double? CalibratedRequestsPerSecond { get; init; }

    /// <summary>Metrics that the workload keeps by itself, such as a script's; null for none.</summary>
    public IRunMetrics? Metrics { get; init; }

    /// <summary>
    /// Whether this run is a share of a larger one, on whose whole the thresholds are judged: none of them ends the share.
    /// </summary>
    public bool IsShare { get; init; }

    /// <summary>
    /// Conditions that only the caller can judge: asked every two seconds of the measurement with what was measured so far
    /// (no series), on the runner's thread. True stops the run as a crossed threshold does. Null for none.
    /// </summary>
    public Func<PhaseResult, bool>? ShouldAbort { get; init; }

    /// <summary>
    /// Waited for when every virtual user is there, before anything is measured or set up: a run that somebody else starts.
    /// Ends with the run's stop at the latest. Null: the run begins at once.
    /// </summary>
    public Func<CancellationToken, Task>? Wait { get; init; }

    /// <summary>Runs once before the load; what it does is not measured. When it throws, nothing is sent.</summary>
    public Func<CancellationToken, Task>? SetUp { get; init; }

    /// <summary>Runs once after the load, also after a stop or an abort, unless the set-up failed.</summary>
    public Func<CancellationToken, Task>? TearDown { get; init; }
}
