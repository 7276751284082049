namespace Dyno.Load;

/// <summary>
/// Input and output that the thread of an <see cref="AsyncWorker"/> performs itself. Code that awaits it continues on the same thread,
/// without another thread or a queue. The worker calls <see cref="Handle"/> between starts and waits in <see cref="Sleep"/>.
/// </summary>
public interface IWorkerIo : IDisposable
{
    /// <summary>When work is next due without an event, on the engine's clock; <see cref="long.MaxValue"/> for never.</summary>
    long NextNanos { get; }

    /// <summary>Performs the operations that are ready and continues the code that awaits them. Never waits.</summary>
    void Handle();

    /// <summary>Sleeps for this many nanoseconds, or until an operation is ready, or until the worker's wake-up file is written. May end early.</summary>
    void Sleep(long nanos);
}
