namespace Dyno.Cli;

/// <summary>A run or a comparison as an answer: its conclusion, and the document without its long parts.</summary>
/// <param name="Conclusion">What may be concluded.</param>
/// <param name="Json">The whole document, secrets masked.</param>
/// <param name="Schema">Name of its JSON schema.</param>
/// <param name="File">Path of the whole document; null when it was not kept.</param>
internal sealed record DocumentAnswer(string Conclusion, string Json, string Schema, string? File)
{
    /// <summary>The answer for a run.</summary>
    /// <exception cref="UserFault">The document cannot be read.</exception>
    public static DocumentAnswer OfRun(string path) => OfRun(RunResultJson.ReadFile(path), KeptRun);

    /// <summary>The answer for a comparison or a search, judged anew.</summary>
    /// <exception cref="UserFault">The document cannot be read.</exception>
    public static DocumentAnswer OfComparison(string path) =>
        OfComparison(ComparisonRejudge.Of(ComparisonJson.ReadFile(path)), comparison => KeptComparison(comparison.Id));

    /// <summary>The answer for a run.</summary>
    /// <param name="kept">Finds the file of its document.</param>
    public static DocumentAnswer OfRun(RunResult run, Func<RunResult, string?> kept)
    {
        var masked = RunResultJson.Redact(run);
        return new DocumentAnswer(RunConclusion.Of(masked), RunResultJson.Write(masked), "run-result.v1", kept(run));
    }

    /// <summary>The answer for a comparison.</summary>
    /// <param name="kept">Finds the file of its document.</param>
    public static DocumentAnswer OfComparison(Comparison comparison, Func<Comparison, string?> kept)
    {
        var masked = ComparisonJson.Redact(comparison);
        return new DocumentAnswer(ComparisonConclusion.Of(masked), ResultDocument.Write(masked), "comparison.v1", kept(comparison));
    }

    /// <summary>Path of a comparison in this folder; null when it is not kept here.</summary>
    public static string? KeptComparison(string id)
    {
        var path = Path.Combine(".dyno", "experiments", id, "comparison.json");
        return Path.GetFileName(id) == id && System.IO.File.Exists(path) ? path : null;
    }

    /// <summary>The answer to a call.</summary>
    /// <param name="exitCode">Exit code of the command; null when none ran.</param>
    /// <param name="command">The command line; null when none ran.</param>
    /// <param name="before">Words before the conclusion.</param>
    public ToolAnswer WithCommand(int? exitCode = null, string? command = null, string before = "")
    {
        var (brief, leftOut) = BriefDocument.Of(Json);
        var structured = new JsonObject { ["conclusion"] = before + Conclusion };
        if (exitCode is { } code) structured["exitCode"] = code;
        if (command is not null) structured["command"] = command;
        if (File is not null) structured["file"] = File;
        structured["schema"] = Schema;
        structured["result"] = brief;
        structured["leftOut"] = new JsonArray([.. leftOut.Select(path => (JsonNode)path)]);
        return new ToolAnswer($"{before}{Conclusion}{(File is null ? "" : $"\nThe whole document: {File}")}", structured);
    }

    private static string? KeptRun(RunResult run) =>
        Attempt.WithoutFault(() => Path.GetRelativePath(Environment.CurrentDirectory, RunStore.Here().Find(run.Id).Path));
}
