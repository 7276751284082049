namespace Dyno.Load;

/// <summary>Everything that a run needs besides the plan.</summary>
public sealed record RunnerOptions
{
    /// <summary>Stop and abort signals, shared with the code that handles Ctrl-C.</summary>
    public RunSignals Signals { get; init; } = new();

    /// <summary>Clock; the system's by default.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Live listeners. A listener that throws is not called again.</summary>
    public ImmutableArray<IRunListener> Listeners { get; init; } = [];

    /// <summary>
    /// Whether a scenario with a fixed number of looping users checks once before the load that a server listens. An open scenario keeps
    /// its schedule whatever the server does.
    /// </summary>
    public bool AsksFirst { get; init; }

    /// <summary>Watches the server; null when its process is unknown.</summary>
    public IServerProbe? Server { get; init; }

    /// <summary>Watches the machine. When the probe throws, the result contains only what .NET knows about the machine.</summary>
    public required IMachineProbe Machine { get; init; }

    /// <summary>The program under test, for the result; null for a URL.</summary>
    public SubjectRecord? Subject { get; init; }

    /// <summary>CPUs that the generator is pinned to, as a list; null when the generator is not pinned.</summary>
    public string? GeneratorCpuSet { get; init; }

    /// <summary>The engine that runs the load's scripts, for the result; null when there are none.</summary>
    public string? ScriptEngine { get; init; }

    /// <summary>
    /// Highest rate that the generator has reached on this machine against the cheapest responder; null when the machine was never
    /// calibrated.
    /// </summary>
    public double? CalibratedRequestsPerSecond { get; init; }

    /// <summary>Metrics that the workload's own code keeps, for example those of a script; null for none.</summary>
    public WorkloadMetrics? Metrics { get; init; }

    /// <summary>Whether this run is a share of a larger run. Thresholds are judged on the larger run, so no threshold ends the share.</summary>
    public bool IsShare { get; init; }

    /// <summary>
    /// A condition that only the caller can judge; null for none. It is called every two seconds of the measurement on the runner's
    /// thread, with the result so far (without a series). True stops the run as a crossed threshold does.
    /// </summary>
    public Func<PhaseResult, bool>? ShouldAbort { get; init; }

    /// <summary>
    /// Lets someone else start the run. The run awaits it when all workers have been built, before it measures or sets up anything. The
    /// wait ends with the run's stop at the latest. Null: the run begins at once.
    /// </summary>
    public Func<CancellationToken, Task>? Wait { get; init; }

    /// <summary>Runs once before the load; what it does is not measured. When it throws, nothing is sent.</summary>
    public Func<CancellationToken, Task>? SetUp { get; init; }

    /// <summary>Runs once after the load, also after a stop or an abort, unless the set-up failed.</summary>
    public Func<CancellationToken, Task>? TearDown { get; init; }
}
