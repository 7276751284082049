namespace Dyno.Metrics;

/// <summary>One line of an interval log.</summary>
/// <param name="Start">When the interval began; kept to the millisecond.</param>
/// <param name="Length">How long it was; kept to the millisecond.</param>
/// <param name="Histogram">The values that were recorded in the interval.</param>
/// <param name="Tag">Tells several histograms of one interval apart, e.g. the request's name; null for none. No comma,
/// space or line break.</param>
public sealed record HistogramLogInterval(
    DateTimeOffset Start, TimeSpan Length, Histogram Histogram, string? Tag = null);
