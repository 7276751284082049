namespace Dyno.Results;

/// <summary>
/// One run of one load: what was planned, where it ran, what was measured, and whether the numbers can be trusted. The load engine
/// writes this document and every report reads it; no report computes its own statistic. The document holds no secret: the code
/// that builds it passes every text through <c>Redaction</c> first.
/// </summary>
public sealed record RunResult
{
    /// <summary>The version this build writes. A reader accepts this and every earlier one.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>Version of the document's shape.</summary>
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>Sortable by time and unique: <c>20261121-104233-k3f9</c>.</summary>
    public required string Id { get; init; }

    /// <summary>When the first phase began (UTC).</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>When the last iteration ended (UTC).</summary>
    public required DateTimeOffset EndedAt { get; init; }

    /// <summary>The build of Dyno that made the run, and its runtime.</summary>
    public required ToolRecord Tool { get; init; }

    /// <summary>How the run ended.</summary>
    public required RunOutcome Outcome { get; init; }

    /// <summary>The reason for an <see cref="Outcome"/> other than completed, in one sentence; otherwise null.</summary>
    public string? OutcomeReason { get; init; }

    /// <summary>The whole plan.</summary>
    public required PlanRecord Plan { get; init; }

    /// <summary>The machine, as it was during the run.</summary>
    public required EnvironmentRecord Environment { get; init; }

    /// <summary>The program under test, when Dyno started it; otherwise null.</summary>
    public SubjectRecord? Subject { get; init; }

    /// <summary>The figures of the warm-up, recorded separately: they are never part of <see cref="Measured"/>. Null without a warm-up.</summary>
    public PhaseResult? WarmUp { get; init; }

    /// <summary>The measurement.</summary>
    public required PhaseResult Measured { get; init; }

    /// <summary>The slices of the run, where the load visited several variants in turn that were up at the same time (a duet trial); null otherwise.</summary>
    public DuetRecord? Duet { get; init; }

    /// <summary>The cost and the behaviour of the load generator itself.</summary>
    public required GeneratorRecord Generator { get; init; }

    /// <summary>The server as seen from outside; null when the server's process is unknown (a URL).</summary>
    public ServerObservation? Server { get; init; }

    /// <summary>The services that ran beside the program under test; empty without any.</summary>
    public ImmutableArray<ServiceObservation> Services { get; init; } = [];

    /// <summary>Explanations of the figures, drawn from the counters.</summary>
    public ImmutableArray<ExplanationRecord> Explanations { get; init; } = [];

    /// <summary>Which methods use the CPU, from its own launch after the run; null unless it was asked for.</summary>
    public RunProfile? Profile { get; init; }

    /// <summary>What grows over a long run; null unless it was asked for.</summary>
    public GrowthRecord? Growth { get; init; }

    /// <summary>Whether the numbers can be trusted, with every reason.</summary>
    public required HealthRecord Health { get; init; }

    /// <summary>The ids of the runs that a report merged into this one; empty for a single run.</summary>
    public ImmutableArray<string> MergedRuns { get; init; } = [];

    /// <summary>The machines that made the load together; null when one machine made the load.</summary>
    public FleetRecord? Fleet { get; init; }

    /// <summary>What the merged runs record and this document does not, one sentence each; empty for a single run.</summary>
    public ImmutableArray<string> LeftOut { get; init; } = [];

    /// <summary>Each threshold and whether it held.</summary>
    public ImmutableArray<ThresholdRecord> Thresholds { get; init; } = [];

    /// <summary>
    /// The figures with a fixed name by which runs are compared, filtered and judged; computed from the rest of the document when it is written.
    /// A figure that was not measured is left out.
    /// </summary>
    public ImmutableSortedDictionary<string, double> Figures => RunFigures.Declared(this);
}

/// <summary>How a run ended.</summary>
public enum RunOutcome
{
    /// <summary>The plan ran to its end.</summary>
    Completed,

    /// <summary>Stopped by the user (one Ctrl-C, SIGTERM): the measurement up to that moment is reported.</summary>
    Interrupted,

    /// <summary>Cut by the user (a second Ctrl-C): work in flight was abandoned.</summary>
    Aborted,

    /// <summary>A threshold with <c>abortOnFail</c> was crossed.</summary>
    ThresholdAborted,

    /// <summary>The run could not continue: setup failed, or the subject ended for good.</summary>
    Failed,
}

/// <summary>Which build wrote a result.</summary>
public sealed record ToolRecord
{
    /// <summary>Semantic version of Dyno.</summary>
    public required string Version { get; init; }

    /// <summary>Git commit of Dyno, with <c>-dirty</c> when tracked files differ from it; null outside a checkout.</summary>
    public string? Commit { get; init; }

    /// <summary>The runtime on which Dyno ran, e.g. <c>.NET 10.0.12</c>.</summary>
    public required string Runtime { get; init; }
}
