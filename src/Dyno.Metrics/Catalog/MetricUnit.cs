namespace Dyno.Metrics;

/// <summary>The unit of a metric's values; k6 calls it <c>contains</c>.</summary>
public enum MetricUnit
{
    /// <summary>Plain numbers.</summary>
    Default,

    /// <summary>Times, in milliseconds.</summary>
    Time,

    /// <summary>Sizes, in bytes.</summary>
    Data,
}
