namespace Dyno.Metrics;

/// <summary>Reads the metrics of a registry over all its recorders, which may continue to record. Used by one thread.</summary>
public sealed class MetricReader : IMetricSource
{
    private readonly MetricRegistry _registry;

    // The sums are kept for reuse, because thresholds read the same few metrics repeatedly.
    private readonly Dictionary<int, Instrument> _sums = [];

    public MetricReader(MetricRegistry registry) => _registry = registry;

    /// <summary>The time in which the values were collected; rates of counters are divided by it. Set it before reading.</summary>
    public TimeSpan Elapsed { get; set; }

    public bool TryRead(MetricSelector selector, Aggregation aggregation, out double value)
    {
        value = 0;
        if (!_registry.TryGet(selector.Name, out var metric) || SlotOf(metric, selector) is not { } slot) return false;
        if (!_sums.TryGetValue(slot, out var sum)) _sums[slot] = sum = Instrument.Create(metric.Definition.Type);
        sum.Reset();
        AddAll(sum, slot);
        value = sum.Read(aggregation, Elapsed);
        return !sum.IsEmpty;
    }

    /// <summary>All recorders' values of a metric, or of a part that was asked for; null when there is no such metric or part.</summary>
    public Instrument? Sum(MetricSelector selector)
    {
        if (!_registry.TryGet(selector.Name, out var metric) || SlotOf(metric, selector) is not { } slot) return null;
        var sum = Instrument.Create(metric.Definition.Type);
        AddAll(sum, slot);
        return sum;
    }

    /// <summary>Every metric, and every part that was asked for, by name, with the values that were added so far.</summary>
    public ImmutableArray<(MetricDefinition Metric, MetricSelector Selector, Instrument Sum)> ReadAll() =>
    [
        .. from metric in _registry.Metrics
           from selector in metric.SubMetrics.Insert(0, new MetricSelector(metric.Definition.Name))
           select (metric.Definition, selector, Sum(selector)!),
    ];

    private void AddAll(Instrument sum, int slot)
    {
        foreach (var recorder in _registry.Recorders)
            if (recorder.Find(slot) is { } instrument) sum.Merge(instrument);
    }

    private static int? SlotOf(Metric metric, MetricSelector selector) => selector.Tags.IsEmpty
        ? metric.Slot
        : metric.Parts.FirstOrDefault(part => part.Selector.Equals(selector))?.Slot;
}
