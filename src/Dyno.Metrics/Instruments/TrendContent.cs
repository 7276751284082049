using Dyno.Metrics.Histograms;

namespace Dyno.Metrics.Instruments;

/// <summary>Everything that a <see cref="Trend"/> holds: what is stored of it, and made a trend again.</summary>
/// <param name="Sum">Of all values; 0 when there is none.</param>
/// <param name="Min">The exact smallest value; 0 when there is none.</param>
/// <param name="Max">The exact largest value; 0 when there is none.</param>
/// <param name="Positive">The values from 0 on, in millionths; null when there is none.</param>
/// <param name="Negative">The magnitudes of those below 0, in millionths; null when there is none.</param>
public sealed record TrendContent(double Sum, double Min, double Max, Histogram? Positive, Histogram? Negative)
{
    /// <summary>No value.</summary>
    public static TrendContent Empty { get; } = new(0, 0, 0, null, null);
}
