namespace Dyno.Metrics;

/// <summary>The source from which thresholds read the metrics of a run, over everything since the measurement began. Called by one thread.</summary>
public interface IMetricSource
{
    /// <summary>Reads one figure.</summary>
    /// <param name="selector">The metric or a part of it.</param>
    /// <param name="aggregation">The figure, one that the metric's type has.</param>
    /// <param name="value">The figure, in the metric's unit (times: milliseconds; rates of counters: per second).</param>
    /// <returns>False when nothing was measured yet.</returns>
    bool TryRead(MetricSelector selector, Aggregation aggregation, out double value);

    /// <summary>Everything that a metric has recorded so far; null where it is unknown what was recorded between two moments.</summary>
    /// <param name="selector">The metric or a part of it.</param>
    MetricState? StateOf(MetricSelector selector) => null;

    /// <summary>
    /// Whether a latency has no good answer. There is then no figure to judge, because an error may be fast. False for every other metric,
    /// and for a part that selects failures.
    /// </summary>
    bool LacksGoodAnswers(MetricSelector selector) => false;
}
