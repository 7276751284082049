using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.Load.Executors;

/// <summary>
/// <c>shared-iterations</c>: virtual users take iterations from one common count, whoever is free first; what is left
/// at <see cref="MaxDuration"/> is dropped.
/// </summary>
public sealed record SharedIterations : ExecutorPlan
{
    /// <summary>Virtual users, at least 1. Default 1.</summary>
    public int VirtualUsers { get; init; } = 1;

    /// <summary>Iterations of all virtual users together, at least one each. Default 1.</summary>
    public long Iterations { get; init; } = 1;

    /// <summary>No iteration starts after this time. Default 10 min.</summary>
    public TimeSpan MaxDuration { get; init; } = TimeSpan.FromMinutes(10);

    /// <inheritdoc/>
    public override string Name => "shared-iterations";

    /// <inheritdoc/>
    public override LoadModel Model => LoadModel.Closed;

    /// <inheritdoc/>
    public override TimeSpan Length => MaxDuration;

    /// <inheritdoc/>
    public override bool EndsByIterations => true;

    /// <inheritdoc/>
    public override int MaxVirtualUsers => VirtualUsers;

    /// <inheritdoc/>
    public override ImmutableSortedDictionary<string, string> Parameters => ParameterText.Of(
        ("iterations", Iterations.Text()), ("maxDuration", MaxDuration.Text()), ("vus", VirtualUsers.Text()));

    /// <inheritdoc/>
    public override ExecutorPlan ForWarmUp(TimeSpan length) =>
        new ConstantVus { VirtualUsers = VirtualUsers, Duration = length };

    /// <inheritdoc/>
    public override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed)
    {
        var pool = new IterationPool(IterationsIn(segment));
        return ForEach(workers, w => new SharedIterationsPacer(
            segment.Stripe.Part(w, workers).CountBelow(VirtualUsers), MaxDuration, pool));
    }

    /// <inheritdoc/>
    public override void AddProblems(PlanProblems problems)
    {
        problems.RequireVirtualUsers("vus", VirtualUsers);
        problems.RequireIterations("iterations", Iterations, Math.Max(1, VirtualUsers));
        problems.RequireDuration("maxDuration", MaxDuration);
    }

    /// <summary>
    /// Iterations are dealt to the virtual users one after the other, and a segment does those of its own: so a segment
    /// without a virtual user has no iterations either.
    /// </summary>
    internal long IterationsIn(ExecutionSegment segment)
    {
        var (rounds, rest) = Math.DivRem(Iterations, VirtualUsers);
        return rounds * segment.Stripe.CountBelow(VirtualUsers) + segment.Stripe.CountBelow(rest);
    }
}

/// <summary>The common count; shared by the workers of a scenario, each of which takes one at a time.</summary>
internal sealed class IterationPool(long count)
{
    private long _left = count;

    public bool IsEmpty => Volatile.Read(ref _left) <= 0;

    public bool TryTake() => !IsEmpty && Interlocked.Decrement(ref _left) >= 0;

    public long TakeRest() => Math.Max(0, Interlocked.Exchange(ref _left, 0));
}

internal sealed class SharedIterationsPacer(int virtualUsers, TimeSpan maxDuration, IterationPool pool) : LoopPacer
{
    public override int PreAllocatedVirtualUsers => virtualUsers;

    public override int MaxVirtualUsers => virtualUsers;

    public override long EndNanos { get; } = maxDuration.ToNanos();

    public override bool HasIterations => virtualUsers > 0 && !pool.IsEmpty;

    public override int AllowedVirtualUsers(long nowNanos) => virtualUsers;

    public override long NextChangeNanos(long nowNanos) => long.MaxValue;

    public override bool TryTakeIteration(int virtualUser) => pool.TryTake();

    public override long LeftOver() => pool.TakeRest();
}
