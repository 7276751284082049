namespace Dyno.Load;

/// <summary>
/// <c>shared-iterations</c>: virtual users take iterations from one common count whenever they are free. There are at least as many
/// iterations as virtual users. Iterations that are left at <see cref="IterationExecutorPlan.MaxDuration"/> are dropped.
/// </summary>
public sealed record SharedIterations : IterationExecutorPlan
{
    public override string Name => "shared-iterations";

    private protected override long FewestIterations => Math.Max(1, VirtualUsers);

    private protected override Func<int, Pacer> PacerFactory(ExecutionSegment segment)
    {
        var pool = new IterationPool(CountIn(segment));
        return users => new SharedIterationsPacer(users, MaxDuration, pool);
    }

    /// <summary>
    /// Deals the iterations to the virtual users one after the other. A segment runs the iterations of its own virtual users, so a segment
    /// without a virtual user has no iterations either.
    /// </summary>
    public override WorkStripe IterationsOf(ExecutionSegment segment)
    {
        var own = Enumerable.Range(0, segment.Stripe.CountBelow(VirtualUsers)).Select(user => (int)segment.Stripe.WholeOf(user));
        return new WorkStripe([.. own], VirtualUsers);
    }

    public override long? IterationsIn(ExecutionSegment segment) => CountIn(segment);

    private long CountIn(ExecutionSegment segment) => IterationsOf(segment).CountBelow(Iterations);
}

/// <summary>The common count of iterations, shared by the workers of a scenario. A worker takes one iteration at a time.</summary>
internal sealed class IterationPool(long count)
{
    private long _left = count;

    public bool IsEmpty => Volatile.Read(ref _left) <= 0;

    public bool TryTake() => !IsEmpty && Interlocked.Decrement(ref _left) >= 0;

    public long TakeRest() => Math.Max(0, Interlocked.Exchange(ref _left, 0));
}

internal sealed class SharedIterationsPacer(int virtualUsers, TimeSpan maxDuration, IterationPool pool)
    : FixedUsersPacer(virtualUsers, maxDuration)
{
    public override bool HasIterations => MaxVirtualUsers > 0 && !pool.IsEmpty;

    public override bool TryTakeIteration(int virtualUser) => pool.TryTake();

    public override long LeftOver() => pool.TakeRest();
}
