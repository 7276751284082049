namespace Dyno.Experiments;

/// <summary>What a user asks of a watch for growth.</summary>
public sealed record GrowthOptions
{
    /// <summary>Growth matters when it reaches a limit within this time; 30 days by default.</summary>
    public TimeSpan Horizon { get; init; } = TimeSpan.FromDays(30);

    /// <summary>Time between two full collections; null: chosen by the length of the run and the cost of a collection. Zero: none is asked for.</summary>
    public TimeSpan? CollectEvery { get; init; }

    /// <summary>Whether snapshots of the heap are taken that name the types that grow.</summary>
    public bool NamesTypes { get; init; } = true;

    /// <summary>Whether allocations are recorded for a while, to name the methods that allocate these types.</summary>
    public bool NamesSites { get; init; }
}
