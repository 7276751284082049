namespace Dyno.Import;

/// <summary>
/// A value that a schema allows: its example, its default, its first enumerated value, otherwise a value by type and format. The same
/// schema always gives the same value. In circles and at great depth only required members are filled; the size is bounded.
/// </summary>
internal sealed class SchemaSample(OpenApiReferences references)
{
    private const int MaxDepth = 8;
    private const int MaxValues = 2_000;
    private const int MaxItems = 100;
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
        choice ??= Discriminator.ConcreteOf(schema, written);
        if (choice is not null && schema["properties"] is null || schema["discriminator"] is not null && choice is not null)
            return Discriminator.Set(Of(choice, depth + 1), schema, choice, references);
        return TypeOf(schema) switch
        {
            "object" => ObjectOf(schema, written, depth),
            "array" => ArrayOf(schema, depth),
            "integer" => SchemaNumber.Of(schema, isWhole: true, references),
            "number" => SchemaNumber.Of(schema, isWhole: false, references),
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

    private DocumentNode ArrayOf(DocumentNode schema, int depth)
    {
        var list = new DocumentNode { Kind = NodeKind.Array, Line = 1, Column = 1, Items = [] };
        if (schema["items"] is not { } items || depth >= MaxDepth) return list;
        var least = int.TryParse(schema.Of("minItems"), NumberStyles.None, CultureInfo.InvariantCulture, out var said) ? Math.Clamp(said, 1, MaxItems) : 1;
        for (var i = 0; i < least; i++) list.Items.Add(Of(items, depth + 1));
        return list;
    }

    private DocumentNode ObjectOf(DocumentNode schema, DocumentNode written, int depth)
    {
        var value = new DocumentNode { Kind = NodeKind.Object, Line = 1, Column = 1 };
        AddMembers(value, schema, depth);
        foreach (var part in schema.All("allOf").Select(references.Follow)) value = Discriminator.Set(value, part, written, references);
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

    private string TextOf(DocumentNode schema)
    {
        var text = schema.Of("format") switch
        {
            "date-time" => "2026-01-01T12:00:00Z",
            "date" => "2026-01-01",
            "time" => "12:00:00", // the form that .NET's TimeOnly reads
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
        if (schema.Of("pattern") is { } pattern && !Fits(text, pattern))
        {
            if (PatternSample.Of(pattern) is { } sample) return sample;
            references.Warning(schema["pattern"]!, $"no text is generated for the pattern \"{InText.Quote(pattern)}\"; \"{text}\" is used", "give the schema an example");
        }

        if (int.TryParse(schema.Of("maxLength"), out var most) && most >= 0 && most < text.Length) text = text[..most];
        return int.TryParse(schema.Of("minLength"), out var least) && least > text.Length ? text.PadRight(Math.Min(least, 10_000), 'x') : text;
    }

    private static bool Fits(string text, string pattern)
    {
        try
        {
            return Regex.IsMatch(text, pattern, RegexOptions.CultureInvariant, TimeSpan.FromMilliseconds(200));
        }
        catch (Exception unknown) when (unknown is ArgumentException or RegexMatchTimeoutException)
        {
            return true; // a pattern that .NET cannot read cannot be checked
        }
    }

    private static DocumentNode? FirstOf(DocumentNode schema, string name) => schema.All(name).FirstOrDefault();

    private static DocumentNode Null => new() { Kind = NodeKind.Null, Line = 1, Column = 1 };

    private static DocumentNode Text(string text) => new() { Kind = NodeKind.Text, Line = 1, Column = 1, Text = text };
}
