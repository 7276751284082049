using System.Collections.Immutable;
using Dyno.Metrics.Catalog;
using Dyno.Metrics.Thresholds;
using Dyno.Results.Runs;

namespace Dyno.Load.Running;

/// <summary>
/// Metrics that the code of a workload keeps by itself, such as a script's: thresholds are judged on them, and they stand
/// in the result. Read by one thread while the workers write.
/// </summary>
public interface IRunMetrics
{
    /// <summary>Reads one figure.</summary>
    /// <param name="selector">The metric or a part of it.</param>
    /// <param name="aggregation">The figure, one that the metric's type has.</param>
    /// <param name="elapsed">What rates are divided by.</param>
    /// <param name="value">In the metric's unit (times: milliseconds; rates of counters: per second).</param>
    /// <returns>False when nothing was measured yet.</returns>
    bool TryRead(MetricSelector selector, Aggregation aggregation, TimeSpan elapsed, out double value);

    /// <summary>Every metric with its values.</summary>
    /// <param name="elapsed">What rates are divided by.</param>
    ImmutableArray<MetricResult> Read(TimeSpan elapsed);
}
