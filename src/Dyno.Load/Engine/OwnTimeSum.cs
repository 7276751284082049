namespace Dyno.Load;

/// <summary>What the virtual users of closed scenarios have done in all slices so far, and how long it took them.</summary>
/// <param name="VirtualUsers">Number of users.</param>
/// <param name="Iterations">See <see cref="OwnTime.Iterations"/>.</param>
/// <param name="Counted">See <see cref="OwnTime.Counted"/>.</param>
/// <param name="CountedNanos">See <see cref="OwnTime.CountedNanos"/>.</param>
/// <param name="AllNanos">See <see cref="OwnTime.AllNanos"/>.</param>
internal readonly record struct OwnTimeSum(int VirtualUsers, long Iterations, long Counted, long CountedNanos, long AllNanos)
{
    /// <summary>The sum over workers; those of open scenarios have no own time.</summary>
    public static OwnTimeSum Of(IEnumerable<OwnTime?> workers)
    {
        var sum = default(OwnTimeSum);
        foreach (var own in workers)
            if (own is not null)
                sum = new(sum.VirtualUsers + own.VirtualUsers, sum.Iterations + own.Iterations, sum.Counted + own.Counted,
                    sum.CountedNanos + own.CountedNanos, sum.AllNanos + own.AllNanos);
        return sum;
    }

    /// <summary>
    /// The mean time of a user since an earlier sum, in seconds, and the requests that were answered in it. Where most iterations were the
    /// first of their user in the slice, these count, too, with the time that they took. Null without an iteration.
    /// </summary>
    /// <param name="requests">Requests of all iterations since then.</param>
    public (double Seconds, double Requests)? Since(OwnTimeSum before, long requests)
    {
        var (iterations, counted) = (Iterations - before.Iterations, Counted - before.Counted);
        if (iterations == 0) return null;
        return 2 * counted >= iterations
            ? ((CountedNanos - before.CountedNanos) / 1e9 / VirtualUsers, (double)requests * counted / iterations)
            : ((AllNanos - before.AllNanos) / 1e9 / VirtualUsers, requests);
    }
}
