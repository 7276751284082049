namespace Dyno.Load;

/// <summary>One message from a share of a fleet's load. Immutable.</summary>
public sealed record ShareReport
{
    public required ShareReportKind Kind { get; init; }

    /// <summary>The agent's session; set by the agent.</summary>
    public string Session { get; init; } = "";

    /// <summary>Number of the message, counting up so that gaps are noticed; set by the agent.</summary>
    public long Number { get; init; }

    /// <summary>The text of the message, such as a warning or the reason for a failure.</summary>
    public string? Text { get; init; }

    /// <summary>When the load began, on the agent's monotonic clock.</summary>
    public long Nanos { get; init; }

    /// <summary>The snapshot of the last second.</summary>
    public RunSnapshot? Snapshot { get; init; }

    /// <summary>The result so far, of a plan with a threshold that may end the run.</summary>
    public PhaseResult? SoFar { get; init; }

    /// <summary>The thresholds that may end the run: known when the share is ready.</summary>
    public ImmutableArray<AbortingThreshold> Thresholds { get; init; } = [];

    /// <summary>Kind of the plan's input: known when the share is ready.</summary>
    public string? InputKind { get; init; }
}

/// <summary>A threshold that ends a run when it is crossed.</summary>
/// <param name="DelaySeconds">Time in seconds before which the threshold is not judged.</param>
public sealed record AbortingThreshold(string Metric, string Expression, double DelaySeconds);

/// <summary>The kinds of messages.</summary>
public enum ShareReportKind
{
    /// <summary>The agent is alive; sent once a second.</summary>
    Alive,

    /// <summary>The load is read and its workers wait.</summary>
    Ready,

    /// <summary>The load has begun.</summary>
    Began,

    /// <summary>The snapshot of a second of the load.</summary>
    Snapshot,

    /// <summary>The result so far.</summary>
    SoFar,

    /// <summary>A warning.</summary>
    Warning,

    /// <summary>Nothing is sent any more; the result is being written.</summary>
    Over,

    /// <summary>The load is over and its result is in the store.</summary>
    Finished,

    /// <summary>The load is over without a result.</summary>
    Failed,

    /// <summary>The text of a process that hosts a program under test.</summary>
    Said,
}
