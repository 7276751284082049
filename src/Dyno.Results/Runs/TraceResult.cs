namespace Dyno.Results;

/// <summary>The traces of a phase by which a reader finds slow and failed requests in a viewer of traces.</summary>
public sealed record TraceResult
{
    /// <summary>The number of the slowest requests that are listed, and of the failed ones.</summary>
    public const int Most = 10;

    /// <summary>The number of failed requests with the same error and status that are listed.</summary>
    public const int MostAlike = 3;

    /// <summary>Requests that ended and had asked the server to record their traces.</summary>
    public required long Sampled { get; init; }

    /// <summary>The slowest requests that asked for a recording, slowest first: at most 10, by response time, failed ones included.</summary>
    public required ImmutableArray<TracedRequest> Slowest { get; init; }

    /// <summary>The first failed requests, in the order of their ends: at most 10, and at most 3 with the same error and status.</summary>
    public required ImmutableArray<TracedRequest> Failed { get; init; }
}

/// <summary>A request that began a trace.</summary>
public sealed record TracedRequest
{
    /// <summary>The id of the trace: 32 hexadecimal digits in lower case (W3C Trace Context, <c>trace-id</c>).</summary>
    public required string TraceId { get; init; }

    /// <summary>Whether the request asked the server to record the trace. Logs may name the id even when it did not.</summary>
    public required bool Sampled { get; init; }

    /// <summary>The address of the trace in the user's viewer; null when no viewer was named.</summary>
    public string? Url { get; init; }

    /// <summary>Name of the scenario.</summary>
    public required string Scenario { get; init; }

    /// <summary>Name of the request in its scenario.</summary>
    public required string Name { get; init; }

    /// <summary>When the request ended, in seconds since the start of the phase.</summary>
    public required double Seconds { get; init; }

    /// <summary>End − intended start, in nanoseconds.</summary>
    public required long ResponseNanos { get; init; }

    /// <summary>End − actual start, in nanoseconds. The trace can explain only this part.</summary>
    public required long ServiceNanos { get; init; }

    /// <summary>Status of the answer; null without one.</summary>
    public int? Status { get; init; }

    /// <summary>The kind of error; null for a good answer.</summary>
    public string? Error { get; init; }

    /// <summary>How the request ended, in a word: its status, or the kind of its error.</summary>
    [JsonIgnore]
    public string Outcome => Status is { } status ? GrpcStatus.Text(status) : Error ?? "";
}
