namespace Dyno.Load;

/// <summary>
/// The signals that end a run early. Every worker reads them between two pieces of work. <em>Stopping</em>: start nothing more and let
/// work in flight end. <em>Aborting</em>: cut the work in flight. Neither can be taken back. Thread-safe.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "sources without a timer or a link hold nothing to free")]
public sealed class RunSignals
{
    private readonly CancellationTokenSource _stop = new();
    private readonly CancellationTokenSource _abort = new();
    private volatile bool _stopping;
    private volatile bool _aborting;
    private string? _failure;

    /// <summary>No new iteration starts.</summary>
    public bool IsStopping => _stopping;

    /// <summary>Work in flight is cut.</summary>
    public bool IsAborting => _aborting;

    /// <summary>Cancelled when <see cref="IsStopping"/> becomes true: for waits off the hot path.</summary>
    public CancellationToken Stopping => _stop.Token;

    /// <summary>Cancelled when <see cref="IsAborting"/> becomes true: for waits off the hot path.</summary>
    public CancellationToken Aborting => _abort.Token;

    /// <summary>Why the run cannot continue; null unless <see cref="Fail"/> was called.</summary>
    public string? Failure => Volatile.Read(ref _failure);

    public void Stop()
    {
        _stopping = true;
        _stop.Cancel();
    }

    /// <summary>Asks for an abort, which includes a stop.</summary>
    public void Abort()
    {
        _aborting = true;
        Stop();
        _abort.Cancel();
    }

    /// <summary>Asks for a stop because the run cannot continue; the first reason is kept.</summary>
    /// <param name="reason">One sentence for the result.</param>
    public void Fail(string reason)
    {
        Interlocked.CompareExchange(ref _failure, reason, null);
        Stop();
    }
}
