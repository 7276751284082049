using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.Load.Executors;

/// <summary><c>constant-vus</c>: a fixed number of virtual users loop for a fixed time.</summary>
public sealed record ConstantVus : ExecutorPlan
{
    /// <summary>Virtual users, at least 1.</summary>
    public required int VirtualUsers { get; init; }

    /// <summary>How long new iterations start, at least 1 s.</summary>
    public required TimeSpan Duration { get; init; }

    /// <inheritdoc/>
    public override string Name => "constant-vus";

    /// <inheritdoc/>
    public override LoadModel Model => LoadModel.Closed;

    /// <inheritdoc/>
    public override TimeSpan Length => Duration;

    /// <inheritdoc/>
    public override int MaxVirtualUsers => VirtualUsers;

    /// <inheritdoc/>
    public override ImmutableSortedDictionary<string, string> Parameters =>
        ParameterText.Of(("duration", Duration.Text()), ("vus", VirtualUsers.Text()));

    /// <inheritdoc/>
    public override ExecutorPlan ForWarmUp(TimeSpan length) => this with { Duration = length };

    /// <inheritdoc/>
    public override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed) =>
        ForEach(workers, w => new ConstantVusPacer(segment.Stripe.Part(w, workers).CountBelow(VirtualUsers), Duration));

    /// <inheritdoc/>
    public override void AddProblems(PlanProblems problems)
    {
        problems.RequireVirtualUsers("vus", VirtualUsers);
        problems.RequireDuration("duration", Duration);
    }
}

/// <summary>All virtual users, all the time, without a limit of iterations.</summary>
internal sealed class ConstantVusPacer(int virtualUsers, TimeSpan duration) : LoopPacer
{
    public override int PreAllocatedVirtualUsers => virtualUsers;

    public override int MaxVirtualUsers => virtualUsers;

    public override long EndNanos { get; } = duration.ToNanos();

    public override bool HasIterations => true;

    public override int AllowedVirtualUsers(long nowNanos) => virtualUsers;

    public override long NextChangeNanos(long nowNanos) => long.MaxValue;

    public override bool TryTakeIteration(int virtualUser) => true;
}
