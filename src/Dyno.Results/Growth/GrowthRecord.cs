namespace Dyno.Results;

/// <summary>What a long run shows about growth: memory, handles, threads and times of the server over the whole run.</summary>
public sealed record GrowthRecord
{
    /// <summary>Whether anything grows that matters.</summary>
    public required GrowthVerdict Verdict { get; init; }

    /// <summary>The verdict in one sentence, with rate, interval, types and the time to the limit.</summary>
    public required string Sentence { get; init; }

    /// <summary>The time ahead, in seconds, in which growth matters when it reaches a limit.</summary>
    public required double HorizonSeconds { get; init; }

    /// <summary>The memory that the server may use, in bytes: of its control group, otherwise the machine's; null when it is not known.</summary>
    public long? MemoryLimitBytes { get; init; }

    /// <summary>Where the limit comes from: <c>control group</c> or <c>machine</c>; null without a limit.</summary>
    public string? MemoryLimitOf { get; init; }

    /// <summary>Each figure over time with its verdict; a figure that was not measured is left out.</summary>
    public ImmutableArray<GrowthFigure> Figures { get; init; } = [];

    /// <summary>The types whose objects grew most between two snapshots of the heap, the largest growth first; empty without snapshots.</summary>
    public ImmutableArray<GrowingType> Types { get; init; } = [];

    /// <summary>What the full collections cost that were asked for; null when none was.</summary>
    public CollectionCost? Collections { get; init; }

    /// <summary>Duration of each snapshot of the heap, in seconds; the server's threads stand still for most of it.</summary>
    public ImmutableArray<double> SnapshotSeconds { get; init; } = [];

    /// <summary>Time for which allocations were recorded to name the methods that allocate, in seconds; null when they were not.</summary>
    public double? SitesSeconds { get; init; }

    /// <summary>The server began anew at these times since the start of the measurement, in seconds.</summary>
    public ImmutableArray<double> RestartSeconds { get; init; } = [];

    /// <summary>What limits the verdict, one sentence each.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];

    /// <summary>The figures over time. A long run keeps as many points as a short one: its points are further apart.</summary>
    public ImmutableArray<GrowthPoint> Series { get; init; } = [];
}

/// <summary>Whether something grows.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<GrowthVerdict>))]
public enum GrowthVerdict
{
    /// <summary>It does not grow by more than what matters.</summary>
    Steady,

    /// <summary>The run cannot tell.</summary>
    Unclear,

    /// <summary>It grows, and growth continues at the end of the run.</summary>
    Grows,
}

/// <summary>One figure over time.</summary>
public sealed record GrowthFigure
{
    /// <summary>Its name in <see cref="GrowthPoint"/>, such as <c>heap</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Its title for readers.</summary>
    public required string Title { get; init; }

    /// <summary>Its unit: <c>bytes</c>, <c>count</c>, <c>ns</c>.</summary>
    public required string Unit { get; init; }

    /// <summary>The verdict.</summary>
    public required GrowthVerdict Verdict { get; init; }

    /// <summary>Why the verdict is not clear; null when it is.</summary>
    public string? Why { get; init; }

    /// <summary>The level at the end of the run, by the fitted line, in the unit.</summary>
    public required double Level { get; init; }

    /// <summary>Growth in units per hour (Theil–Sen); null with too few points.</summary>
    public double? PerHour { get; init; }

    /// <summary>Lower end of its interval; null when the points give none.</summary>
    public double? LowerPerHour { get; init; }

    /// <summary>Upper end of its interval; null when the points give none.</summary>
    public double? UpperPerHour { get; init; }

    /// <summary>Level of the interval, 0 to 1.</summary>
    public double IntervalLevel { get; init; }

    /// <summary>The growth per hour from which it matters.</summary>
    public double MattersPerHour { get; init; }

    /// <summary>Growth per completed request, in the unit; null for a figure that is no stock, and without requests.</summary>
    public double? PerRequest { get; init; }

    /// <summary>The limit that the figure runs into, in its unit; null when it has none.</summary>
    public double? Limit { get; init; }

