namespace Dyno.Load.Executors;

/// <summary>
/// Random arrivals along a rate: the points of a Poisson process of rate 1 on the scale of the area under the rate
/// (time rescaling), so a ramp is followed exactly on average. Every worker walks the whole sequence, which depends on
/// the seed alone, and takes its own starts from it: the union over workers and segments is one process.
/// </summary>
internal sealed class PoissonPacer : SharedArrivalPacer
{
    private readonly RateCurve _curve;
    private ulong _random;
    private double _area;
    private long _walked = -1;

    public PoissonPacer(RateCurve curve, ArrivalShare share, long seed) : base(share, curve.EndNanos)
    {
        _curve = curve;
        _random = unchecked((ulong)seed);
        First();
    }

    protected override long TimeOf(long number)
    {
        for (; _walked < number; _walked++) _area += Exponential();
        return _area < (double)_curve.TotalArea ? _curve.TimeOf((decimal)_area) : long.MaxValue;
    }

    // Distance to the next point: −ln u, u uniform in (0, 1] with 53 bits.
    private double Exponential() => -Math.Log(((Next() >> 11) + 1) * (1.0 / (1UL << 53)));

    // SplitMix64 (Steele, Lea, Flood 2014): the same sequence on every runtime and machine, unlike System.Random.
    private ulong Next()
    {
        unchecked
        {
            var z = _random += 0x9E3779B97F4A7C15;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        }
    }
}
