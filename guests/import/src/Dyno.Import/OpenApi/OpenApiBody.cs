namespace Dyno.Import;

/// <summary>The body of an operation, in the first media type that Dyno can fill: JSON before forms, forms before text.</summary>
internal sealed class OpenApiBody(OpenApiReferences references, SourcePlace place)
{
    private readonly SchemaSample _samples = new(references);

    public ImmutableArray<BodyPart> Read(DocumentNode? written, ImportedHeaders headers)
    {
        if (written is null || references.Follow(written)["content"] is not { Members.Count: > 0 } content) return [];
        var (type, media) = content.Members.MinBy(m => Rank(m.Name));
        media = references.Follow(media);
        var value = _samples.Example(media, media["schema"]);
        if (IsJson(type)) return Filled(headers, type == "*/*" ? "application/json" : type, ImportedJson.Write(json => Write(value, json)));
        if (type.StartsWith("application/x-www-form-urlencoded", StringComparison.Ordinal)) return Filled(headers, type, FormOf(value, media));
        if (type.StartsWith("multipart/form-data", StringComparison.Ordinal)) return Multipart(headers, value, media);
        if (value is { Kind: NodeKind.Text or NodeKind.Number or NodeKind.Truth } && type.StartsWith("text/", StringComparison.Ordinal))
            return Filled(headers, type, value.Text);
        if (value is { Kind: NodeKind.Text } && media["example"] is not null) return Filled(headers, type, value.Text);
        place.Warning($"Dyno makes no example body of type \"{InText.Quote(type)}\"", "write the body in the new file");
        return Filled(headers, type, "");
    }

    private static int Rank(string type) => IsJson(type) ? 0
        : type.StartsWith("application/x-www-form-urlencoded", StringComparison.Ordinal) ? 1
        : type.StartsWith("multipart/form-data", StringComparison.Ordinal) ? 2
        : type.StartsWith("text/plain", StringComparison.Ordinal) ? 3 : 4;

    private static bool IsJson(string type) => type.Split(';')[0].Trim() is var plain
        && (plain is "application/json" or "text/json" or "*/*" or "application/*" || plain.EndsWith("+json", StringComparison.Ordinal));

    private static void Write(DocumentNode? value, System.Text.Json.Utf8JsonWriter json)
    {
        if (value is null) json.WriteNullValue();
        else ImportedJson.Write(value, json);
    }

    private static ImmutableArray<BodyPart> Filled(ImportedHeaders headers, string type, string text)
    {
        if (!type.Contains('*', StringComparison.Ordinal) && type.All(c => !char.IsControl(c))) headers.AddDefault("Content-Type", type);
        return text.Length == 0 ? [] : [new BodyPart { Bytes = Encoding.UTF8.GetBytes(text) }];
    }

    // Each field is written in the style that its encoding names, like a parameter of the query.
    public static string FormOf(DocumentNode? value, DocumentNode media) => string.Join('&',
        value?.Members.SelectMany(m => ParameterStyle.Of(EncodingOf(media, m.Name), "query").Pairs(m.Name, m.Value)) ?? []);

    private ImmutableArray<BodyPart> Multipart(ImportedHeaders headers, DocumentNode? value, DocumentNode media)
    {
        var form = new MultipartForm();
        foreach (var (name, part) in value?.Members ?? [])
        {
            var schema = PropertyOf(media["schema"], name, 0);
            var partType = EncodingOf(media, name).Of("contentType")?.Split(',')[0].Trim();
            foreach (var one in part.Kind == NodeKind.Array ? part.Items : [part]) AddPart(form, name, one, schema, partType);
        }

        if (form.IsEmpty) return [];
        var (bytes, type) = form.Build();
        headers.AddDefault("Content-Type", type);
        return [new BodyPart { Bytes = bytes }];
    }

    // Without a file name, model binding does not take a part for a file.
    private void AddPart(MultipartForm form, string name, DocumentNode value, DocumentNode? schema, string? type)
    {
        if (schema?["items"] is { } items) schema = references.Follow(items);
        if (schema is not null && IsBinary(schema)) form.Add(name, value.Text, $"{name}.bin", type ?? schema.Of("contentMediaType") ?? MediaTypes.Unknown);
        else if (value.Kind is NodeKind.Object or NodeKind.Array) form.Add(name, ImportedJson.Compact(value), contentType: type ?? "application/json");
        else form.Add(name, value.Text, contentType: type);
    }

    // Version 3.0 says format: binary; version 3.1 gives a media type of its own, and no encoding.
    private static bool IsBinary(DocumentNode schema) => schema.Of("format") == "binary"
        || (schema["contentMediaType"] is not null && schema["contentEncoding"] is null);

    private DocumentNode? PropertyOf(DocumentNode? written, string name, int depth)
    {
        if (written is null || depth > 8) return null;
        var schema = references.Follow(written);
        if (schema["properties"]?[name] is { } property) return Composed(references.Follow(property));
        return schema.All("allOf").Select(part => PropertyOf(part, name, depth + 1)).FirstOrDefault(found => found is not null);
    }

    // A property may stand in an allOf by itself, only to have a description.
    private DocumentNode Composed(DocumentNode schema) => schema["type"] is null && schema.All("allOf") is [var only] ? references.Follow(only) : schema;

    private static DocumentNode EncodingOf(DocumentNode media, string name) =>
        media["encoding"]?[name] ?? new DocumentNode { Kind = NodeKind.Object, Line = media.Line, Column = media.Column };
}
