namespace Dyno.Metrics.Catalog;

/// <summary>What a metric's values are; k6 calls it <c>contains</c>.</summary>
public enum MetricUnit
{
    /// <summary>Plain numbers.</summary>
    Default,

    /// <summary>Times, in milliseconds.</summary>
    Time,

    /// <summary>Sizes, in bytes.</summary>
    Data,
}
