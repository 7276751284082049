namespace Dyno.Cli;

/// <summary>What the user asked of <c>dyno why</c>.</summary>
internal sealed record WhyOptions
{
    /// <summary>The experiment: an id, the beginning of one, <c>last</c>, or a file.</summary>
    public required string Experiment { get; init; }

    /// <summary>The reports to print and to write; empty: the report of the console.</summary>
    public ImmutableArray<ReportTarget> Reports { get; init; } = [];

    /// <summary>Whether the whole report is printed, not only what fits a small screen.</summary>
    public bool IsFull { get; init; }

    /// <summary>Whether progress is hidden.</summary>
    public bool IsQuiet { get; init; }
}
