namespace Dyno.Metrics;

/// <summary>A part of a metric that has figures of its own.</summary>
/// <param name="Selector">Selects the samples that belong to the part.</param>
/// <param name="Slot">The part's index in every recorder.</param>
internal sealed record SubMetric(MetricSelector Selector, int Slot);
