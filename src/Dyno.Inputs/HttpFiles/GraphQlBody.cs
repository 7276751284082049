using System.Text.Json.Nodes;

namespace Dyno.Inputs;

/// <summary>
/// A GraphQL query, an empty line, and its variables as JSON: sent as <c>{"query":…,"operationName":…,"variables":…}</c>
/// (GraphQL over HTTP, 5.4).
/// </summary>
internal static partial class GraphQlBody
{
    public static ImmutableArray<BodyPart> Read(ImmutableArray<SessionLine> lines, VariableScope scope, InputContext context)
    {
        var (query, variables) = Split(lines);
        var parts = new List<TextPart> { TextPart.Literal("{\"query\":\"") };
        AddEscaped(parts, query, scope, context);
        parts.Add(TextPart.Literal("\""));
        if (Operation().Match(string.Join('\n', query.Select(l => l.Text))) is { Success: true } operation)
            parts.Add(TextPart.Literal($",\"operationName\":\"{operation.Groups[1].Value}\""));
        if (!variables.IsEmpty)
        {
            parts.Add(TextPart.Literal(",\"variables\":"));
            foreach (var line in variables)
                parts.AddRange(SlotText.Read(line.Text, 1, scope, context.Place with { Line = line.Number }).Parts.Append(TextPart.Literal("\n")));
        }

        parts.Add(TextPart.Literal("}"));
        return [BodyPart.Of(new TextTemplate(parts))];
    }

    // The variables begin after the last empty line that is followed by an object.
    private static (ImmutableArray<SessionLine> Query, ImmutableArray<SessionLine> Variables) Split(ImmutableArray<SessionLine> lines)
    {
        for (var i = lines.Length - 1; i > 0; i--)
            if (lines[i - 1].IsBlank && lines[i].Text.TrimStart().StartsWith('{') && IsObject(lines[i..])) return (lines[..(i - 1)], lines[i..]);
        return (lines, []);
    }

    // A slot stands for a value, so the text is tested with 0 in the place of each slot; when that is not JSON, the outline of the text decides.
    private static bool IsObject(ImmutableArray<SessionLine> lines)
    {
        var text = Slot().Replace(string.Join('\n', lines.Select(l => l.Text)), "0");
        try
        {
            return JsonNode.Parse(text) is JsonObject;
        }
        catch (JsonException)
        {
            return lines[0].Text.Contains('"', StringComparison.Ordinal) || lines.Length > 1 && lines[1].Text.TrimStart().StartsWith('"');
        }
    }

    private static void AddEscaped(List<TextPart> parts, ImmutableArray<SessionLine> lines, VariableScope scope, InputContext context)
    {
        for (var i = 0; i < lines.Length; i++)
        {
            var text = SlotText.Read(lines[i].Text, 1, scope, context.Place with { Line = lines[i].Number });
            foreach (var part in text.Parts) parts.Add(part.Source is null ? TextPart.Literal(Escaped(part.Text)) : part);
            if (i < lines.Length - 1) parts.Add(TextPart.Literal("\\n"));
        }
    }

    private static string Escaped(string text) =>
        JsonEncodedText.Encode(text, JavaScriptEncoder.UnsafeRelaxedJsonEscaping).ToString();

    [GeneratedRegex(@"^\s*(?:query|mutation|subscription)\s+([_A-Za-z][_0-9A-Za-z]*)", RegexOptions.CultureInvariant | RegexOptions.Multiline)]
    private static partial Regex Operation();

    [GeneratedRegex(@"\{\{[^{}]*\}\}")]
    private static partial Regex Slot();
}
