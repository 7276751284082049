namespace Dyno.Metrics;

/// <summary>The share of values that are not 0. Figures: <c>rate</c>; for reports also <c>passes</c> and <c>fails</c>.</summary>
public sealed class Rate : Instrument
{
    private long _passes;
    private long _fails;

    public override bool IsEmpty => _passes + _fails == 0;

    /// <summary>Values that were not 0.</summary>
    public long Passes => _passes;

    /// <summary>Values that were 0.</summary>
    public long Fails => _fails;

    /// <summary>Creates a rate with these counts.</summary>
    public static Rate Of(long passes, long fails) => new() { _passes = passes, _fails = fails };

    public override void Add(double value)
    {
        if (value != 0) _passes++;
        else _fails++;
    }

    public override void Merge(Instrument other)
    {
        var rate = SameType<Rate>(other);
        _passes += rate._passes;
        _fails += rate._fails;
    }

    public override double Read(Aggregation aggregation, TimeSpan elapsed) => aggregation.Kind switch
    {
        AggregationKind.Rate => Share,
        _ => throw NoSuchFigure(aggregation),
    };

    public override ImmutableSortedDictionary<string, double> Figures(
        TimeSpan elapsed, IEnumerable<Aggregation>? trend = null) =>
        Named(("rate", Share), ("passes", _passes), ("fails", _fails));

    internal override void Reset() => (_passes, _fails) = (0, 0);

    private double Share => IsEmpty ? 0 : (double)_passes / (_passes + _fails);
}
