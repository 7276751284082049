namespace Dyno.Http;

/// <summary>
/// A path into JSON by RFC 9535: <c>$.data.items[0].id</c>, <c>$['a b']</c>, <c>$.items[-1:]</c>, <c>$..token</c>,
/// <c>$.items[?@.id == 3].name</c>. Of several matches the first one counts. Four forms of other libraries are read too: <c>.[0]</c> and
/// <c>.0</c> for <c>[0]</c>, names with <c>-</c> and <c>$</c> after a dot, and <c>===</c>. Immutable, thread-safe.
/// </summary>
public sealed class JsonPath
{
    private readonly ImmutableArray<JsonSegment> _segments;

    internal JsonPath(ImmutableArray<JsonSegment> segments) => _segments = segments;

    /// <summary>Whether the path leads to one value at most.</summary>
    internal bool IsSingular => _segments.All(s => s is { IsDeep: false, Selectors: [{ IsSingular: true }] });

    /// <summary>Reads a path from <c>$</c>.</summary>
    public static bool TryParse(string text, [NotNullWhen(true)] out JsonPath? path)
    {
        path = JsonPathText.Read(text);
        return path is not null;
    }

    /// <summary>Finds the first value that the path matches; null when there is none.</summary>
    public JsonElement? Find(JsonElement root) => First(All(root));

    /// <summary>Reads the first value that the path matches as text: a string without its quotes, any other value as JSON. Null when there is none.</summary>
    public string? Read(JsonElement root) => Find(root) switch
    {
        null => null,
        { ValueKind: JsonValueKind.String } text => text.GetString(),
        { } value => value.GetRawText(),
    };

    /// <summary>All values that the path matches, in order.</summary>
    internal IEnumerable<JsonElement> All(JsonElement root) => All(root, root);

    /// <summary>All values that the path matches from a value inside the document.</summary>
    internal IEnumerable<JsonElement> All(JsonElement from, JsonElement root)
    {
        IEnumerable<JsonElement> values = [from];
        foreach (var segment in _segments) values = values.SelectMany(value => segment.From(value, root));
        return values;
    }

    /// <summary>The first of some values; null when there is none.</summary>
    internal static JsonElement? First(IEnumerable<JsonElement> values)
    {
        foreach (var value in values) return value;
        return null;
    }
}
