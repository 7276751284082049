namespace Dyno.Results;

/// <summary>The plan of a run, complete enough to run it again.</summary>
public sealed record PlanRecord
{
    /// <summary>A short name: the file's name without extension, or the URL's host and path.</summary>
    public required string Name { get; init; }

    /// <summary>The kind of input, e.g. <c>url</c>, <c>websurge</c>, <c>http</c>, <c>k6</c>, <c>csharp</c>.</summary>
    public required string InputKind { get; init; }

    /// <summary>The file or URL as the user gave it, without credentials.</summary>
    public required string Source { get; init; }

    /// <summary>Closed, open, or mixed when scenarios differ.</summary>
    public required LoadModel Model { get; init; }

    /// <summary>The scenarios.</summary>
    public required ImmutableArray<ScenarioRecord> Scenarios { get; init; }

    /// <summary>Planned length of the warm-up, in seconds; its longest length where the warm-up ends at a steady level. 0 without a warm-up.</summary>
    public double WarmUpSeconds { get; init; }

    /// <summary>Whether the warm-up ends before its planned time once the rate is steady.</summary>
    public bool WarmUpEndsAtLevel { get; init; }

    /// <summary>Seed of every random choice of the run.</summary>
    public required long Seed { get; init; }

    /// <summary>Generator worker threads.</summary>
    public required int Workers { get; init; }

    /// <summary>How a worker waits for the next due start: <c>hybrid</c>, <c>busy</c>, <c>frugal</c>.</summary>
    public required string WaitStrategy { get; init; }

    /// <summary>The share of the load that this run made, e.g. <c>0:1/4</c>; null for the whole load.</summary>
    public string? ExecutionSegment { get; init; }

    /// <summary>Every option that was set: its name and its text, secrets masked.</summary>
    public ImmutableSortedDictionary<string, string> Options { get; init; } = ImmutableSortedDictionary<string, string>.Empty;
}

/// <summary>How iterations arrive.</summary>
public enum LoadModel
{
    /// <summary>Virtual users loop, so a slow server lowers the rate.</summary>
    Closed,

    /// <summary>Iterations are started at a rate, whatever the server does.</summary>
    Open,

    /// <summary>The plan has scenarios of both kinds.</summary>
    Mixed,
}

/// <summary>One scenario of a plan.</summary>
public sealed record ScenarioRecord
{
    /// <summary>Name of the parameter for a scenario's part of the work, where several scenarios share the work of one executor: <c>0/2:1/2</c>.</summary>
    public const string ShareParameter = "share";

    /// <summary>Unique name in the plan.</summary>
    public required string Name { get; init; }

    /// <summary>The executor's name, as k6 spells it, or <c>max-throughput</c>.</summary>
    public required string Executor { get; init; }

    /// <summary>Closed or open.</summary>
    public required LoadModel Model { get; init; }

    /// <summary>The executor's parameters: name, and text with unit (<c>duration</c> = <c>30s</c>).</summary>
    public required ImmutableSortedDictionary<string, string> Parameters { get; init; }

    /// <summary>The driver that sends, e.g. <c>linux</c>, <c>portable</c>, <c>httpclient</c>, <c>script</c>, <c>csharp</c>.</summary>
    public required string Driver { get; init; }

    /// <summary>
    /// Number of virtual users that share a connection, each with its own stream (HTTP/2). Null when a virtual user is a
    /// connection, or opens its own connections.
    /// </summary>
    public int? StreamsPerConnection { get; init; }

    /// <summary>The requests (steps) in order.</summary>
    public required ImmutableArray<StepRecord> Steps { get; init; }

    /// <summary>Seconds after the start of the phase at which the scenario begins.</summary>
    public double StartSeconds { get; init; }

    /// <summary>Seconds that work in flight may take after the scenario's planned end.</summary>
    public double GracefulStopSeconds { get; init; }
}

/// <summary>One request of a scenario.</summary>
public sealed record StepRecord
{
    /// <summary>Name of the step, unique in the scenario, e.g. <c>GET /hello</c>.</summary>
    public required string Name { get; init; }

    /// <summary>HTTP method; empty when the step is not HTTP.</summary>
    public string Method { get; init; } = "";

    /// <summary>Target without credentials; empty when the step has none.</summary>
    public string Url { get; init; } = "";

    /// <summary>
    /// Whether the step times parts of other requests, such as the messages of a stream or the events of an answer. Parts are no
    /// requests: totals, rates, errors and latencies leave them out.
    /// </summary>
    public bool IsPart { get; init; }
}
