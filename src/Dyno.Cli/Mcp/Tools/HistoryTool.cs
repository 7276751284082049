namespace Dyno.Cli;

/// <summary><c>history</c>: the runs and comparisons kept in this folder.</summary>
internal sealed class HistoryTool() : DynoTool("history", "List stored runs and comparisons")
{
    private const int Usual = 10;
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(1);

    public override string Description =>
        "Lists the runs and comparisons that are kept in this folder, newest first, with their IDs for explain_result. "
        + "Use it to find earlier results. Do not read a difference out of this list: runs at different times are no comparison.";

    public override bool IsReadOnly => true;

    public override ImmutableArray<ToolParameter> Parameters { get; } =
    [
        new("filters", ToolValue.Texts, "Only runs that contain a text or meet a condition: health=void, rate>1000, p99<20ms, age<7d, tag=NAME", "--filter"),
        new("limit", ToolValue.Number, "At most this many runs (default: 10)"),
    ];

    public override async Task<ToolAnswer> CallAsync(ToolArguments arguments, ToolCall call)
    {
        var limit = arguments.Number("limit") ?? Usual;
        ImmutableArray<string> words = ["history", "--json", string.Create(CultureInfo.InvariantCulture, $"--limit={limit}"), .. arguments.Options];
        var ended = await call.Dyno.RunAsync(words, Longest, call.Say, call.Cancellation);
        if (ended.ExitCode != ExitCode.Success) return ToolCall.Failed(ended);
        var (runs, leftOut) = BriefDocument.Of($"{{\"runs\":{ended.Out}}}");
        var found = (JsonArray)runs["runs"]!;
        runs["comparisons"] = new JsonArray([.. Comparisons().Take(limit).Select(id => (JsonNode)id)]);
        var text = Text(found, Comparisons().Count(), ended.Errors);
        return new ToolAnswer(text, new JsonObject
        {
            ["conclusion"] = text,
            ["command"] = ToolCall.CommandOf(words),
            ["result"] = runs,
            ["leftOut"] = new JsonArray([.. leftOut.Select(path => (JsonNode)path)]),
        });
    }

    private static IEnumerable<string> Comparisons()
    {
        var folder = Path.Combine(".dyno", "experiments");
        return !Directory.Exists(folder) ? [] : Directory.EnumerateDirectories(folder).Select(path => Path.GetFileName(path))
            .Where(id => DocumentAnswer.KeptComparison(id) is not null).OrderDescending(StringComparer.Ordinal);
    }

    private static string Text(JsonArray runs, int comparisons, ImmutableArray<string> remarks)
    {
        var lines = runs.Select(run => string.Create(CultureInfo.InvariantCulture,
            $"- {run!["id"]} {run["name"]}: {(double?)run["requestsPerSecond"] ?? 0:#,0} requests per second, {run["health"]}"));
        var seen = runs.Count == 1 ? "1 run" : $"{runs.Count} runs";
        return string.Join('\n', [$"{seen} listed, newest first; {comparisons} comparisons are kept here. Runs at different times are no comparison.", .. lines, .. remarks]);
    }
}
