namespace Dyno.Experiments;

/// <summary>One goal of a search: a trial must meet all of its conditions.</summary>
public sealed record SweepConditions(ImmutableArray<Threshold> Thresholds)
{
    /// <summary>No condition: every trial with a good answer meets it.</summary>
    public static SweepConditions None { get; } = new([]);

    /// <summary>The conditions as the user wrote them: <c>p99.9 &lt; 20ms, errors &lt; 0.1%</c>; empty without any.</summary>
    public override string ToString() => string.Join(", ", Thresholds);
}
