using System.Collections.Immutable;
using System.Text;
using Dyno.Inputs.Requests;
using Dyno.Inputs.Text;
using Dyno.Results.Problems;

namespace Dyno.Inputs.OpenApi;

/// <summary>The body of an operation, in the first of its media types that Dyno can fill: JSON before forms before text.</summary>
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
        if (type.StartsWith("application/x-www-form-urlencoded", StringComparison.Ordinal)) return Filled(headers, type, FormOf(value));
        if (type.StartsWith("multipart/form-data", StringComparison.Ordinal)) return Multipart(headers, value);
        if (value is { Kind: NodeKind.Text or NodeKind.Number or NodeKind.Truth } && type.StartsWith("text/", StringComparison.Ordinal))
            return Filled(headers, type, value.Text);
        if (value is { Kind: NodeKind.Text } && media["example"] is not null) return Filled(headers, type, value.Text);
        place.Warning($"a body of type \"{InText.Quote(type)}\" is not made up", "write it in the new file");
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

    private static string FormOf(DocumentNode? value) =>
        string.Join('&', value?.Members.Select(m => $"{Uri.EscapeDataString(m.Name)}={Uri.EscapeDataString(m.Value.Text)}") ?? []);

    private static ImmutableArray<BodyPart> Multipart(ImportedHeaders headers, DocumentNode? value)
    {
        var form = new MultipartForm();
        foreach (var (name, part) in value?.Members ?? []) form.Add(name, part.Text);
        if (form.IsEmpty) return [];
        var (bytes, type) = form.Build();
        headers.AddDefault("Content-Type", type);
        return [new BodyPart { Bytes = bytes }];
    }
}
