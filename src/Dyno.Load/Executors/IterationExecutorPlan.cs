namespace Dyno.Load;

/// <summary>
/// Common base of the executors that end when a number of iterations is done. At <see cref="MaxDuration"/> they end in any case, and the
/// remaining iterations are dropped.
/// </summary>
public abstract record IterationExecutorPlan : LoopExecutorPlan
{
    /// <summary>Virtual users, at least 1. Default 1.</summary>
    public int VirtualUsers { get; init; } = 1;

    /// <summary>Number of iterations, of all virtual users together or of each; at least 1. Default 1.</summary>
    public long Iterations { get; init; } = 1;

    /// <summary>No iteration starts after this time. Default 10 min.</summary>
    public TimeSpan MaxDuration { get; init; } = TimeSpan.FromMinutes(10);

    public sealed override TimeSpan Length => MaxDuration;

    public sealed override int MaxVirtualUsers => VirtualUsers;

    /// <summary>Smallest valid number of iterations.</summary>
    private protected virtual long FewestIterations => 1;

    public sealed override ImmutableSortedDictionary<string, string> Parameters => ParameterText.Of(
        ("iterations", Iterations.Text()), ("maxDuration", MaxDuration.Text()), ("vus", VirtualUsers.Text()));

    public sealed override ExecutorPlan ForWarmUp(TimeSpan length) =>
        new ConstantVus { VirtualUsers = VirtualUsers, Duration = length };

    public sealed override void AddProblems(PlanProblems problems)
    {
        problems.RequireVirtualUsers("vus", VirtualUsers);
        problems.RequireIterations("iterations", Iterations, FewestIterations);
        problems.RequireDuration("maxDuration", MaxDuration);
    }
}
