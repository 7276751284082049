using System.Collections.Immutable;
using Dyno.Cli.Reports;
using Dyno.Experiments;
using Dyno.Experiments.Files;

namespace Dyno.Cli.Comparing;

/// <summary>What the user asked of <c>dyno compare</c>.</summary>
internal sealed record CompareOptions
{
    /// <summary>The experiment file, or what is compared without one.</summary>
    public required ImmutableArray<string> Targets { get; init; }

    /// <summary>What is compared when there is no experiment file.</summary>
    public required InlineExperiment Inline { get; init; }

    /// <summary>The experiment as a file would say it; null: of <see cref="Targets"/> or <see cref="Inline"/>.</summary>
    public string? Text { get; init; }

    /// <summary>Whether the experiment has to be a search.</summary>
    public bool MustSearch { get; init; }

    /// <summary>How the experiment is run.</summary>
    public required ExperimentRun Run { get; init; }

    /// <summary>What wins over the file.</summary>
    public required ExperimentOverrides Overrides { get; init; }

    /// <summary>Only say what is coming.</summary>
    public bool IsDryRun { get; init; }

    /// <summary>The reports to print and to write; none: the console's.</summary>
    public ImmutableArray<ReportTarget> Reports { get; init; } = [];

    /// <summary>File for the comparison; null for none.</summary>
    public string? ResultFile { get; init; }

    /// <summary>Whether a slower variant is a failure.</summary>
    public bool HasGate { get; init; }

    /// <summary>Whether only structural metrics decide.</summary>
    public bool GatesStructure { get; init; }

    /// <summary>File for the comment on a pull request; null for none.</summary>
    public string? SummaryFile { get; init; }

    /// <summary>Whether an unclear one is too.</summary>
    public bool FailsOnUnclear { get; init; }

    /// <summary>No progress.</summary>
    public bool IsQuiet { get; init; }
}
