namespace Dyno.Load;

/// <summary>
/// Common base of the executors of the open model: rates per time unit, an upper bound of virtual users, and starts dealt to the workers
/// in proportion to their virtual users.
/// </summary>
public abstract record ArrivalExecutorPlan : ExecutorPlan
{
    /// <summary>The time unit of the rates. Default 1 s.</summary>
    public TimeSpan TimeUnit { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Virtual users prepared before the start.</summary>
    public required int PreAllocatedVirtualUsers { get; init; }

    /// <summary>Upper bound of virtual users; starts beyond it are dropped.</summary>
    public required int MaxVirtualUserCount { get; init; }

    public sealed override LoadModel Model => LoadModel.Open;

    public sealed override int MaxVirtualUsers => MaxVirtualUserCount;

    public sealed override ImmutableSortedDictionary<string, string> Parameters => RateParameters
        .Add("timeUnit", TimeUnit.Text())
        .Add("preAllocatedVUs", PreAllocatedVirtualUsers.Text())
        .Add("maxVUs", MaxVirtualUserCount.Text());

    public abstract override double PeakRate { get; }

    /// <summary>The executor's own parameters as text.</summary>
    private protected abstract ImmutableSortedDictionary<string, string> RateParameters { get; }

    public sealed override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed)
    {
        var create = PacerFactory(seed);
        return ForEach(workers, w => create(ArrivalShare.Of(segment, w, workers, PreAllocatedVirtualUsers, MaxVirtualUserCount)));
    }

    /// <summary>Returns a function that creates the pacer of one worker's share. State that all workers share is created once, before.</summary>
    private protected abstract Func<ArrivalShare, Pacer> PacerFactory(long seed);

    public sealed override void AddProblems(PlanProblems problems)
    {
        AddRateProblems(problems);
        problems.RequireTimeUnit(TimeUnit);
        problems.RequireArrivalVirtualUsers(PreAllocatedVirtualUsers, MaxVirtualUserCount);
    }

    /// <summary>Adds what is wrong with the executor's own parameters.</summary>
    private protected abstract void AddRateProblems(PlanProblems problems);

    public sealed override void AddShareProblems(ExecutionSegment segment, PlanProblems problems) =>
        problems.RequireUsersForStarts(segment, MaxVirtualUserCount);
}
