using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Results.Runs;

namespace Dyno.Load.Executors;

/// <summary><c>constant-arrival-rate</c>: start <em>i</em> is due at i · timeUnit / rate, whatever the server does.</summary>
public sealed record ConstantArrivalRate : ExecutorPlan
{
    /// <summary>Starts per <see cref="TimeUnit"/>, above 0.</summary>
    public required double Rate { get; init; }

    /// <summary>The time that <see cref="Rate"/> counts in. Default 1 s.</summary>
    public TimeSpan TimeUnit { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long starts are due.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Virtual users prepared before the start.</summary>
    public required int PreAllocatedVirtualUsers { get; init; }

    /// <summary>Upper bound of virtual users; starts beyond it are dropped.</summary>
    public required int MaxVirtualUserCount { get; init; }

    /// <inheritdoc/>
    public override string Name => "constant-arrival-rate";

    /// <inheritdoc/>
    public override LoadModel Model => LoadModel.Open;

    /// <inheritdoc/>
    public override TimeSpan Length => Duration;

    /// <inheritdoc/>
    public override int MaxVirtualUsers => MaxVirtualUserCount;

    /// <inheritdoc/>
    public override ImmutableSortedDictionary<string, string> Parameters => ImmutableSortedDictionary<string, string>.Empty
        .Add("duration", $"{Duration.TotalSeconds}s").Add("rate", $"{Rate}").Add("timeUnit", $"{TimeUnit.TotalSeconds}s")
        .Add("preAllocatedVUs", $"{PreAllocatedVirtualUsers}").Add("maxVUs", $"{MaxVirtualUserCount}");

    /// <inheritdoc/>
    public override ExecutorPlan ForWarmUp(TimeSpan length) => this with { Duration = length };

    /// <inheritdoc/>
    public override ImmutableArray<Pacer> CreatePacers(int workers, long seed) =>
        [.. Enumerable.Range(0, workers).Select(w => (Pacer)new ConstantArrivalRatePacer(this, w, workers))];
}

/// <summary>Worker w of W takes the starts w, w + W, w + 2W, …; each time is computed from its number, so nothing drifts.</summary>
internal sealed class ConstantArrivalRatePacer : ArrivalPacer
{
    private readonly double _periodNanos;
    private readonly int _stride;
    private long _number;
    private long _due;

    public ConstantArrivalRatePacer(ConstantArrivalRate plan, int worker, int workers)
    {
        _periodNanos = plan.TimeUnit.TotalSeconds * 1e9 / plan.Rate;
        _stride = workers;
        _number = worker;
        EndNanos = (long)(plan.Duration.TotalSeconds * 1e9);
        PreAllocatedVirtualUsers = ConstantVus.ShareOf(plan.PreAllocatedVirtualUsers, worker, workers);
        MaxVirtualUsers = ConstantVus.ShareOf(plan.MaxVirtualUserCount, worker, workers);
        _due = DueOf(_number);
    }

    public override int PreAllocatedVirtualUsers { get; }

    public override int MaxVirtualUsers { get; }

    public override long EndNanos { get; }

    public override long NextDueNanos => _due;

    public override void Advance() => _due = DueOf(_number += _stride);

    private long DueOf(long number)
    {
        var due = (long)(number * _periodNanos);
        return due < EndNanos ? due : long.MaxValue;
    }
}
