namespace Dyno.Load;

/// <summary>
/// Metrics that the workload's own code keeps, for example those of a k6 script. Thresholds are judged on them, and the result contains
/// them. One thread reads them while the workers write.
/// </summary>
/// <param name="elapsed">The time by which rates are divided: that of the whole run, so that thresholds and summary show the same rates.</param>
public sealed class WorkloadMetrics(MetricRegistry registry, Func<TimeSpan> elapsed, ImmutableArray<Aggregation> trendFigures)
{
    private readonly MetricReader _reader = new(registry);

    /// <summary>Reads one figure, as <see cref="IMetricSource.TryRead"/>.</summary>
    public bool TryRead(MetricSelector selector, Aggregation aggregation, out double value)
    {
        _reader.Elapsed = elapsed();
        return _reader.TryRead(selector, aggregation, out value);
    }

    /// <summary>Every metric with its values.</summary>
    public ImmutableArray<MetricResult> Read() =>
    [
        .. _reader.ReadAll().Where(m => !m.Sum.IsEmpty || !m.Selector.Tags.IsEmpty)
            .Select(m => MetricFigures.Of(m.Metric, m.Selector, m.Sum, elapsed(), trendFigures)),
    ];
}
