using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.Load.Executors;

/// <summary>
/// <c>per-vu-iterations</c>: each virtual user runs the same number of iterations; what is left at
/// <see cref="MaxDuration"/> is dropped.
/// </summary>
public sealed record PerVuIterations : ExecutorPlan
{
    /// <summary>Virtual users, at least 1. Default 1.</summary>
    public int VirtualUsers { get; init; } = 1;

    /// <summary>Iterations of each virtual user, at least 1. Default 1.</summary>
    public long Iterations { get; init; } = 1;

    /// <summary>No iteration starts after this time. Default 10 min.</summary>
    public TimeSpan MaxDuration { get; init; } = TimeSpan.FromMinutes(10);

    /// <inheritdoc/>
    public override string Name => "per-vu-iterations";

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
    public override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed) =>
        ForEach(workers, w => new PerVuIterationsPacer(
            segment.Stripe.Part(w, workers).CountBelow(VirtualUsers), Iterations, MaxDuration));

    /// <inheritdoc/>
    public override void AddProblems(PlanProblems problems)
    {
        problems.RequireVirtualUsers("vus", VirtualUsers);
        problems.RequireIterations("iterations", Iterations, 1);
        problems.RequireDuration("maxDuration", MaxDuration);
    }
}

internal sealed class PerVuIterationsPacer : LoopPacer
{
    private readonly long[] _leftOf;
    private long _left;

    public PerVuIterationsPacer(int virtualUsers, long iterations, TimeSpan maxDuration)
    {
        _leftOf = new long[virtualUsers];
        Array.Fill(_leftOf, iterations);
        _left = virtualUsers * iterations;
        EndNanos = maxDuration.ToNanos();
    }

    public override int PreAllocatedVirtualUsers => _leftOf.Length;

    public override int MaxVirtualUsers => _leftOf.Length;

    public override long EndNanos { get; }

    public override bool HasIterations => _left > 0;

    public override int AllowedVirtualUsers(long nowNanos) => _leftOf.Length;

    public override long NextChangeNanos(long nowNanos) => long.MaxValue;

    public override bool TryTakeIteration(int virtualUser)
    {
        if (_leftOf[virtualUser] == 0) return false;
        _leftOf[virtualUser]--;
        _left--;
        return true;
    }

    public override long LeftOver() => _left;
}
