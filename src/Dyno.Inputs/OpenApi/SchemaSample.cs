using System.Globalization;
using Dyno.Inputs.Text;

namespace Dyno.Inputs.OpenApi;

/// <summary>
/// A value that a schema allows: its example, its default, its first enumerated value, otherwise one by type and format.
/// Deterministic. Circles and depth end with what is required; the size is bounded.
/// </summary>
internal sealed class SchemaSample(OpenApiReferences references)
{
    private const int MaxDepth = 8;
    private const int MaxValues = 2_000;
    private int _values;

    /// <summary>The example of a parameter or a body, or a sample of its schema; null when nothing is said.</summary>
    public DocumentNode? Example(DocumentNode owner, DocumentNode? schema)
    {
        _values = 0;
        if (owner["example"] is { } example) return example;
        if (owner["examples"] is { Members: [var (_, first), ..] } && references.Follow(first)["value"] is { } value) return value;
        return schema is null ? null : Of(schema, 0);
    }

    private DocumentNode Of(DocumentNode written, int depth)
    {
        var schema = references.Follow(written);
        if (++_values > MaxValues || depth > MaxDepth) return Null;
        var said = schema["example"] ?? schema["default"] ?? schema["const"] ?? FirstOf(schema, "examples") ?? FirstOf(schema, "enum");
        if (said is not null) return said;
        var choice = FirstOf(schema, "oneOf") ?? FirstOf(schema, "anyOf");
        if (choice is not null && schema["properties"] is null) return Of(choice, depth + 1);
        return TypeOf(schema) switch
        {
            "object" => ObjectOf(schema, depth),
            "array" => new() { Kind = NodeKind.Array, Line = 1, Column = 1, Items = schema["items"] is { } items && depth < MaxDepth ? [Of(items, depth + 1)] : [] },
            "integer" => Number(schema, schema.Of("minimum") ?? "1"),
            "number" => Number(schema, schema.Of("minimum") ?? "1.5"),
            "boolean" => new() { Kind = NodeKind.Truth, Line = 1, Column = 1, Text = "true" },
            "null" => Null,
            _ => Text(TextOf(schema)),
        };
    }

    private static string TypeOf(DocumentNode schema)
    {
        if (schema["type"] is { Kind: NodeKind.Array } several) return several.Items.Select(i => i.Text).FirstOrDefault(t => t != "null") ?? "null";
        if (schema.Of("type") is { } type) return type;
        return schema["properties"] is not null || schema["allOf"] is not null ? "object" : schema["items"] is not null ? "array" : "string";
    }

    private DocumentNode ObjectOf(DocumentNode schema, int depth)
    {
        var value = new DocumentNode { Kind = NodeKind.Object, Line = 1, Column = 1 };
        AddMembers(value, schema, depth);
        return value;
    }

    private void AddMembers(DocumentNode value, DocumentNode schema, int depth)
    {
        if (depth > MaxDepth) return;
        foreach (var part in schema.All("allOf")) AddPart(value, references.Follow(part), depth + 1);
        foreach (var (name, written) in schema["properties"]?.Members ?? [])
        {
            var property = references.Follow(written);
            var isDeep = depth >= 3 && !schema.All("required").Any(r => r.Text == name);
            if (property.Is("readOnly") || isDeep || value.Members.Any(m => m.Name == name)) continue;
            value.Members.Add((name, Of(written, depth + 1)));
        }

        if (value.Members.Count == 0 && schema["additionalProperties"] is { Kind: NodeKind.Object } others) value.Members.Add(("key", Of(others, depth + 1)));
    }

    private void AddPart(DocumentNode value, DocumentNode part, int depth)
    {
        if (part["example"] is { Kind: NodeKind.Object } example) value.Members.AddRange(example.Members.Where(m => value.Members.All(v => v.Name != m.Name)));
        else AddMembers(value, part, depth);
    }

    private static string TextOf(DocumentNode schema)
    {
        var text = schema.Of("format") switch
        {
            "date-time" => "2026-01-01T12:00:00Z",
            "date" => "2026-01-01",
            "time" => "12:00:00Z",
            "duration" => "PT1H",
            "uuid" => "3fa85f64-5717-4562-b3fc-2c963f66afa6",
            "email" => "user@example.com",
            "uri" or "url" or "uri-reference" => "https://example.com/",
            "hostname" => "example.com",
            "ipv4" => "127.0.0.1",
            "ipv6" => "::1",
            "byte" => "aGVsbG8=",
            _ => "text",
        };
        if (int.TryParse(schema.Of("maxLength"), out var most) && most >= 0 && most < text.Length) text = text[..most];
        return int.TryParse(schema.Of("minLength"), out var least) && least > text.Length ? text.PadRight(Math.Min(least, 10_000), 'x') : text;
    }

    private static DocumentNode Number(DocumentNode schema, string text)
    {
        var isBelow = double.TryParse(schema.Of("maximum"), CultureInfo.InvariantCulture, out var most)
            && double.TryParse(text, CultureInfo.InvariantCulture, out var value) && value > most;
        return new() { Kind = NodeKind.Number, Line = 1, Column = 1, Text = isBelow ? schema.Of("maximum")! : text };
    }

    private static DocumentNode? FirstOf(DocumentNode schema, string name) => schema.All(name).FirstOrDefault();

    private static DocumentNode Null => new() { Kind = NodeKind.Null, Line = 1, Column = 1 };

    private static DocumentNode Text(string text) => new() { Kind = NodeKind.Text, Line = 1, Column = 1, Text = text };
}
