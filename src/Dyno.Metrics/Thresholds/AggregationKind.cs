namespace Dyno.Metrics;

/// <summary>The figure of a metric that a threshold judges.</summary>
public enum AggregationKind
{
    /// <summary>Sum of a counter.</summary>
    Count,

    /// <summary>Per second for a counter; the share of non-zero values, 0 to 1, for a rate.</summary>
    Rate,

    /// <summary>Latest value of a gauge.</summary>
    Value,

    /// <summary>Mean of a trend.</summary>
    Avg,

    /// <summary>Smallest value of a trend.</summary>
    Min,

    /// <summary>Largest value of a trend.</summary>
    Max,

    /// <summary>Median of a trend.</summary>
    Med,

    /// <summary>A percentile of a trend.</summary>
    Percentile,
}
