namespace Dyno.Load;

/// <summary>What the generator observed of itself and of its surroundings. The rules use nothing else.</summary>
public sealed record HealthEvidence
{
    public required PhaseResult Measured { get; init; }

    /// <summary>The machine.</summary>
    public required EnvironmentRecord Environment { get; init; }

    /// <summary>The server's process; null when unknown.</summary>
    public ServerObservation? Server { get; init; }

    /// <summary>Starts of open scenarios that were dropped.</summary>
    public long DroppedStarts { get; init; }

    /// <summary>
    /// Iterations that were cut at the planned end although their scenario had a graceful stop. Iterations that a
    /// ramp-down, a stop or an abort cut do not count, nor those of a scenario whose graceful stop is 0.
    /// </summary>
    public long CutIterations { get; init; }

    /// <summary>Iterations that ended with an exception of the script.</summary>
    public long ThrownIterations { get; init; }

    /// <summary>What went wrong beside the load, one text for each companion of the plan that had trouble.</summary>
    public ImmutableArray<string> Troubles { get; init; } = [];

    /// <summary>How long looping users got no good answer.</summary>
    public OutageTime OutageTime { get; init; } = OutageTime.None;

    /// <summary>Busy share of each worker of a closed scenario, 0 to 1.</summary>
    public ImmutableArray<double> ClosedWorkerBusy { get; init; } = [];

    /// <summary>Share of its window that the worst worker lost in stalls, 0 to 1.</summary>
    public double StalledShare { get; init; }

    /// <summary>Number of stalls of all workers.</summary>
    public int Stalls { get; init; }

    /// <summary>How far the wall clock and the monotonic clock drifted apart during the measurement, as an absolute value.</summary>
    public TimeSpan ClockSkew { get; init; }

    /// <summary>Requests that failed because sockets, files or ports ran out.</summary>
    public long Exhausted { get; init; }

    /// <summary>
    /// Highest rate that the generator has reached on this machine against the cheapest responder; null when the machine was never
    /// calibrated.
    /// </summary>
    public double? CalibratedRequestsPerSecond { get; init; }
}
