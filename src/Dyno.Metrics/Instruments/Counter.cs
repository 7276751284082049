namespace Dyno.Metrics;

/// <summary>A sum. Figures: <c>count</c>, <c>rate</c> (per second).</summary>
public sealed class Counter : Instrument
{
    private double _sum;
    private bool _used;

    public override bool IsEmpty => !_used;

    public double Sum => _sum;

    public override void Add(double value)
    {
        _sum += value;
        _used = true;
    }

    public override void Merge(Instrument other)
    {
        var counter = SameType<Counter>(other);
        if (!counter.IsEmpty) Add(counter._sum);
    }

    public override double Read(Aggregation aggregation, TimeSpan elapsed) => aggregation.Kind switch
    {
        AggregationKind.Count => _sum,
        AggregationKind.Rate => PerSecond(elapsed),
        _ => throw NoSuchFigure(aggregation),
    };

    public override ImmutableSortedDictionary<string, double> Figures(
        TimeSpan elapsed, IEnumerable<Aggregation>? trend = null) =>
        Named(("count", _sum), ("rate", PerSecond(elapsed)));

    internal override void Reset() => (_sum, _used) = (0, false);

    private double PerSecond(TimeSpan elapsed) => elapsed > TimeSpan.Zero ? _sum / elapsed.TotalSeconds : 0;
}
