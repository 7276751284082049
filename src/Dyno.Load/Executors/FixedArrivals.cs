namespace Dyno.Load;

/// <summary><c>fixed-arrivals</c>: a number of starts at a constant rate; start <em>i</em> is due at i · timeUnit / rate, the first at once.</summary>
public sealed record FixedArrivals : ArrivalExecutorPlan
{
    /// <summary>Starts per <see cref="ArrivalExecutorPlan.TimeUnit"/>, above 0.</summary>
    public required double Rate { get; init; }

    /// <summary>Number of starts, at least 1.</summary>
    public required long Iterations { get; init; }

    public override string Name => "fixed-arrivals";

    /// <summary>Time until a start after the last one would be due.</summary>
    public override TimeSpan Length => TimeUnit * (Iterations / Rate);

    public override double PeakRate => Rate / TimeUnit.TotalSeconds;

    private protected override ImmutableSortedDictionary<string, string> RateParameters => ParameterText.Of(
        ("iterations", Iterations.Text()), ("rate", Rate.Text()));

    public override ExecutorPlan ForWarmUp(TimeSpan length) => AtConstantRate(length);

    private protected override Func<ArrivalShare, Pacer> PacerFactory(long seed)
    {
        var endless = AtConstantRate(TimeSpan.FromDays(10_000));
        return share => new FixedArrivalsPacer(endless, this, share);
    }

    private protected override void AddRateProblems(PlanProblems problems)
    {
        problems.RequireRate("rate", Rate);
        problems.RequireIterations("iterations", Iterations, 1);
    }

    private ConstantArrivalRate AtConstantRate(TimeSpan duration) => new()
    {
        Rate = Rate,
        TimeUnit = TimeUnit,
        Duration = duration,
        PreAllocatedVirtualUsers = PreAllocatedVirtualUsers,
        MaxVirtualUserCount = MaxVirtualUserCount,
    };
}

/// <summary>A constant rate that ends with a number of starts; the number decides, not the clock.</summary>
internal sealed class FixedArrivalsPacer : SharedArrivalPacer
{
    private readonly StartTimes _times;
    private readonly long _iterations;

    public FixedArrivalsPacer(ConstantArrivalRate rate, FixedArrivals plan, ArrivalShare share) : base(share, plan.Length.ToNanos())
    {
        _times = new StartTimes(rate);
        _iterations = plan.Iterations;
        First();
    }

    protected override long TimeOf(long number) => number < _iterations ? _times.Of(number) : long.MaxValue;
}
