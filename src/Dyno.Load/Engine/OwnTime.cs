namespace Dyno.Load;

/// <summary>
/// How long each virtual user of a closed model was busy: in a slice of a duet trial from the end of its first iteration to the end of its
/// last, in a run from the begin. Iterations ÷ this time is the rate of a user that never pauses, whatever the response times are distributed like
/// (Wald's identity), while the time until the slowest answer of all grows with a tail for which the other users wait. The first iteration
/// is left out because the queue in front of the server is still empty when it begins. Used by one thread; no allocation after construction.
/// </summary>
/// <param name="virtualUsers">Number of virtual users.</param>
internal sealed class OwnTime(int virtualUsers)
{
    private readonly long[] _ends = new long[virtualUsers]; // of each user's last iteration
    private long _beganNanos;
    private long _countsFromNanos;

    public int VirtualUsers => virtualUsers;

    /// <summary>Iterations that ended, the first of each user and slice included.</summary>
    public long Iterations { get; private set; }

    /// <summary>Iterations that began at the end of another one which counts.</summary>
    public long Counted { get; private set; }

    /// <summary>The time of the counted iterations in nanoseconds, pauses before them included, summed over the users.</summary>
    public long CountedNanos { get; private set; }

    /// <summary>The time from the begin of each slice to each user's last end in nanoseconds, summed over slices and users.</summary>
    public long AllNanos { get; private set; }

    /// <summary>Begins a slice.</summary>
    /// <param name="beganNanos">Its start, on the engine's clock.</param>
    /// <param name="countsFromNanos">Iterations count that begin at an end at or after this time.</param>
    public void Begin(long beganNanos, long countsFromNanos) => (_beganNanos, _countsFromNanos) = (beganNanos, countsFromNanos);

    /// <summary>An iteration has ended.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Ended(int virtualUser, long endNanos)
    {
        var before = _ends[virtualUser];
        _ends[virtualUser] = endNanos;
        Iterations++;
        AllNanos += endNanos - Math.Max(before, _beganNanos);
        if (before < _countsFromNanos) return;
        Counted++;
        CountedNanos += endNanos - before;
    }
}
