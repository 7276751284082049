namespace Dyno.Load;

/// <summary>
/// Decides when iterations may start: one worker's share of an executor. All times are nanoseconds since the scenario's start. Used by one
/// thread; state shared between the pacers of one scenario (an iteration count) is atomic.
/// </summary>
public abstract class Pacer
{
    /// <summary>Virtual users to prepare before the start.</summary>
    public abstract int PreAllocatedVirtualUsers { get; }

    /// <summary>The most virtual users this worker will ever run at once.</summary>
    public abstract int MaxVirtualUsers { get; }

    /// <summary>No iteration starts at or after this time.</summary>
    public abstract long EndNanos { get; }

    /// <summary>Number of iterations that were due but can no longer start. Called once, when the scenario has ended.</summary>
    public virtual long LeftOver() => 0;
}

/// <summary>Open model: starts are due at fixed times, whatever the server does.</summary>
public abstract class ArrivalPacer : Pacer
{
    /// <summary>When the next start is due; <see cref="long.MaxValue"/> after the last one.</summary>
    public abstract long NextDueNanos { get; }

    /// <summary>Takes the due start and computes the one after it.</summary>
    public abstract void Advance();
}

/// <summary>Closed model: virtual users loop.</summary>
public abstract class LoopPacer : Pacer
{
    /// <summary>
    /// The number of virtual users that may run at <paramref name="nowNanos"/>: users 0 to this number − 1. The times of successive calls
    /// never go back.
    /// </summary>
    public abstract int AllowedVirtualUsers(long nowNanos);

    /// <summary>
    /// When <see cref="AllowedVirtualUsers"/> changes next after <paramref name="nowNanos"/>; <see cref="long.MaxValue"/> if never.
    /// </summary>
    public abstract long NextChangeNanos(long nowNanos);

    /// <summary>How long an iteration may continue after its virtual user is no longer allowed; <see cref="long.MaxValue"/>: to its end.</summary>
    public virtual long GracefulRampDownNanos => long.MaxValue;

    /// <summary>
    /// Takes one iteration for virtual user <paramref name="virtualUser"/>; false when it has none left.
    /// </summary>
    public abstract bool TryTakeIteration(int virtualUser);

    /// <summary>False once no iteration is left for any virtual user.</summary>
    public abstract bool HasIterations { get; }
}
