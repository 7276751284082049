namespace Dyno.History;

/// <summary>A series with the weight of each value (1 ÷ variance), so that the mean and the squares of any stretch are known at once.</summary>
internal sealed class WeightedSums
{
    private readonly double[] _weights;
    private readonly double[] _values;
    private readonly double[] _squares;
    private readonly double _centre;

    public WeightedSums(IReadOnlyList<SeriesValue> series, IReadOnlyList<double> variances)
    {
        Count = series.Count;
        (_weights, _values, _squares) = (new double[Count + 1], new double[Count + 1], new double[Count + 1]);
        _centre = Count == 0 ? 0 : series[0].Value; // sums of small numbers lose no digits
        for (var i = 0; i < Count; i++)
        {
            var (weight, value) = (1 / variances[i], series[i].Value - _centre);
            _weights[i + 1] = _weights[i] + weight;
            _values[i + 1] = _values[i] + weight * value;
            _squares[i + 1] = _squares[i] + weight * value * value;
        }
    }

    /// <summary>The number of values.</summary>
    public int Count { get; }

    /// <summary>The sum of the weights of a stretch.</summary>
    public double Weight(int from, int to) => _weights[to] - _weights[from];

    public double Mean(int from, int to) => _centre + (_values[to] - _values[from]) / Weight(from, to);

    /// <summary>The weighted sum of squares around the mean of a stretch: distributed as χ² with length − 1 degrees of freedom without a change.</summary>
    public double Squares(int from, int to)
    {
        var sum = _values[to] - _values[from];
        return Math.Max(0, _squares[to] - _squares[from] - sum * sum / Weight(from, to));
    }
}
