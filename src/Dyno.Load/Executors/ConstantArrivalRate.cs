namespace Dyno.Load;

/// <summary>
/// <c>constant-arrival-rate</c>: start <em>i</em> is due at i · timeUnit / rate, whatever the server does; the first at
/// once. With <see cref="ArrivalPattern.Poisson"/> the same number is due on average, at random times.
/// </summary>
public sealed record ConstantArrivalRate : ArrivalExecutorPlan
{
    /// <summary>Starts per <see cref="ArrivalExecutorPlan.TimeUnit"/>, above 0; taken to 15 significant digits.</summary>
    public required double Rate { get; init; }

    /// <summary>Time during which starts are due, at least 1 s.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>Whether starts are due at equal distances (the default) or at random.</summary>
    public ArrivalPattern Arrivals { get; init; }

    public override string Name => "constant-arrival-rate";

    public override TimeSpan Length => Duration;

    public override double PeakRate => Rate / TimeUnit.TotalSeconds;

    private protected override ImmutableSortedDictionary<string, string> RateParameters => ParameterText.Of(
        ("arrivals", Arrivals.Text()), ("duration", Duration.Text()), ("rate", Rate.Text()));

    public override ExecutorPlan ForWarmUp(TimeSpan length) => this with { Duration = length };

    public override ExecutorPlan For(TimeSpan length) => this with { Duration = length };

    public override ExecutorPlan AtRate(double perSecond) => this with { Rate = perSecond, TimeUnit = TimeSpan.FromSeconds(1) };

    private protected override Func<ArrivalShare, Pacer> PacerFactory(long seed)
    {
        var curve = new RateCurve(Rate, TimeUnit, [new RateStage(Duration, Rate)]);
        return share => Arrivals == ArrivalPattern.Poisson
            ? new PoissonPacer(curve, share, seed)
            : new ConstantArrivalRatePacer(this, share);
    }

    private protected override void AddRateProblems(PlanProblems problems)
    {
        problems.RequireRate("rate", Rate);
        problems.RequireDuration("duration", Duration);
    }
}

internal sealed class ConstantArrivalRatePacer : SharedArrivalPacer
{
    private readonly StartTimes _times;

    public ConstantArrivalRatePacer(ConstantArrivalRate plan, ArrivalShare share)
        : base(share, plan.Duration.ToNanos())
    {
        _times = new StartTimes(plan);
        First();
    }

    protected override long TimeOf(long number)
    {
        var due = _times.Of(number);
        return due < EndNanos ? due : long.MaxValue;
    }
}

/// <summary>Computes the time of each start from its number in integer arithmetic, so the times do not drift, however long the run is.</summary>
internal sealed class StartTimes
{
    private readonly UInt128 _period;   // nanoseconds between starts, times the divisor
    private readonly UInt128 _divisor;

    public StartTimes(ConstantArrivalRate plan)
    {
        // rate = numerator / scale, exact for the rate as a decimal number
        var (numerator, scale) = ((decimal)plan.Rate, 1L);
        while (numerator != decimal.Truncate(numerator)) { numerator *= 10; scale *= 10; }
        _period = (UInt128)plan.TimeUnit.ToNanos() * (ulong)scale;
        _divisor = (UInt128)numerator;
    }

    public long Of(long number)
    {
        var due = (UInt128)number * _period / _divisor;
        return due < long.MaxValue ? (long)due : long.MaxValue;
    }
}
