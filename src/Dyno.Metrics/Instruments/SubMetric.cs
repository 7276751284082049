using Dyno.Metrics.Catalog;

namespace Dyno.Metrics.Instruments;

/// <summary>A part of a metric that has figures of its own.</summary>
/// <param name="Selector">Which samples belong to it.</param>
/// <param name="Slot">Its place in every recorder.</param>
internal sealed record SubMetric(MetricSelector Selector, int Slot);
