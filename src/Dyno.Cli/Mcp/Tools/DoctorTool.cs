namespace Dyno.Cli;

/// <summary><c>doctor</c>: is this machine fit for a measurement?</summary>
internal sealed class DoctorTool() : DynoTool("doctor", "Check whether this machine is fit for a measurement")
{
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(1);

    public override string Description =>
        "Looks at this machine for a second and says whether it is fit for a measurement, and what to fix: other work, power plan, limits. "
        + "Call it before a comparison, and when a result is void or strained. It changes nothing.";

    public override bool IsReadOnly => true;

    public override ImmutableArray<ToolParameter> Parameters => [];

    public override async Task<ToolAnswer> CallAsync(ToolArguments arguments, ToolCall call)
    {
        ImmutableArray<string> words = ["doctor", "--json"];
        var ended = await call.Dyno.RunAsync(words, Longest, call.Say, call.Cancellation);
        if (ended.ExitCode != ExitCode.Success) return ToolCall.Failed(ended);
        var document = JsonNode.Parse(ended.Out)!;
        var text = Text(document);
        return new ToolAnswer(text, new JsonObject { ["conclusion"] = text, ["command"] = ToolCall.CommandOf(words), ["result"] = document });
    }

    private static string Text(JsonNode document)
    {
        var findings = ((JsonArray)document["findings"]!).Where(finding => (string?)finding!["state"] != "ok")
            .Select(finding => $"- {finding!["state"]}: {finding["check"]}: {finding["seen"]}. To fix it: {finding["fix"]}");
        var verdict = (string?)document["state"] switch
        {
            "void" => "Do not measure now: results would be void.",
            "warn" => "Measure with care: what is named below disturbs a measurement.",
            _ => "This machine is fit for a measurement.",
        };
        return string.Join('\n', [verdict, .. findings]);
    }
}
