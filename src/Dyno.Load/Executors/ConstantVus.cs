using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Results.Runs;

namespace Dyno.Load.Executors;

/// <summary><c>constant-vus</c>: a fixed number of virtual users loop for a fixed time.</summary>
public sealed record ConstantVus : ExecutorPlan
{
    /// <summary>Virtual users, at least 1.</summary>
    public required int VirtualUsers { get; init; }

    /// <summary>How long new iterations start.</summary>
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
    public override ImmutableSortedDictionary<string, string> Parameters => ImmutableSortedDictionary<string, string>.Empty
        .Add("duration", $"{Duration.TotalSeconds}s").Add("vus", $"{VirtualUsers}");

    /// <inheritdoc/>
    public override ExecutorPlan ForWarmUp(TimeSpan length) => this with { Duration = length };

    /// <inheritdoc/>
    public override ImmutableArray<Pacer> CreatePacers(int workers, long seed) =>
        [.. Enumerable.Range(0, workers).Select(w => (Pacer)new ConstantVusPacer(ShareOf(VirtualUsers, w, workers), Duration))];

    internal static int ShareOf(int total, int worker, int workers) => total / workers + (worker < total % workers ? 1 : 0);
}

internal sealed class ConstantVusPacer(int virtualUsers, TimeSpan duration) : LoopPacer
{
    public override int PreAllocatedVirtualUsers => virtualUsers;

    public override int MaxVirtualUsers => virtualUsers;

    public override long EndNanos { get; } = (long)(duration.TotalSeconds * 1e9);

    public override bool HasIterations => true;

    public override int AllowedVirtualUsers(long nowNanos) => virtualUsers;

    public override long NextChangeNanos(long nowNanos) => long.MaxValue;

    public override bool TryTakeIteration(int virtualUser) => true;
}
