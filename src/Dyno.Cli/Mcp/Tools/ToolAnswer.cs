using ModelContextProtocol.Protocol;

namespace Dyno.Cli;

/// <summary>The answer to a call.</summary>
/// <param name="Text">Dyno's own sentences, the verdict first.</param>
/// <param name="Structured">The same for programs; null for an answer without a result.</param>
/// <param name="IsError">Whether the tool could not do what was asked.</param>
internal sealed record ToolAnswer(string Text, JsonObject? Structured = null, bool IsError = false)
{
    /// <summary>The JSON schema of <see cref="Structured"/>, the same for all tools.</summary>
    public static JsonElement Schema { get; } = JsonElement.Parse("""
        {
          "type": "object",
          "properties": {
            "conclusion": { "type": "string", "description": "What may be concluded, in Dyno's words" },
            "exitCode": { "type": "integer", "description": "Exit code of the command line: 0 done, 97 void, 99 a threshold was crossed, 105 interrupted" },
            "command": { "type": "string", "description": "The command line that did it, to repeat it by hand" },
            "file": { "type": "string", "description": "The whole document" },
            "schema": { "type": "string", "description": "Name of the JSON schema of the whole document" },
            "result": { "description": "The document without its long parts" },
            "leftOut": { "type": "array", "items": { "type": "string" }, "description": "Parts of the document that are only in the file" }
          },
          "required": ["conclusion"]
        }
        """);

    public CallToolResult ToProtocol() => new()
    {
        Content = [new TextContentBlock { Text = Text }],
        StructuredContent = Structured is null ? null : JsonSerializer.SerializeToElement(Structured),
        IsError = IsError,
    };
}
