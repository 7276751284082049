namespace Dyno.Load;

/// <summary>
/// <c>ramping-arrival-rate</c>: the <em>n</em>-th start (n = 1, 2 …) is due when the area under the rate, made of
/// straight lines, reaches n; fractions carry over from stage to stage. With <see cref="ArrivalPattern.Poisson"/> the
/// same rate is followed by random arrivals (a unit Poisson process on the scale of that area).
/// </summary>
public sealed record RampingArrivalRate : ArrivalExecutorPlan
{
    /// <summary>Starts per <see cref="ArrivalExecutorPlan.TimeUnit"/> at the beginning. Default 0.</summary>
    public double StartRate { get; init; }

    /// <summary>The stages, at least one. A stage of zero duration is a jump.</summary>
    public required ImmutableArray<RateStage> Stages { get; init; }

    /// <summary>Whether starts follow the rate exactly (the default) or at random.</summary>
    public ArrivalPattern Arrivals { get; init; }

    public override string Name => "ramping-arrival-rate";

    public override TimeSpan Length => Stages.Aggregate(TimeSpan.Zero, (sum, stage) => sum + stage.Duration);

    public override double PeakRate => Stages.Select(stage => stage.Target).Append(StartRate).Max() / TimeUnit.TotalSeconds;

    private protected override ImmutableSortedDictionary<string, string> RateParameters => ParameterText.Of(
        ("arrivals", Arrivals.Text()), ("startRate", StartRate.Text()),
        ("stages", string.Join(',', Stages.Select(s => $"{s.Duration.Text()}:{s.Target.Text()}"))));

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

    private protected override Func<ArrivalShare, Pacer> PacerFactory(long seed)
    {
        var curve = new RateCurve(StartRate, TimeUnit, Stages);
        return share => Arrivals == ArrivalPattern.Poisson
            ? new PoissonPacer(curve, share, seed)
            : new RampingArrivalRatePacer(curve, share);
    }

    private protected override void AddRateProblems(PlanProblems problems)
    {
        problems.RequireRate("startRate", StartRate, zero: true);
        problems.RequireStages(Stages, s => s.Duration);
        for (var i = 0; i < Stages.Length; i++) problems.RequireRate($"stages[{i}].target", Stages[i].Target, zero: true);
        problems.Require(StartRate > 0 || Stages.Any(s => s.Target > 0), "stages", "",
            "no stage has a rate: give at least one stage a target above 0");
    }
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
