namespace Dyno.Load.Engine;

/// <summary>
/// What one worker is to do in one phase: start what the scheduler hands out until it is finished, then drain.
/// </summary>
public sealed class WorkerPhase
{
    private long _cutNanos;

    /// <summary>Hands out starts.</summary>
    public required IterationScheduler Scheduler { get; init; }

    /// <summary>Takes what happened.</summary>
    public required Recorder Recorder { get; init; }

    /// <summary>Takes how the worker spent its time.</summary>
    public required WorkerActivity Activity { get; init; }

    /// <summary>Whether nothing of it counts: what may be used only once is kept for later.</summary>
    public bool IsWarmUp { get; init; }

    /// <summary>
    /// Whether the phase sends nothing and only opens connections again that the server has closed meanwhile, so that the next
    /// slice does not pay for them. A driver without such connections returns at once, because the scheduler is finished.
    /// </summary>
    public bool OnlyReopens { get; init; }

    /// <summary>Stop and abort.</summary>
    public required RunSignals Signals { get; init; }

    /// <summary>
    /// Work still in flight at this time is cut and counted as interrupted (engine's clock). It may come nearer while
    /// the phase runs (a stop asks work in flight to end within the graceful stop): read it anew on every pass.
    /// </summary>
    public required long CutNanos
    {
        get => Volatile.Read(ref _cutNanos);
        init => _cutNanos = value;
    }

    /// <summary>
    /// Whether what is cut now is cut at the planned end: nobody has asked for a stop or an abort, which would be the reason
    /// then. Asked once, when everything in flight is cut.
    /// </summary>
    public bool CutsAtEnd => !Signals.IsStopping;

    /// <summary>Brings <see cref="CutNanos"/> nearer; never moves it away. Called by the runner only.</summary>
    internal void CutBy(long nanos)
    {
        if (nanos < CutNanos) Volatile.Write(ref _cutNanos, nanos);
    }
}
