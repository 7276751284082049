namespace Dyno.Scenarios;

/// <summary>The settings of a run as a whole.</summary>
internal sealed record SessionSettings
{
    public string? TestSuite { get; init; }

    public string? TestName { get; init; }

    public string? SessionId { get; init; }

    /// <summary>The program that makes the load: the name of its assembly.</summary>
    public required string Source { get; init; }

    public long? Seed { get; init; }

    /// <summary>The share of the load that this process makes.</summary>
    public ExecutionSegment Segment { get; init; } = ExecutionSegment.Whole;

    /// <summary>Names of the scenarios to run; empty: all.</summary>
    public ImmutableArray<string> TargetScenarios { get; init; } = [];

    public ImmutableArray<ReportFormat> ReportFormats { get; init; } = [];

    /// <summary>Folder for reports; null: <c>reports</c> and the session's id.</summary>
    public string? ReportFolder { get; init; }

    /// <summary>Name of the report files without extension; null: <c>dyno_report_</c> and the session's id.</summary>
    public string? ReportFileName { get; init; }

    public LoadTarget? Target { get; init; }

    public ImmutableArray<IReportingSink> Sinks { get; init; } = [];

    /// <summary>Time between two calls of the sinks.</summary>
    public TimeSpan ReportingInterval { get; init; } = TimeSpan.FromSeconds(10);

    public System.Text.Json.JsonElement GlobalCustomSettings { get; init; }

    public ImmutableDictionary<string, System.Text.Json.JsonElement> CustomSettings { get; init; } =
        ImmutableDictionary<string, System.Text.Json.JsonElement>.Empty;

    /// <summary>The options that were set, for the result.</summary>
    public ImmutableSortedDictionary<string, string> Options { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>Whether the run includes a scenario.</summary>
    public bool Runs(string scenario) => TargetScenarios.Length == 0 || TargetScenarios.Contains(scenario);
}