    /// <summary>Time until the limit at this rate, in seconds; null when it does not grow, or has no limit.</summary>
    public double? SecondsToLimit { get; init; }

    /// <summary>The shortest time that the interval allows, in seconds.</summary>
    public double? LeastSecondsToLimit { get; init; }

    /// <summary>The longest time that the interval allows, in seconds; null when it allows any.</summary>
    public double? MostSecondsToLimit { get; init; }

    /// <summary>The start that was left out because the figure still settled, in seconds.</summary>
    public double SettledAfterSeconds { get; init; }

    /// <summary>Number of points that were judged.</summary>
    public int Points { get; init; }

    /// <summary>For an unclear verdict: further time that would likely decide, in seconds; null when unknown.</summary>
    public double? SecondsMore { get; init; }
}

/// <summary>A moment of the run. A value that is not known is null.</summary>
public sealed record GrowthPoint
{
    /// <summary>Time since the start of the measurement, in seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>The managed heap after a full collection, in bytes.</summary>
    public double? Heap { get; init; }

    /// <summary>Low points of the managed heap, in bytes, where no collections were asked for.</summary>
    public double? HeapLow { get; init; }

    /// <summary>Memory that the collector has committed, in bytes.</summary>
    public double? Committed { get; init; }

    /// <summary>Resident memory of the process and its children, in bytes.</summary>
    public double? WorkingSet { get; init; }

    /// <summary>Open file descriptors.</summary>
    public double? Handles { get; init; }

    /// <summary>Open sockets, which are part of the handles.</summary>
    public double? Sockets { get; init; }

    /// <summary>Threads.</summary>
    public double? Threads { get; init; }

    /// <summary>Active timers.</summary>
    public double? Timers { get; init; }

    /// <summary>Connections of the server to databases, idle ones included.</summary>
    public double? PooledConnections { get; init; }

    /// <summary>Mean of the median response times of each second, in nanoseconds.</summary>
    public double? P50 { get; init; }

    /// <summary>Mean of the p99 response times of each second, in nanoseconds.</summary>
    public double? P99 { get; init; }

    /// <summary>CPU time of the server per request, in nanoseconds.</summary>
    public double? CpuPerRequest { get; init; }

    /// <summary>Completed requests per second.</summary>
    public double? Rate { get; init; }
}

/// <summary>A type whose objects take more of the heap in the second snapshot than in the first.</summary>
public sealed record GrowingType
{
    /// <summary>The type, such as <c>System.Byte[]</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Bytes more than in the first snapshot.</summary>
    public required long Bytes { get; init; }

    /// <summary>Objects more than in the first snapshot.</summary>
    public required long Objects { get; init; }

    /// <summary>Bytes in the second snapshot.</summary>
    public required long BytesAtEnd { get; init; }

    /// <summary>Objects in the second snapshot.</summary>
    public required long ObjectsAtEnd { get; init; }

    /// <summary>The methods that allocate it, the one with the most bytes first; empty when they were not asked for.</summary>
    public ImmutableArray<AllocationSite> Sites { get; init; } = [];
}

/// <summary>A method that allocates objects of a type.</summary>
public sealed record AllocationSite
{
    /// <summary>The deepest method of the user's own projects; without one, the part of the framework in parentheses.</summary>
    public required string Method { get; init; }

    /// <summary>Its source file; null when it is not known.</summary>
    public string? File { get; init; }

    /// <summary>The line on which it begins; null when it is not known.</summary>
    public int? Line { get; init; }

    /// <summary>Its share of the bytes of the type that are allocated, 0 to 1.</summary>
    public required double Share { get; init; }
}

/// <summary>What full collections cost.</summary>
public sealed record CollectionCost
{
    /// <summary>How many were made.</summary>
    public required int Count { get; init; }

    /// <summary>Time in collections, in seconds.</summary>
    public required double TotalSeconds { get; init; }

    /// <summary>The longest, in seconds.</summary>
    public required double LongestSeconds { get; init; }

    /// <summary>Time between two at the end of the run, in seconds.</summary>
    public required double EverySeconds { get; init; }
}
