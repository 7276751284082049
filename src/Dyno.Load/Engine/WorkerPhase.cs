namespace Dyno.Load.Engine;

/// <summary>What one worker is to do in one phase: start what the scheduler hands out until it is finished, then drain.</summary>
public sealed class WorkerPhase
{
    /// <summary>Hands out starts.</summary>
    public required IterationScheduler Scheduler { get; init; }

    /// <summary>Takes what happened.</summary>
    public required Recorder Recorder { get; init; }

    /// <summary>Takes how the worker spent its time.</summary>
    public required WorkerActivity Activity { get; init; }

    /// <summary>Stop and abort.</summary>
    public required RunSignals Signals { get; init; }

    /// <summary>Work still in flight at this time is cut and counted as interrupted (engine's clock).</summary>
    public required long CutNanos { get; init; }
}
