using System.Collections.Immutable;

namespace Dyno.Results.Runs;

/// <summary>What a .NET program itself says it runs with, whatever its environment and configuration asked for.</summary>
public sealed record EffectiveSettings
{
    /// <summary>The runtime, e.g. <c>.NET 8.0.31</c>.</summary>
    public required string Framework { get; init; }

    /// <summary>CPUs as the runtime counts them.</summary>
    public required int ProcessorCount { get; init; }

    /// <summary>Whether the server garbage collector runs.</summary>
    public required bool ServerGc { get; init; }

    /// <summary>Whether the collector also works beside the program.</summary>
    public bool? ConcurrentGc { get; init; }

    /// <summary>Heaps of the collector, at most (with DATAS it uses fewer while it can).</summary>
    public int? HeapCount { get; init; }

    /// <summary>Whether DATAS adapts the number of heaps to the program.</summary>
    public bool? Datas { get; init; }

    /// <summary>Limit of the heap in bytes; null without one.</summary>
    public long? HeapHardLimitBytes { get; init; }

    /// <summary>Whether methods are compiled quickly first and well later.</summary>
    public bool? TieredCompilation { get; init; }

    /// <summary>Whether profiles of the running program guide the compiler.</summary>
    public bool? TieredPgo { get; init; }

    /// <summary>Everything the collector says about its configuration, name to text.</summary>
    public ImmutableSortedDictionary<string, string> Gc { get; init; } = ImmutableSortedDictionary<string, string>.Empty;
}
