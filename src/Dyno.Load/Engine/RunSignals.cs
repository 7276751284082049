namespace Dyno.Load.Engine;

/// <summary>
/// The two ways to end early, read by every worker between two pieces of work. <em>Stopping</em>: start nothing more,
/// let work in flight end. <em>Aborting</em>: cut what is in flight. Neither can be taken back. Thread-safe.
/// </summary>
public sealed class RunSignals
{
    private volatile bool _stopping;
    private volatile bool _aborting;

    /// <summary>No new iteration starts.</summary>
    public bool IsStopping => _stopping;

    /// <summary>Work in flight is cut.</summary>
    public bool IsAborting => _aborting;

    /// <summary>Asks for a stop.</summary>
    public void Stop() => _stopping = true;

    /// <summary>Asks for an abort, which is a stop too.</summary>
    public void Abort()
    {
        _stopping = true;
        _aborting = true;
    }
}
