namespace Dyno.Load.Engine;

/// <summary>
/// Input and output that the thread of an <see cref="AsyncWorker"/> does itself. Code that awaits it goes on where it
/// began, without another thread or a queue. The worker turns it between starts and sleeps on it.
/// </summary>
public interface IWorkerIo : IDisposable
{
    /// <summary>When something is due without an event, on the engine's clock; <see cref="long.MaxValue"/> for never.</summary>
    long NextNanos { get; }

    /// <summary>Does what is ready, and lets the code go on that waits for it. Never waits.</summary>
    void Handle();

    /// <summary>Sleeps this long, or until something is ready, or until the worker's wake-up file is written. May end early.</summary>
    void Sleep(long nanos);
}
