namespace Dyno.Load;

/// <summary>
/// The task of one worker in one phase: to start the iterations that the scheduler hands out until the scheduler is finished, and then to
/// drain.
/// </summary>
public sealed class WorkerPhase
{
    private long _cutNanos;

    /// <summary>Hands out starts.</summary>
    public required IterationScheduler Scheduler { get; init; }

    /// <summary>Records the worker's requests and iterations.</summary>
    public required Recorder Recorder { get; init; }

    /// <summary>Records how the worker spent its time.</summary>
    public required WorkerActivity Activity { get; init; }

    /// <summary>Whether nothing in the phase counts. Data that may be used only once is then kept for the measurement.</summary>
    public bool IsWarmUp { get; init; }

    /// <summary>
    /// Whether the phase sends nothing and only reopens connections that the server has closed, so that the next slice does not pay for
    /// them. A driver without such connections returns at once, because the scheduler is finished.
    /// </summary>
    public bool OnlyReopens { get; init; }

    /// <summary>Stop and abort.</summary>
    public required RunSignals Signals { get; init; }

    /// <summary>
    /// Time on the engine's clock at which work still in flight is cut and counted as interrupted. The time may move earlier while the
    /// phase runs (a stop asks work in flight to end within the graceful stop), so read it anew on every pass.
    /// </summary>
    public required long CutNanos
    {
        get => Volatile.Read(ref _cutNanos);
        init => _cutNanos = value;
    }

    /// <summary>
    /// Whether a cut now happens at the planned end. After a request for a stop or an abort, that request is the reason for the cut. Read
    /// once, when everything in flight is cut.
    /// </summary>
    public bool CutsAtEnd => !Signals.IsStopping;

    /// <summary>Moves <see cref="CutNanos"/> earlier, never later. Called by the runner only.</summary>
    internal void CutBy(long nanos)
    {
        if (nanos < CutNanos) Volatile.Write(ref _cutNanos, nanos);
    }
}
