using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.Load.Executors;

/// <summary>
/// <c>random-arrival-rate</c>: in each time unit another number of starts, drawn evenly between two bounds from the
/// plan's seed; within the unit they lie at equal distances, the first at its beginning.
/// </summary>
public sealed record RandomArrivalRate : ExecutorPlan
{
    /// <summary>Fewest starts of a time unit.</summary>
    public required int MinRate { get; init; }

    /// <summary>Most starts of a time unit; itself among what is drawn.</summary>
    public required int MaxRate { get; init; }

    /// <summary>The time that the rates count in. Default 1 s.</summary>
    public TimeSpan TimeUnit { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long starts are due, at least 1 s.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Virtual users prepared before the start.</summary>
    public required int PreAllocatedVirtualUsers { get; init; }

    /// <summary>Upper bound of virtual users; starts beyond it are dropped.</summary>
    public required int MaxVirtualUserCount { get; init; }

    /// <inheritdoc/>
    public override string Name => "random-arrival-rate";

    /// <inheritdoc/>
    public override LoadModel Model => LoadModel.Open;

    /// <inheritdoc/>
    public override TimeSpan Length => Duration;

    /// <inheritdoc/>
    public override int MaxVirtualUsers => MaxVirtualUserCount;

    /// <inheritdoc/>
    public override ImmutableSortedDictionary<string, string> Parameters => ParameterText.Of(
        ("duration", Duration.Text()), ("minRate", MinRate.Text()), ("maxRate", MaxRate.Text()), ("timeUnit", TimeUnit.Text()),
        ("preAllocatedVUs", PreAllocatedVirtualUsers.Text()), ("maxVUs", MaxVirtualUserCount.Text()));

    /// <inheritdoc/>
    public override ExecutorPlan ForWarmUp(TimeSpan length) => this with { Duration = length };

    /// <inheritdoc/>
    public override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed) => ForEach(workers, w =>
        new RandomArrivalRatePacer(this, ArrivalShare.Of(segment, w, workers, PreAllocatedVirtualUsers, MaxVirtualUserCount), seed));

    /// <inheritdoc/>
    public override void AddProblems(PlanProblems problems)
    {
        problems.RequireRate("minRate", MinRate, zero: true);
        problems.RequireRate("maxRate", MaxRate);
        problems.Require(MinRate <= MaxRate, "minRate", MinRate.Text(), $"write at most maxRate ({MaxRate})");
        problems.RequireTimeUnit(TimeUnit);
        problems.RequireDuration("duration", Duration);
        problems.RequireArrivalVirtualUsers(PreAllocatedVirtualUsers, MaxVirtualUserCount);
    }

    /// <inheritdoc/>
    public override void AddShareProblems(ExecutionSegment segment, PlanProblems problems) =>
        problems.RequireUsersForStarts(segment, MaxVirtualUserCount);
}

/// <summary>Every worker walks the same drawn numbers, which depend on the seed alone, and takes its own starts.</summary>
internal sealed class RandomArrivalRatePacer : SharedArrivalPacer
{
    private readonly RandomArrivalRate _plan;
    private readonly long _unitNanos;
    private SplitMix64 _random;
    private long _unit = -1;
    private long _before; // starts of the units before this one
    private long _count;  // starts of this unit

    public RandomArrivalRatePacer(RandomArrivalRate plan, ArrivalShare share, long seed) : base(share, plan.Duration.ToNanos())
    {
        _plan = plan;
        _unitNanos = plan.TimeUnit.ToNanos();
        _random = new SplitMix64(seed);
        First();
    }

    protected override long TimeOf(long number)
    {
        while (number >= _before + _count)
        {
            if ((_unit + 1) * (Int128)_unitNanos >= EndNanos) return long.MaxValue;
            _unit++;
            _before += _count;
            _count = _plan.MinRate + (long)(_random.Next() % (ulong)(_plan.MaxRate - _plan.MinRate + 1L));
        }
        var due = _unit * _unitNanos + (long)((Int128)(number - _before) * _unitNanos / _count);
        return due < EndNanos ? due : long.MaxValue;
    }
}
