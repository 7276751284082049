namespace Dyno.Metrics;

/// <summary>A registered metric, to which a recorder adds values. Made by <see cref="MetricRegistry"/>.</summary>
public sealed class Metric
{
    private ImmutableArray<SubMetric> _parts = [];

    internal Metric(MetricDefinition definition, int slot) => (Definition, Slot) = (definition, slot);

    /// <summary>Name, type and unit.</summary>
    public MetricDefinition Definition { get; }

    /// <summary>The parts that are kept beside the whole, in the order in which they were asked for. Thread-safe.</summary>
    public ImmutableArray<MetricSelector> SubMetrics => [.. Parts.Select(part => part.Selector)];

    /// <summary>Whether the metric has sub-metrics; cheap enough to be read for every sample.</summary>
    public bool HasSubMetrics => !Parts.IsEmpty;

    internal int Slot { get; }

    // Published as one reference: recorders on other threads see the old parts or the new ones.
    internal ImmutableArray<SubMetric> Parts => _parts;

    internal void Add(SubMetric part) =>
        ImmutableInterlocked.Update(ref _parts, static (parts, added) => parts.Add(added), part);
}
