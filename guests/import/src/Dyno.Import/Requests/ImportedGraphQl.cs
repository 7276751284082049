using System.Text.Json;

namespace Dyno.Import;

/// <summary>The body of an imported GraphQL request.</summary>
internal static class ImportedGraphQl
{
    /// <summary>The query becomes a JSON text, with the values of its slots; the variables of GraphQL are JSON already.</summary>
    public static BodyPart BodyOf(string query, string? variables, string? operation, ImportScope scope)
    {
        var rest = variables is not null && variables.Trim().Length > 0 ? $",\"variables\":{variables.Trim()}" : "";
        List<TextPart> parts = [TextPart.Literal("{\"query\":\""), .. scope.ReadEncoded(query, InJson).Parts, TextPart.Literal("\"")];
        if (operation is { Length: > 0 }) parts.AddRange([TextPart.Literal(",\"operationName\":\""), .. scope.ReadEncoded(operation, InJson).Parts, TextPart.Literal("\"")]);
        parts.AddRange(scope.Read(rest + "}").Parts);
        return BodyPart.Of(new TextTemplate(parts));
    }

    private static string InJson(string text) => JsonSerializer.Serialize(text, ImportedJson.Readable)[1..^1];
}
