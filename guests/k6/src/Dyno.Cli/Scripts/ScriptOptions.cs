namespace Dyno.Cli;

/// <summary>What the user asked of <c>dyno run SCRIPT</c>.</summary>
internal sealed record ScriptOptions
{
    /// <summary>The script's file; <c>-</c> for standard input.</summary>
    public required string Script { get; init; }

    /// <summary>Options by their names in scripts, with the flag that set each.</summary>
    public ImmutableArray<(string Option, string Flag, string Value)> Flags { get; init; } = [];

    /// <summary>Names of the scenarios to run; empty: all.</summary>
    public ImmutableArray<string> Scenarios { get; init; } = [];

    /// <summary>Whether each scenario is one iteration of one user.</summary>
    public bool Once { get; init; }

    /// <summary>Variables of <c>__ENV</c>.</summary>
    public ImmutableSortedDictionary<string, string> Variables { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    public string? ConfigFile { get; init; }

    public bool SeesEnvironment { get; init; } = true;

    public ImmutableArray<string> SecretSources { get; init; } = [];

    public bool NoThresholds { get; init; }

    public HealthLimits HealthLimits { get; init; } = new();

    /// <summary>Type of the file: js or archive; null: its name tells the type.</summary>
    public string? Kind { get; init; }

    /// <summary>Requests to this origin go to the program instead; null for none.</summary>
    public Uri? Rebase { get; init; }

    /// <summary>Host and port of the REST interface; null for none.</summary>
    public string? Address { get; init; }

    /// <summary>All outputs, as <c>--out</c> names them.</summary>
    public ImmutableArray<string> Outputs { get; init; } = [];

    public ImmutableArray<string> SampleOutputs => [.. Outputs.Where(IsOfSamples)];

    /// <summary>Whether the file with k6's summary has the newer, versioned form.</summary>
    public bool IsSummaryMachineReadable { get; init; }

    /// <summary>Mode of the summary: compact, full, legacy or disabled.</summary>
    public string SummaryMode { get => HasNoSummary ? "disabled" : field; init; } = "compact";

    /// <summary>Whether there is no summary, whatever the mode.</summary>
    public bool HasNoSummary { get; init; }

    public bool IsVerbose { get; init; }

    public bool HasColour { get; init; } = true;

    public string? LogFormat { get; init; }

    public string? LogOutput { get; init; }

    public string? ConsoleFile { get; init; }

    /// <summary>Whether traces are asked for, which Dyno does not write.</summary>
    public bool AsksForTraces { get; init; }

    public string Layout { get; init; } = "auto";

    /// <summary>Whether <c>dyno inspect</c> prints the options in force and what they need, in place of the script's own options.</summary>
    public bool InspectsRequirements { get; init; }

    /// <summary>Whether the load is opened for the trials of an experiment: each opening then names its script.</summary>
    public bool IsForTrials { get; init; }

    /// <summary>Whether an output takes every sample, and not a snapshot a second.</summary>
    public static bool IsOfSamples(string output) => output.Split('=')[0] == "json";
}
