namespace Dyno.Cli;

/// <summary><c>trend</c>: how the program moved from commit to commit.</summary>
internal sealed class TrendTool() : DynoTool("trend", "Show how a program moved from commit to commit")
{
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(2);

    public override string Description =>
        "Reads the history of comparisons that was kept for commits, and names the commits at which the program became slower or faster, drifts included. "
        + "Use it to find since when something is slow. It measures nothing; without a kept history it says so.";

    public override bool IsReadOnly => true;

    public override ImmutableArray<ToolParameter> Parameters { get; } =
    [
        new("source", ToolValue.Text, "A branch such as dyno-data, or a folder (default: the records in .dyno/history)"),
        new("metric", ToolValue.Text, "The metric, such as rate or server.cpuPerRequest (default: the headline)", "--metric"),
        new("series", ToolValue.Text, "Only series with this text in their name", "--series"),
        new("last", ToolValue.Number, "Only the newest commits, 8 or more", "--last"),
    ];

    public override async Task<ToolAnswer> CallAsync(ToolArguments arguments, ToolCall call)
    {
        var source = arguments.Text("source");
        if (source is not null && Refusal(source, call.Caps) is { } refused) throw new CapException(refused);
        ImmutableArray<string> words = ["trend", .. source is null ? [] : ImmutableArray.Create(source), .. arguments.Options, "--json"];
        var ended = await call.Dyno.RunAsync(words, Longest, call.Say, call.Cancellation);
        if (ended.ExitCode != ExitCode.Success) return ToolCall.Failed(ended);
        var conclusion = TrendConclusion.Of(ResultDocument.Read<TrendResult>(ended.Out));
        var (brief, leftOut) = BriefDocument.Of(ended.Out);
        return new ToolAnswer(conclusion, new JsonObject
        {
            ["conclusion"] = conclusion,
            ["command"] = ToolCall.CommandOf(words),
            ["result"] = brief,
            ["leftOut"] = new JsonArray([.. leftOut.Select(path => (JsonNode)path)]),
        });
    }

    private static string? Refusal(string source, AgentCaps caps) => PlaceGuard.Option(source)
        ?? (source.Contains("://", StringComparison.Ordinal) ? "a remote of another machine is not read here: the person can fetch it with dyno history pull, then leave source out"
            : source.StartsWith('.') || source.EndsWith('/') || Path.IsPathRooted(source) || Path.Exists(source) ? new PlaceGuard(caps).Refusal(source) : null);
}
