namespace Dyno.Import;

/// <summary>
/// The property that says which of several schemas an object has: a server takes only the values of the mapping, or without a mapping the
/// names of the schemas (OpenAPI, Discriminator Object).
/// </summary>
internal static class Discriminator
{
    /// <summary>The schema to fill in the place of one that only others build on; null when the schema itself can be filled.</summary>
    public static DocumentNode? ConcreteOf(DocumentNode schema, DocumentNode written) =>
        schema["discriminator"]?["mapping"] is { Members: [var (_, first), ..] } mapping && NameIn(mapping, written.Of("$ref")) is null
            ? new() { Kind = NodeKind.Object, Line = first.Line, Column = first.Column, Members = [("$ref", Reference(first))] }
            : null;

    /// <summary>The value with the right name of its schema; a value that the document itself gives stays.</summary>
    /// <param name="owner">The schema that may have a discriminator.</param>
    /// <param name="choice">The chosen schema, as it is referred to.</param>
    /// <param name="references">Follow references.</param>
    public static DocumentNode Set(DocumentNode value, DocumentNode owner, DocumentNode choice, OpenApiReferences references)
    {
        if (value.Kind != NodeKind.Object || owner["discriminator"] is not { } discriminator) return value;
        if (discriminator.Of("propertyName") is not { } property) return value;
        if (choice.Of("$ref") is not { } reference) return value;
        var mapping = discriminator["mapping"];
        if (IsSaid(value, property, mapping, references.Follow(choice))) return value;
        var name = NameIn(mapping, reference) ?? reference[(reference.LastIndexOf('/') + 1)..];
        var text = new DocumentNode { Kind = NodeKind.Text, Line = 1, Column = 1, Text = name };
        var at = value.Members.FindIndex(m => m.Name == property);
        List<(string, DocumentNode)> members = at < 0
            ? [(property, text), .. value.Members]
            : [.. value.Members[..at], (property, text), .. value.Members[(at + 1)..]];
        return new DocumentNode { Kind = NodeKind.Object, Line = value.Line, Column = value.Column, Members = members };
    }

    private static bool IsSaid(DocumentNode value, string property, DocumentNode? mapping, DocumentNode schema)
    {
        if (value.Of(property) is not { } current) return false;
        if (mapping is not null) return mapping[current] is not null;
        return schema["example"] is not null
            || schema["properties"]?[property] is { } said && (said["const"] ?? said["enum"] ?? said["example"] ?? said["default"]) is not null;
    }

    private static string? NameIn(DocumentNode? mapping, string? reference) =>
        reference is null ? null : mapping?.Members.Where(m => Reference(m.Value).Text == reference).Select(m => m.Name).FirstOrDefault();

    // A mapping may name a schema by its name alone.
    private static DocumentNode Reference(DocumentNode target) => target.Text.AsSpan().ContainsAny('/', '#', '.') ? target
        : new() { Kind = NodeKind.Text, Line = target.Line, Column = target.Column, Text = "#/components/schemas/" + target.Text };
}
