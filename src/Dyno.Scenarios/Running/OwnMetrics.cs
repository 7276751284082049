namespace Dyno.Scenarios;

/// <summary>The metrics that a load's code has registered. Thread-safe.</summary>
internal sealed class OwnMetrics
{
    private readonly ConcurrentQueue<CustomMetric> _all = new();

    /// <summary>Adds a metric.</summary>
    /// <exception cref="UserFault">Another metric has the same name.</exception>
    public void Add(CustomMetric metric)
    {
        ArgumentNullException.ThrowIfNull(metric);
        if (_all.Contains(metric)) return; // registered by the Init of several scenarios
        if (_all.Any(m => m.MetricName == metric.MetricName))
            throw new UserFault($"two metrics have the name '{metric.MetricName}'", "give each metric its own name, or register one of them");
        _all.Enqueue(metric);
    }

    /// <summary>The current values.</summary>
    public MetricStats Read() => new(
        [.. _all.OfType<Counter>().Select(c => new CounterStats(c.MetricName, c.UnitOfMeasure, (long)c.Value))],
        [.. _all.OfType<Gauge>().Select(g => new GaugeStats(g.MetricName, g.UnitOfMeasure, g.Value))]);
}
