namespace Dyno.History;

/// <summary>What a trend shows.</summary>
public sealed record TrendOptions
{
    /// <summary>The metric; null: the headline of each series.</summary>
    public string? Metric { get; init; }

    /// <summary>Only the series whose name or cell has this text; null: all.</summary>
    public string? Series { get; init; }

    /// <summary>The newest commits that are shown, 8 or more.</summary>
    public int Last { get; init; } = 500;

    /// <summary>A change is new when it was first seen with one of this many newest commits.</summary>
    public int Newest { get; init; } = 1;
}
