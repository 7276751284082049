namespace Dyno.Cli;

/// <summary>What the user asked of <c>dyno bisect</c>.</summary>
internal sealed record BisectOptions
{
    public required string Good { get; init; }

    public required string Bad { get; init; }

    /// <summary>The project, the load and the metric.</summary>
    public required BisectExperiment Experiment { get; init; }

    /// <summary>How certain the search has to be.</summary>
    public required BisectPlan Plan { get; init; }

    /// <summary>How experiments are run.</summary>
    public required ExperimentRun Run { get; init; }

    /// <summary>Whether only the forecast is printed.</summary>
    public bool IsDryRun { get; init; }

    /// <summary>Whether the result is printed as JSON.</summary>
    public bool IsJson { get; init; }

    /// <summary>File for the result; null for none.</summary>
    public string? ResultFile { get; init; }

    /// <summary>Whether progress is hidden.</summary>
    public bool IsQuiet { get; init; }
}
