namespace Dyno.Cli;

/// <summary><c>explain_result</c>: a stored run or comparison, read and judged anew.</summary>
internal sealed class ExplainTool() : DynoTool("explain_result", "Explain a stored result")
{
    public override string Description =>
        "Reads a stored run or comparison again, judges it anew, and says what may be concluded from it. "
        + "Use it for results of earlier calls or of CI. It sends no load.";

    public override bool IsReadOnly => true;

    public override ImmutableArray<ToolParameter> Parameters { get; } =
    [
        new("result", ToolValue.Text, "The ID of a run or of a comparison, a tag, last (the latest run), or a .json file in this folder") { IsRequired = true },
    ];

    public override Task<ToolAnswer> CallAsync(ToolArguments arguments, ToolCall call)
    {
        var word = arguments.Text("result")!;
        if (new PlaceGuard(call.Caps).Refusal(word) is { } refused) throw new CapException(refused);
        var file = ReportedFile.Read(DocumentAnswer.KeptComparison(word) ?? word, Environment.CurrentDirectory);
        var path = Path.GetRelativePath(Environment.CurrentDirectory, file.Path);
        var answer = file.Comparison is { } comparison ? DocumentAnswer.OfComparison(comparison, _ => path) : DocumentAnswer.OfRun(file.Run!, _ => path);
        return Task.FromResult(answer.WithCommand());
    }
}
