namespace Dyno.Load;

/// <summary>
/// Common base of the executors in which a fixed number of virtual users loop: the closed model, with the users dealt to the workers one
/// by one.
/// </summary>
public abstract record LoopExecutorPlan : ExecutorPlan
{
    public sealed override LoadModel Model => LoadModel.Closed;

    public sealed override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed)
    {
        var create = PacerFactory(segment);
        return ForEach(workers, w => create(segment.Stripe.Part(w, workers).CountBelow(MaxVirtualUsers)));
    }

    /// <summary>
    /// Returns a function that creates the pacer of a worker with a given number of virtual users. State that all workers share is created
    /// once, before.
    /// </summary>
    private protected abstract Func<int, Pacer> PacerFactory(ExecutionSegment segment);
}

/// <summary>A fixed number of virtual users that may all run from the start to the end.</summary>
internal abstract class FixedUsersPacer(int virtualUsers, TimeSpan duration) : LoopPacer
{
    public sealed override int PreAllocatedVirtualUsers => virtualUsers;

    public sealed override int MaxVirtualUsers => virtualUsers;

    public sealed override long EndNanos { get; } = duration.ToNanos();

    public sealed override int AllowedVirtualUsers(long nowNanos) => virtualUsers;

    public sealed override long NextChangeNanos(long nowNanos) => long.MaxValue;
}
