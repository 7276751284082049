namespace Dyno.Load;

/// <summary>
/// One thread of one scenario: drives its share of the virtual users. Connections and user state live as long as the
/// worker, across the phases of a run (warm-up, then measurement).
/// </summary>
public interface IWorker : IDisposable
{
    /// <summary>
    /// Runs one phase on the calling thread and returns when the scheduler is finished and nothing is in flight, or at
    /// <see cref="WorkerPhase.CutNanos"/>, or soon after an abort. Failures of requests are recorded, never thrown.
    /// </summary>
    /// <remarks>
    /// A pass has four parts. (1) Call <see cref="IterationScheduler.TryCut"/> until it returns false; end each
    /// iteration that it returns: record <see cref="Recorder.Interrupted"/>, call
    /// <see cref="IterationScheduler.Complete"/>. (2) Call <see cref="IterationScheduler.TryStart"/> until it returns
    /// false. (3) Wait until <see cref="IterationScheduler.NextStartNanos"/>, an event, the cut, or 50 ms, whichever
    /// is first (signals come without an event). (4) At the cut or an abort end everything in flight the same way,
    /// record it with <see cref="WorkerPhase.CutsAtEnd"/>, and close every connection with a request in flight, so
    /// that the next phase begins clean.
    /// </remarks>
    void Run(WorkerPhase phase);
}

/// <summary>What a worker is built with.</summary>
public sealed record WorkerContext
{
    public required EngineClock Clock { get; init; }

    /// <summary>Index of this worker, 0 to <see cref="Count"/> − 1.</summary>
    public required int Index { get; init; }

    public required int Count { get; init; }

    public string Scenario { get; init; } = "default";

    /// <summary>Virtual users this worker must be able to run at once.</summary>
    public required int MaxVirtualUsers { get; init; }

    /// <summary>Virtual users to prepare before the start.</summary>
    public required int PreAllocatedVirtualUsers { get; init; }

    /// <summary>How to wait for the next due start.</summary>
    public required WaitStrategy WaitStrategy { get; init; }

    /// <summary>Seed of this worker's random choices.</summary>
    public required long Seed { get; init; }
}

/// <summary>How a worker waits for the next due start.</summary>
public enum WaitStrategy
{
    /// <summary>Sleeps until shortly before the start and then polls: small lag for little CPU time. The default.</summary>
    Hybrid,

    /// <summary>Polls all the time: the smallest lag, but a whole core is busy.</summary>
    Busy,

    /// <summary>Only sleeps in the kernel: least CPU time, but more lag.</summary>
    Frugal,
}
