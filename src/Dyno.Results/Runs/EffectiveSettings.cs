namespace Dyno.Results;

/// <summary>The settings with which a .NET program runs, as the program itself reports them; its environment and configuration may ask for others.</summary>
public sealed record EffectiveSettings
{
    /// <summary>The runtime, e.g. <c>.NET 8.0.31</c>.</summary>
    public required string Framework { get; init; }

    /// <summary>CPUs as the runtime counts them.</summary>
    public required int ProcessorCount { get; init; }

    /// <summary>Whether the server garbage collector runs.</summary>
    public required bool ServerGc { get; init; }

    /// <summary>Whether the collector also works concurrently with the program.</summary>
    public bool? ConcurrentGc { get; init; }

    /// <summary>Largest number of heaps of the collector (with DATAS, fewer heaps are used while possible).</summary>
    public int? HeapCount { get; init; }

    /// <summary>Whether DATAS adapts the number of heaps to the program.</summary>
    public bool? Datas { get; init; }

    /// <summary>Limit of the heap in bytes; null without one.</summary>
    public long? HeapHardLimitBytes { get; init; }

    /// <summary>Whether methods are compiled quickly at first and optimized later (tiered compilation).</summary>
    public bool? TieredCompilation { get; init; }

    /// <summary>Whether profiles of the running program guide the compiler.</summary>
    public bool? TieredPgo { get; init; }

    /// <summary>All settings that the collector reports about its configuration: name and text.</summary>
    public ImmutableSortedDictionary<string, string> Gc { get; init; } = ImmutableSortedDictionary<string, string>.Empty;
}
