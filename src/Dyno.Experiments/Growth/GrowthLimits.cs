namespace Dyno.Experiments;

/// <summary>What a server may use, and how far ahead its user looks.</summary>
internal sealed record GrowthLimits
{
    /// <summary>Growth matters when it reaches a limit within this time.</summary>
    public required TimeSpan Horizon { get; init; }

    /// <summary>Memory in bytes; null when it is not known.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>Where the limit of the memory comes from: <c>control group</c> or <c>machine</c>.</summary>
    public string? MemoryOf { get; init; }

    /// <summary>Open files; null when it is not known.</summary>
    public long? Files { get; init; }
}
