using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.Load.Executors;

/// <summary>
/// <c>ramping-arrival-rate</c>: the <em>n</em>-th start (n = 1, 2 …) is due when the area under the rate, made of
/// straight lines, reaches n; fractions carry over from stage to stage. With <see cref="ArrivalPattern.Poisson"/> the
/// same rate is followed by random arrivals (a unit Poisson process on the scale of that area).
/// </summary>
public sealed record RampingArrivalRate : ExecutorPlan
{
    /// <summary>Starts per <see cref="TimeUnit"/> at the beginning. Default 0.</summary>
    public double StartRate { get; init; }

    /// <summary>The time that rates count in. Default 1 s.</summary>
    public TimeSpan TimeUnit { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>At least one; a stage of zero duration is a jump.</summary>
    public required ImmutableArray<RateStage> Stages { get; init; }

    /// <summary>Virtual users prepared before the start.</summary>
    public required int PreAllocatedVirtualUsers { get; init; }

    /// <summary>Upper bound of virtual users; starts beyond it are dropped.</summary>
    public required int MaxVirtualUserCount { get; init; }

    /// <summary>Exactly along the rate (the default) or at random around it.</summary>
    public ArrivalPattern Arrivals { get; init; }

    /// <inheritdoc/>
    public override string Name => "ramping-arrival-rate";

    /// <inheritdoc/>
    public override LoadModel Model => LoadModel.Open;

    /// <inheritdoc/>
    public override TimeSpan Length => Stages.Aggregate(TimeSpan.Zero, (sum, stage) => sum + stage.Duration);

    /// <inheritdoc/>
    public override int MaxVirtualUsers => MaxVirtualUserCount;

    /// <inheritdoc/>
    public override ImmutableSortedDictionary<string, string> Parameters => ParameterText.Of(
        ("arrivals", Arrivals.Text()), ("startRate", StartRate.Text()), ("timeUnit", TimeUnit.Text()),
        ("stages", string.Join(',', Stages.Select(s => $"{s.Duration.Text()}:{s.Target.Text()}"))),
        ("preAllocatedVUs", PreAllocatedVirtualUsers.Text()), ("maxVUs", MaxVirtualUserCount.Text()));

    /// <summary>Warms up at the rate the ramp begins with, or at the first target above 0.</summary>
    public override ExecutorPlan ForWarmUp(TimeSpan length) => new ConstantArrivalRate
    {
        Rate = Stages.Select(s => s.Target).Prepend(StartRate).First(rate => rate > 0),
        TimeUnit = TimeUnit,
        Duration = length,
        PreAllocatedVirtualUsers = PreAllocatedVirtualUsers,
        MaxVirtualUserCount = MaxVirtualUserCount,
        Arrivals = Arrivals,
    };

    /// <inheritdoc/>
    public override ImmutableArray<Pacer> CreatePacers(ExecutionSegment segment, int workers, long seed)
    {
        var curve = new RateCurve(StartRate, TimeUnit, Stages);
        return ForEach(workers, w =>
        {
            var share = ArrivalShare.Of(segment, w, workers, PreAllocatedVirtualUsers, MaxVirtualUserCount);
            return Arrivals == ArrivalPattern.Poisson
                ? new PoissonPacer(curve, share, seed)
                : new RampingArrivalRatePacer(curve, share);
        });
    }

    /// <inheritdoc/>
    public override void AddProblems(PlanProblems problems)
    {
        problems.RequireRate("startRate", StartRate, zero: true);
        problems.RequireTimeUnit(TimeUnit);
        problems.RequireStages(Stages, s => s.Duration);
        for (var i = 0; i < Stages.Length; i++) problems.RequireRate($"stages[{i}].target", Stages[i].Target, zero: true);
        problems.Require(StartRate > 0 || Stages.Any(s => s.Target > 0), "stages", "",
            "no stage has a rate: give at least one a target above 0");
        problems.RequireArrivalVirtualUsers(PreAllocatedVirtualUsers, MaxVirtualUserCount);
    }

    /// <inheritdoc/>
    public override void AddShareProblems(ExecutionSegment segment, PlanProblems problems) =>
        problems.RequireUsersForStarts(segment, MaxVirtualUserCount);
}

internal sealed class RampingArrivalRatePacer : SharedArrivalPacer
{
    private readonly RateCurve _curve;

    public RampingArrivalRatePacer(RateCurve curve, ArrivalShare share) : base(share, curve.EndNanos)
    {
        _curve = curve;
        First();
    }

    protected override long TimeOf(long number) => _curve.TimeOf(number + 1);
}
