namespace Dyno.Load;

/// <summary>An immutable load: scenarios side by side, and everything that shapes them. <see cref="PlanRules"/> validates it.</summary>
public sealed record TestPlan
{
    /// <summary>A short name: the file's name without extension, or the URL's host and path.</summary>
    public required string Name { get; init; }

    /// <summary>The kind of input that the plan came from: <c>url</c>, <c>websurge</c> …</summary>
    public required string InputKind { get; init; }

    /// <summary>The file or URL as the user gave it.</summary>
    public required string Source { get; init; }

    /// <summary>The scenarios, at least one. Their names are unique.</summary>
    public required ImmutableArray<ScenarioPlan> Scenarios { get; init; }

    /// <summary>What works beside the load while it runs, such as logins. Default: nothing.</summary>
    public ImmutableArray<ICompanion> Companions { get; init; } = [];

    /// <summary>Length of the warm-up before the measurement; the warm-up is recorded separately. Default: none.</summary>
    public TimeSpan WarmUp { get; init; }

    /// <summary>Ends the warm-up early when the load has become level; null: the warm-up takes its whole time.</summary>
    public WarmUpLevel? WarmUpLevel { get; init; }

    /// <summary>Worker threads per scenario. Default 1.</summary>
    public int Workers { get; init; } = 1;

    /// <summary>How workers wait for due starts. Default hybrid.</summary>
    public WaitStrategy WaitStrategy { get; init; }

    /// <summary>The share of the work that this process does. Default: all of it.</summary>
    public ExecutionSegment Segment { get; init; } = ExecutionSegment.Whole;

    /// <summary>Seed of every random choice.</summary>
    public required long Seed { get; init; }

    /// <summary>Conditions that decide whether the run passes, in the order in which they are reported.</summary>
    public ImmutableArray<Threshold> Thresholds { get; init; } = [];

    public HealthLimits HealthLimits { get; init; } = new();

    /// <summary>Options as set by the user, for the record.</summary>
    public ImmutableSortedDictionary<string, string> Options { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>Does once everything that must not be measured: logins, then the preparations of the workloads.</summary>
    internal async Task PrepareAsync(CancellationToken cancellationToken)
    {
        foreach (var companion in Companions) await companion.PrepareAsync(cancellationToken);
        foreach (var scenario in Scenarios) await scenario.Workload.PrepareAsync(cancellationToken);
    }

    /// <summary>The share of a scenario's work that this process does.</summary>
    internal ExecutionSegment SegmentOf(ScenarioPlan scenario) => scenario.Share.IsWhole ? Segment : scenario.Share;

    /// <summary>Seed of the scenario with this index: scenarios must not share their random arrivals.</summary>
    internal long SeedOf(int scenario) => unchecked(Seed + scenario * 0x2545F4914F6CDD1D);
}

/// <summary>One scenario: what its iterations do and how they arrive.</summary>
public sealed record ScenarioPlan
{
    /// <summary>Unique in the plan; one line of at most 100 characters, none of which has a meaning in threshold selectors.</summary>
    public required string Name { get; init; }

    /// <summary>How iterations arrive.</summary>
    public required ExecutorPlan Executor { get; init; }

    /// <summary>What an iteration does.</summary>
    public required IWorkload Workload { get; init; }

    /// <summary>
    /// The part of the executor's work that belongs to this scenario, when several scenarios divide the work among them. Default: all of
    /// it. A plan cannot have both such a part and a <see cref="TestPlan.Segment"/>.
    /// </summary>
    public ExecutionSegment Share { get; init; } = ExecutionSegment.Whole;

    /// <summary>Where the user's viewer shows a trace, with <c>{traceId}</c> for its id; null: the result has the ids only.</summary>
    public string? TraceUrl { get; init; }

    /// <summary>Offset from the start of the phase. Default zero.</summary>
    public TimeSpan StartTime { get; init; }

    /// <summary>How long this scenario takes part in the plan's warm-up; null: in all of it.</summary>
    public TimeSpan? WarmUp { get; init; }

    /// <summary>How long work in flight may take after the end. Default 30 s.</summary>
    public TimeSpan GracefulStop { get; init; } = TimeSpan.FromSeconds(30);
}
