namespace Dyno.Load;

/// <summary>
/// What works beside a load while it runs and is no part of its figures: a login whose token is renewed. One instance may serve several
/// runs, one after the other. The members are called by one flow of control; <see cref="Trouble"/> is thread-safe.
/// </summary>
public interface ICompanion
{
    /// <summary>Does what must be done before the load begins: the first login.</summary>
    /// <exception cref="UserFault">The load cannot run; the message says what to do.</exception>
    Task PrepareAsync(CancellationToken cancellationToken);

    /// <summary>Begins the work beside the load.</summary>
    void Begin();

    /// <summary>Ends the work beside the load and waits until nothing of it is left.</summary>
    Task EndAsync();

    /// <summary>What went wrong since <see cref="Begin"/> and concerns the figures, in whole sentences; null when all is well.</summary>
    string? Trouble { get; }
}
