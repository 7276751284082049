namespace Dyno.K6;

/// <summary>The options of a run, read and checked. Immutable.</summary>
internal sealed record K6Options
{
    public required ImmutableArray<ScenarioOptions> Scenarios { get; init; }

    /// <summary>The conditions on metrics; checked when the metrics of the script are known.</summary>
    public ImmutableArray<ThresholdOption> Thresholds { get; init; } = [];

    public ExecutionSegment Segment { get; init; } = ExecutionSegment.Whole;

    /// <summary>Whether the run waits, its users ready, until someone lets it begin.</summary>
    public bool IsPaused { get; init; }

    /// <summary>Whether the process stays when the run is over, until someone ends it.</summary>
    public bool Lingers { get; init; }

    public bool NoSetup { get; init; }

    public bool NoTeardown { get; init; }

    public TimeSpan SetupTimeout { get; init; } = TimeSpan.FromSeconds(60);

    public TimeSpan TeardownTimeout { get; init; } = TimeSpan.FromSeconds(60);

    public TimeSpan SummaryTimeout { get; init; } = TimeSpan.FromSeconds(120);

    public TimeSpan MinIterationDuration { get; init; }

    public bool KeepsCookies { get; init; }

    public bool ReconnectsEveryIteration { get; init; }

    public ImmutableSortedDictionary<string, string> Tags { get; init; } = ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal);

    public required ImmutableHashSet<string> SystemTags { get; init; }

    /// <summary>Figures of trends in the summary, as written.</summary>
    public ImmutableArray<string> SummaryTrendStats { get; init; } = ["avg", "min", "med", "max", "p(90)", "p(95)"];

    /// <summary><c>s</c>, <c>ms</c>, <c>us</c>; null: the unit that fits each value.</summary>
    public string? SummaryTimeUnit { get; init; }

    /// <summary>The options as merged, for code that reads them later.</summary>
    public required JsonObject Merged { get; init; }

    /// <summary>The options with the scenarios that the short cuts stand for, as <c>exec.test.options</c> shows them.</summary>
    public JsonObject Derived { get; init; } = [];
}

/// <summary>One condition of the option <c>thresholds</c>.</summary>
/// <param name="Metric">The metric, as the key of the option names it.</param>
/// <param name="Expression">The condition; empty for a sub-metric that is only to be shown.</param>
/// <param name="AbortOnFail">Whether it stops the run.</param>
/// <param name="Delay">Time since the start before which the condition does not stop the run.</param>
internal sealed record ThresholdOption(string Metric, string Expression, bool AbortOnFail, TimeSpan Delay);
