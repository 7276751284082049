namespace Dyno.Results;

/// <summary>A run as one line of a list: the figures that users look for first, read without the rest of the run's document.</summary>
public sealed record RunDigest
{
    /// <summary>The id of the run.</summary>
    public required string Id { get; init; }

    /// <summary>When the run began (UTC).</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Name of the plan.</summary>
    public required string Name { get; init; }

    /// <summary>The URL or file that made the load, followed by <c> on </c> and the program under test when Dyno started the program.</summary>
    public required string Target { get; init; }

    /// <summary>How the run ended.</summary>
    public required RunOutcome Outcome { get; init; }

    /// <summary>Requests ÷ duration of the measurement.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>Requests of the measurement.</summary>
    public required long Requests { get; init; }

    /// <summary>Requests of the measurement that failed.</summary>
    public required long FailedRequests { get; init; }

    /// <summary>Requests of the measurement that were sent once more; null in results of earlier builds.</summary>
    public long? Resends { get; init; }

    /// <summary>Response time of every request, p50 in nanoseconds; null when there was none.</summary>
    public long? P50Nanos { get; init; }

    /// <summary>p99 of the same response time, in nanoseconds.</summary>
    public long? P99Nanos { get; init; }

    /// <summary>Whether 10 values or more lie beyond the p99.</summary>
    public bool P99IsReliable { get; init; }

    /// <summary>The figures of the run by the names of <c>FigureTable</c>; of a document of an earlier build, those of its requests.</summary>
    public required ImmutableSortedDictionary<string, double> Figures { get; init; }

    /// <summary>Whether the figures can be trusted.</summary>
    public required HealthState Health { get; init; }

    /// <summary>The tags that the user gave to the run, sorted.</summary>
    public ImmutableSortedSet<string> Tags { get; init; } = [];
}
