namespace Dyno.Cli;

/// <summary>What the user asked of <c>dyno compare</c>.</summary>
internal sealed record CompareOptions
{
    /// <summary>The experiment file, or the targets to compare when there is no file.</summary>
    public required ImmutableArray<string> Targets { get; init; }

    /// <summary>The comparison to run when there is no experiment file.</summary>
    public required InlineExperiment Inline { get; init; }

    /// <summary>The experiment in the format of an experiment file; null: the experiment comes from <see cref="Targets"/> or <see cref="Inline"/>.</summary>
    public string? Text { get; init; }

    /// <summary>Whether the experiment must have a sweep.</summary>
    public bool MustSearch { get; init; }

    /// <summary>Whether nothing says how many rounds or how much time: a comparison without a file then takes three minutes.</summary>
    public bool TakesUsualTime { get; init; }

    public required ExperimentRun Run { get; init; }

    public required ExperimentOverrides Overrides { get; init; }

    /// <summary>Whether only the forecast is printed.</summary>
    public bool IsDryRun { get; init; }

    /// <summary>The reports to print and to write; empty: the report of the console.</summary>
    public ImmutableArray<ReportTarget> Reports { get; init; } = [];

    /// <summary>Whether the whole report is printed, not only what fits a small screen.</summary>
    public bool IsFull { get; init; }

    /// <summary>File for the comparison; null for none.</summary>
    public string? ResultFile { get; init; }

    /// <summary>Whether a slower variant is a failure.</summary>
    public bool HasGate { get; init; }

    /// <summary>Whether only structural metrics decide the gate.</summary>
    public bool GatesStructure { get; init; }

    /// <summary>Whether a gate without a verdict passes.</summary>
    public bool IsGateNeutral { get; init; }

    /// <summary>File for the comment on a pull request; null for none.</summary>
    public string? SummaryFile { get; init; }

    /// <summary>Whether an unclear verdict is a failure, too.</summary>
    public bool FailsOnUnclear { get; init; }

    /// <summary>Whether progress is hidden.</summary>
    public bool IsQuiet { get; init; }
}
