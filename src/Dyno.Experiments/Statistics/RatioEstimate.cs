namespace Dyno.Experiments;

/// <summary>What paired trials say about variant ÷ baseline of one metric. The unit is the launch: one pair per round.</summary>
public sealed record RatioEstimate
{
    /// <summary>Rounds that gave a pair.</summary>
    public required int Rounds { get; init; }

    /// <summary>Estimated ratio: the Hodges–Lehmann estimate of the log-ratios, as a ratio. 1.05 is 5 % more.</summary>
    public required double Ratio { get; init; }

    /// <summary>The standard deviation of a round's log-ratio; null for a single round.</summary>
    public double? Deviation { get; init; }

    /// <summary>The interval; null for a single round.</summary>
    public RatioInterval? Interval { get; init; }
}

/// <summary>An interval of a ratio.</summary>
/// <param name="Low">Lower end, above 0.</param>
/// <param name="High">Upper end.</param>
/// <param name="Level">The level asked for, e.g. 0.95.</param>
/// <param name="Coverage">What the method really covers; at least <paramref name="Level"/> for the exact one.</param>
public sealed record RatioInterval(double Low, double High, double Level, double Coverage, IntervalMethod Method)
{
    public double HalfWidth => (Math.Log(High) - Math.Log(Low)) / 2;
}

/// <summary>How an interval was found.</summary>
public enum IntervalMethod
{
    /// <summary>Exact signed-rank interval between two sorted Walsh averages.</summary>
    SignedRank,

    /// <summary>Student's t on the log-ratios, where there are too few rounds for an exact interval.</summary>
    StudentT,

    /// <summary>Student's t with the scatter of the variant and of the control together.</summary>
    PooledT,
}
