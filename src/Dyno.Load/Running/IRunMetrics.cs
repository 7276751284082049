using System.Collections.Immutable;
using Dyno.Metrics.Catalog;
using Dyno.Metrics.Thresholds;
using Dyno.Results.Runs;

namespace Dyno.Load.Running;

/// <summary>
/// Metrics that the workload's own code keeps, for example those of a k6 script. Thresholds are judged on them, and the result contains
/// them. One thread reads them while the workers write.
/// </summary>
public interface IRunMetrics
{
    /// <summary>Reads one figure.</summary>
    /// <param name="selector">The metric or a part of it.</param>
    /// <param name="aggregation">The figure to read; the metric's type must have it.</param>
    /// <param name="elapsed">The time by which rates are divided.</param>
    /// <param name="value">The figure in the metric's unit (times: milliseconds; rates of counters: per second).</param>
    /// <returns>False when nothing was measured yet.</returns>
    bool TryRead(MetricSelector selector, Aggregation aggregation, TimeSpan elapsed, out double value);

    /// <summary>Every metric with its values.</summary>
    /// <param name="elapsed">The time by which rates are divided.</param>
    ImmutableArray<MetricResult> Read(TimeSpan elapsed);
}
