using System.Collections.Immutable;
using Dyno.Load.Running;
using Dyno.Results.Runs;

namespace Dyno.Load.Shares;

/// <summary>What a share of a load by a fleet says, one thing at a time. Immutable.</summary>
public sealed record ShareReport
{
    /// <summary>What is said.</summary>
    public required ShareReportKind Kind { get; init; }

    /// <summary>The agent's session; put in by the agent.</summary>
    public string Session { get; init; } = "";

    /// <summary>Counts up, so that gaps are known; put in by the agent.</summary>
    public long Number { get; init; }

    /// <summary>A warning, or why it failed.</summary>
    public string? Text { get; init; }

    /// <summary>When it began, on the agent's monotonic clock.</summary>
    public long Nanos { get; init; }

    /// <summary>The last second.</summary>
    public RunSnapshot? Snapshot { get; init; }

    /// <summary>Everything so far, of a plan with a threshold that may end the run.</summary>
    public PhaseResult? SoFar { get; init; }

    /// <summary>What may end the run: known when the share is ready.</summary>
    public ImmutableArray<AbortingThreshold> Thresholds { get; init; } = [];

    /// <summary>Kind of the plan's input: known when the share is ready.</summary>
    public string? InputKind { get; init; }
}

/// <summary>A threshold that ends a run when it is crossed.</summary>
/// <param name="Metric">The metric.</param>
/// <param name="Expression">The condition.</param>
/// <param name="DelaySeconds">Not judged before.</param>
public sealed record AbortingThreshold(string Metric, string Expression, double DelaySeconds);

/// <summary>What is said.</summary>
public enum ShareReportKind
{
    /// <summary>The agent is there, once a second.</summary>
    Alive,

    /// <summary>The load is read and its workers wait.</summary>
    Ready,

    /// <summary>It has begun.</summary>
    Began,

    /// <summary>A second of it.</summary>
    Snapshot,

    /// <summary>Everything so far.</summary>
    SoFar,

    /// <summary>Something odd.</summary>
    Warning,

    /// <summary>Nothing is sent any more; the result is being written.</summary>
    Over,

    /// <summary>It is over and its result is in the store.</summary>
    Finished,

    /// <summary>It is over without a result.</summary>
    Failed,

    /// <summary>A process that hosts a program under test says something: its text.</summary>
    Said,
}
