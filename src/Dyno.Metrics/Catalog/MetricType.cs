namespace Dyno.Metrics;

/// <summary>How a metric aggregates its values; k6's four types.</summary>
public enum MetricType
{
    /// <summary>A sum: <c>count</c>, <c>rate</c> (per second).</summary>
    Counter,

    /// <summary>The latest value: <c>value</c>, <c>min</c>, <c>max</c>.</summary>
    Gauge,

    /// <summary>The share of values that are not zero: <c>rate</c>, from 0 to 1.</summary>
    Rate,

    /// <summary>A distribution: <c>avg</c>, <c>min</c>, <c>med</c>, <c>max</c>, <c>p(N)</c>.</summary>
    Trend,
}
