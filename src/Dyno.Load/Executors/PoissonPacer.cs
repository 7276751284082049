namespace Dyno.Load;

/// <summary>
/// Random arrivals along a rate: the points of a Poisson process of rate 1 on the scale of the area under the rate (time rescaling), so
/// the arrivals follow a ramp exactly on average. Every worker walks the whole sequence, which depends only on the seed, and takes its own
/// starts from it. All workers and segments together therefore produce one process.
/// </summary>
internal sealed class PoissonPacer : SharedArrivalPacer
{
    private readonly RateCurve _curve;
    private SplitMix64 _random;
    private double _area;
    private long _walked = -1;

    public PoissonPacer(RateCurve curve, ArrivalShare share, long seed) : base(share, curve.EndNanos)
    {
        _curve = curve;
        _random = new SplitMix64(seed);
        First();
    }

    protected override long TimeOf(long number)
    {
        for (; _walked < number; _walked++) _area += Exponential();
        return _area < (double)_curve.TotalArea ? _curve.TimeOf((decimal)_area) : long.MaxValue;
    }

    // Distance to the next point: −ln u, u uniform in (0, 1] with 53 bits.
    private double Exponential() => -Math.Log(((_random.Next() >> 11) + 1) * (1.0 / (1UL << 53)));
}
