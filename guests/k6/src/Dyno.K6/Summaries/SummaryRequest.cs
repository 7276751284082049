namespace Dyno.K6;

/// <summary>How the end-of-test summary is wanted.</summary>
public sealed record SummaryRequest
{
    /// <summary><c>compact</c>, <c>full</c>, <c>legacy</c> or <c>disabled</c>.</summary>
    public string Mode { get; init; } = "compact";

    /// <summary>Whether the summary may hold colour codes.</summary>
    public bool HasColour { get; init; }

    /// <summary>Whether stdout is a terminal, for <c>handleSummary</c>.</summary>
    public bool IsOutTerminal { get; init; }

    /// <summary>Whether stderr is a terminal.</summary>
    public bool IsErrorTerminal { get; init; }

    /// <summary>Whether <see cref="ScriptSummary.ExportJson"/> is in k6's newer form (<c>--new-machine-readable-summary</c>).</summary>
    public bool IsMachineReadable { get; init; }
}

/// <summary>What a script's run leaves behind beside the result.</summary>
/// <param name="Outputs">What is to be written, in this order.</param>
/// <param name="ExportJson">The document of <c>--summary-export</c>.</param>
/// <param name="Problems">What could not be written of the samples, one sentence each.</param>
public sealed record ScriptSummary(ImmutableArray<SummaryOutput> Outputs, string ExportJson, ImmutableArray<string> Problems)
{
    /// <summary>The run with the metrics that are known only at its end: <c>vus</c>, <c>vus_max</c>, <c>dropped_iterations</c>.</summary>
    public required Dyno.Results.RunResult Result { get; init; }
}
