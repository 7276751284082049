namespace Dyno.K6;

/// <summary>What a virtual user needs to know of the scenario it works for.</summary>
internal sealed class ScenarioActivation
{
    private readonly List<Recorder> _recorders = [];
    private long _iterations = -1;
    private long _taken;

    public required string Scenario { get; init; }

    public required string Executor { get; init; }

    /// <summary>Name of the exported function.</summary>
    public required string Function { get; init; }

    /// <summary>Tags of every sample.</summary>
    public required ImmutableSortedDictionary<string, string> Tags { get; init; }

    public required ImmutableHashSet<string> SystemTags { get; init; }

    /// <summary>Variables on top of <c>__ENV</c>; null for none.</summary>
    public string? EnvironmentJson { get; init; }

    /// <summary>Whether samples carry the number of their iteration.</summary>
    public bool TagsIterations { get; init; }

    public bool KeepsCookies { get; init; }

    public bool ReconnectsEveryIteration { get; init; }

    /// <summary>An iteration that is shorter than this is followed by a pause.</summary>
    public TimeSpan MinIterationDuration { get; init; }

    public TimeSpan Length { get; init; }

    /// <summary>The iterations of the whole test that this process makes.</summary>
    public WorkStripe Iterations { get; init; } = ExecutionSegment.Whole.Stripe;

    /// <summary>When the scenario begins or began, in nanoseconds on the engine's clock; 0 before the load.</summary>
    public long StartNanos { get; set; }

    public DateTimeOffset StartedAt { get; set; }

    /// <summary>Starts of the scenario that were dropped since the last call; only one caller. Complete only when the scenario has ended.</summary>
    public long TakeDropped()
    {
        var before = _taken;
        lock (_recorders) _taken = _recorders.Sum(r => r.DroppedIterations);
        return _taken - before;
    }

    /// <summary>A worker begins with its share of the scenario.</summary>
    public void Begin(WorkerPhase phase, EngineClock clock)
    {
        StartNanos = phase.Scheduler.StartNanos;
        StartedAt = clock.UtcNow + TimeSpan.FromTicks((StartNanos - clock.NowNanos) / 100);
        lock (_recorders)
            if (!phase.IsWarmUp) _recorders.Add(phase.Recorder);
    }

    public long NextIteration() => Interlocked.Increment(ref _iterations);

    public ImmutableSortedDictionary<string, string> TagsOf(ScriptUser user) =>
        SystemTags.Contains("vu") ? Tags.SetItem("vu", $"{user.Id}") : Tags;
}
