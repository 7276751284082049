using System.Collections.Immutable;
using Dyno.Load.Plans;

namespace Dyno.Load.Executors;

/// <summary>
/// What the executors have in common that end when a number of iterations is done, or at <see cref="MaxDuration"/>: then
/// the rest is dropped.
/// </summary>
public abstract record IterationExecutorPlan : LoopExecutorPlan
{
    /// <summary>Virtual users, at least 1. Default 1.</summary>
    public int VirtualUsers { get; init; } = 1;

    /// <summary>Iterations, of all virtual users together or of each; at least 1. Default 1.</summary>
    public long Iterations { get; init; } = 1;

    /// <summary>No iteration starts after this time. Default 10 min.</summary>
    public TimeSpan MaxDuration { get; init; } = TimeSpan.FromMinutes(10);

    /// <inheritdoc/>
    public sealed override TimeSpan Length => MaxDuration;

    /// <inheritdoc/>
    public sealed override int MaxVirtualUsers => VirtualUsers;

    /// <summary>The fewest iterations that make sense.</summary>
    private protected virtual long FewestIterations => 1;

    /// <inheritdoc/>
    public sealed override ImmutableSortedDictionary<string, string> Parameters => ParameterText.Of(
        ("iterations", Iterations.Text()), ("maxDuration", MaxDuration.Text()), ("vus", VirtualUsers.Text()));

    /// <inheritdoc/>
    public sealed override ExecutorPlan ForWarmUp(TimeSpan length) =>
        new ConstantVus { VirtualUsers = VirtualUsers, Duration = length };

    /// <inheritdoc/>
    public sealed override void AddProblems(PlanProblems problems)
    {
        problems.RequireVirtualUsers("vus", VirtualUsers);
        problems.RequireIterations("iterations", Iterations, FewestIterations);
        problems.RequireDuration("maxDuration", MaxDuration);
    }
}
