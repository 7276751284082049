namespace Dyno.Metrics;

/// <summary>The whole content of a <see cref="Trend"/>, from which a stored trend can be made again.</summary>
/// <param name="Sum">Sum of all values; 0 when there is none.</param>
/// <param name="Min">The exact smallest value; 0 when there is none.</param>
/// <param name="Max">The exact largest value; 0 when there is none.</param>
/// <param name="Positive">Histogram of the values from 0 upwards, in millionths; null when there is none.</param>
/// <param name="Negative">Histogram of the magnitudes of the values below 0, in millionths; null when there is none.</param>
public sealed record TrendContent(double Sum, double Min, double Max, Histogram? Positive, Histogram? Negative)
{
    /// <summary>No value.</summary>
    public static TrendContent Empty { get; } = new(0, 0, 0, null, null);
}
