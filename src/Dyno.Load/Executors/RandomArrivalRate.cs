namespace Dyno.Load;

/// <summary>
/// <c>random-arrival-rate</c>: the number of starts is drawn anew for each time unit, uniformly between two bounds, from the plan's seed.
/// Within the unit the starts are due at equal distances, the first at the beginning of the unit.
/// </summary>
public sealed record RandomArrivalRate : ArrivalExecutorPlan
{
    /// <summary>Smallest number of starts in a time unit, inclusive.</summary>
    public required int MinRate { get; init; }

    /// <summary>Largest number of starts in a time unit, inclusive.</summary>
    public required int MaxRate { get; init; }

    /// <summary>Time during which starts are due, at least 1 s.</summary>
    public required TimeSpan Duration { get; init; }

    public override string Name => "random-arrival-rate";

    public override TimeSpan Length => Duration;

    public override double PeakRate => MaxRate / TimeUnit.TotalSeconds;

    private protected override ImmutableSortedDictionary<string, string> RateParameters => ParameterText.Of(
        ("duration", Duration.Text()), ("minRate", MinRate.Text()), ("maxRate", MaxRate.Text()));

    public override ExecutorPlan ForWarmUp(TimeSpan length) => this with { Duration = length };

    private protected override Func<ArrivalShare, Pacer> PacerFactory(long seed) =>
        share => new RandomArrivalRatePacer(this, share, seed);

    private protected override void AddRateProblems(PlanProblems problems)
    {
        problems.RequireRate("minRate", MinRate, zero: true);
        problems.RequireRate("maxRate", MaxRate);
        problems.Require(MinRate <= MaxRate, "minRate", MinRate.Text(), $"write at most maxRate ({MaxRate})");
        problems.RequireDuration("duration", Duration);
    }
}

/// <summary>Every worker walks the same drawn numbers, which depend only on the seed, and takes its own starts.</summary>
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
