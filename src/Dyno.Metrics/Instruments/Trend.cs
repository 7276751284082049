namespace Dyno.Metrics;

/// <summary>
/// A distribution in constant memory. Figures: <c>avg</c>, <c>min</c> and <c>max</c> (exact), <c>med</c> and <c>p(N)</c>
/// (interpolated between neighbours as in k6).
/// </summary>
/// <remarks>
/// Values are kept in millionths (nanoseconds, for times in milliseconds) in log-linear buckets: a percentile is off by
/// at most 0.1 % or half a millionth, whichever is more, up to ±9.2·10¹²; whole numbers below 1,000 come back exactly.
/// Larger values count as that limit in percentiles; average, minimum and maximum stay exact.
/// </remarks>
public sealed class Trend : Instrument
{
    private const double PerUnit = 1_000_000;
    private static readonly HistogramLayout Layout = new(long.MaxValue, 3);

    private static readonly ImmutableArray<Aggregation> SummaryFigures =
    [
        new(AggregationKind.Avg), new(AggregationKind.Min), new(AggregationKind.Med), new(AggregationKind.Max),
        new(AggregationKind.Percentile, 90), new(AggregationKind.Percentile, 95),
    ];

    private readonly Histogram _positive = new(Layout);
    private Histogram? _negative; // magnitudes of the values below 0, which few trends have
    private Histogram? _copy; // copy of the histogram that is merged, because its writer continues
    private double _sum;
    private double _min = double.PositiveInfinity;
    private double _max = double.NegativeInfinity;

    public override bool IsEmpty => Count == 0;

    /// <summary>Number of values that were added.</summary>
    public long Count => _positive.Count + NegativeCount;

    private long NegativeCount => Volatile.Read(ref _negative)?.Count ?? 0;

    /// <summary>The trend's content, to be stored. The writer must be idle.</summary>
    public TrendContent Content => IsEmpty ? TrendContent.Empty : new TrendContent(_sum, _min, _max, _positive, _negative);

    /// <summary>Creates a trend from the content of another trend.</summary>
    /// <exception cref="ArgumentException">A histogram does not have the layout of a trend.</exception>
    public static Trend Of(TrendContent content)
    {
        var trend = new Trend();
        if (content.Positive is { } positive) trend._positive.Merge(positive);
        if (content.Negative is { Count: > 0 } negative) trend.Negative().Merge(negative);
        if (trend.Count > 0) (trend._sum, trend._min, trend._max) = (content.Sum, content.Min, content.Max);
        return trend;
    }

    public override void Add(double value)
    {
        _sum += value;
        if (value < _min) _min = value;
        if (value > _max) _max = value;
        // The conversion saturates: a value that is too large falls into the last bucket.
        if (value >= 0) _positive.Record((long)(value * PerUnit + 0.5));
        else Negative().Record((long)(-value * PerUnit + 0.5));
    }

    public override void Merge(Instrument other)
    {
        var trend = SameType<Trend>(other);
        var copy = _copy ??= new Histogram(Layout);
        copy.CopyFrom(trend._positive);
        _positive.Merge(copy);
        if (Volatile.Read(ref trend._negative) is { } negative)
        {
            copy.CopyFrom(negative);
            Negative().Merge(copy);
        }

        _sum += trend._sum;
        _min = Math.Min(_min, trend._min);
        _max = Math.Max(_max, trend._max);
    }

    public override double Read(Aggregation aggregation, TimeSpan elapsed)
    {
        if (IsEmpty) return 0;
        return aggregation.Kind switch
        {
            AggregationKind.Avg => _sum / Count,
            AggregationKind.Min => _min,
            AggregationKind.Max => _max,
            AggregationKind.Count => Count,
            AggregationKind.Med or AggregationKind.Percentile => ValueAt(aggregation.Quantile!.Value),
            _ => throw NoSuchFigure(aggregation),
        };
    }

    public override ImmutableSortedDictionary<string, double> Figures(
        TimeSpan elapsed, IEnumerable<Aggregation>? trend = null) =>
        Named([.. (trend ?? SummaryFigures).Select(figure => (figure.ToString(), Read(figure, elapsed)))]);

    internal override void Reset()
    {
        _positive.Reset();
        _negative?.Reset();
        (_sum, _min, _max) = (0, double.PositiveInfinity, double.NegativeInfinity);
    }

    private Histogram Negative()
    {
        if (_negative is null) Volatile.Write(ref _negative, new Histogram(Layout));
        return _negative!;
    }

    // k6: the value at place quantile·(n−1) of the sorted values, counted from 0, linear in between.
    private double ValueAt(double quantile)
    {
        var place = quantile * (Count - 1);
        var below = (long)place;
        var value = ValueAtPlace(below);
        var part = place - below;
        return part == 0 ? value : value + part * (ValueAtPlace(below + 1) - value);
    }

    private double ValueAtPlace(long place)
    {
        if (place <= 0) return _min;
        if (place >= Count - 1) return _max;
        var negatives = NegativeCount;
        var value = place < negatives
            ? -Rounded(_negative!, negatives - place)
            : Rounded(_positive, place - negatives + 1);
        return Math.Max(_min, Math.Min(_max, value));
    }

    private static double Rounded(Histogram histogram, long rank)
    {
        var index = Layout.IndexOf(histogram.ValueAtRank(rank));
        return RoundNumber.Within(Layout.LowestAt(index), Layout.HighestAt(index)) / PerUnit;
    }
}
