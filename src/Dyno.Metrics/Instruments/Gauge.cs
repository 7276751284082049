namespace Dyno.Metrics;

/// <summary>The latest value, over all workers. Figures: <c>value</c>; for reports also <c>min</c> and <c>max</c>.</summary>
public sealed class Gauge : Instrument
{
    private static long _lastTurn;

    // Sequence number of the latest value, unique among all gauges, so that a merge keeps the latest; 0 while empty.
    private long _turn;
    private double _value;
    private double _min = double.PositiveInfinity;
    private double _max = double.NegativeInfinity;

    public override bool IsEmpty => Volatile.Read(ref _turn) == 0;

    /// <summary>The latest value; 0 when empty.</summary>
    public double Value => _value;

    public override void Add(double value)
    {
        _min = Math.Min(_min, value);
        _max = Math.Max(_max, value);
        _value = value;
        Volatile.Write(ref _turn, Interlocked.Increment(ref _lastTurn));
    }

    public override void Merge(Instrument other)
    {
        var gauge = SameType<Gauge>(other);
        var turn = Volatile.Read(ref gauge._turn);
        if (turn == 0) return;
        _min = Math.Min(_min, gauge._min);
        _max = Math.Max(_max, gauge._max);
        if (turn > _turn) (_value, _turn) = (gauge._value, turn);
    }

    public override double Read(Aggregation aggregation, TimeSpan elapsed) => aggregation.Kind switch
    {
        AggregationKind.Value => _value,
        _ => throw NoSuchFigure(aggregation),
    };

    public override ImmutableSortedDictionary<string, double> Figures(
        TimeSpan elapsed, IEnumerable<Aggregation>? trend = null) =>
        IsEmpty ? Named(("value", 0), ("min", 0), ("max", 0)) : Named(("value", _value), ("min", _min), ("max", _max));

    internal override void Reset() =>
        (_turn, _value, _min, _max) = (0, 0, double.PositiveInfinity, double.NegativeInfinity);
}
