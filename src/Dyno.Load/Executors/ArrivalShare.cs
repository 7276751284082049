namespace Dyno.Load;

/// <summary>One worker's share of an open model: which starts, and with how many virtual users.</summary>
/// <param name="Starts">The worker's starts, in proportion to its virtual users, so that no start is dropped when the users divide unevenly.</param>
/// <param name="PreAllocated">Virtual users prepared before the start.</param>
/// <param name="Max">Virtual users at most.</param>
internal sealed record ArrivalShare(WorkStripe Starts, int PreAllocated, int Max)
{
    public static ArrivalShare Of(ExecutionSegment segment, int worker, int workers, int preAllocated, int max)
    {
        var users = segment.Stripe.Part(worker, workers);
        var starts = segment.Stripe.PartByCapacity(worker, workers, segment.Stripe.CountBelow(max));
        return new ArrivalShare(starts, users.CountBelow(preAllocated), users.CountBelow(max));
    }
}

/// <summary>Walks through one worker's starts in order; derived classes say when start number n of the whole is due.</summary>
internal abstract class SharedArrivalPacer(ArrivalShare share, long endNanos) : ArrivalPacer
{
    private long _own;
    private long _due = long.MaxValue;

    public override int PreAllocatedVirtualUsers => share.PreAllocated;

    public override int MaxVirtualUsers => share.Max;

    public override long EndNanos => endNanos;

    public override long NextDueNanos => _due;

    public override void Advance()
    {
        _own++;
        _due = TimeOf(share.Starts.WholeOf(_own));
    }

    /// <summary>Computes the first start. Called once, when the derived class is ready.</summary>
    protected void First() => _due = share.Starts.PerCycle == 0 ? long.MaxValue : TimeOf(share.Starts.WholeOf(0));

    /// <summary>
    /// When start <paramref name="number"/> (0, 1, 2 … of the whole) is due; <see cref="long.MaxValue"/> after the end.
    /// </summary>
    protected abstract long TimeOf(long number);
}
