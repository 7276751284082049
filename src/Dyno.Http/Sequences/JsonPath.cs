using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Dyno.Http.Sequences;

/// <summary>
/// The part of JSONPath (RFC 9535) that names one value: <c>$.data.items[0].id</c>, <c>$['a b']</c>, <c>$.items[-1]</c>, <c>$..token</c>,
/// <c>$.items[*].id</c>, <c>$.items[?(@.id == 3)].name</c>. Of several matches the first one counts. Immutable, thread-safe.
/// </summary>
public sealed partial class JsonPath
{
    private readonly ImmutableArray<JsonStep> _steps;

    private JsonPath(ImmutableArray<JsonStep> steps) => _steps = steps;

    /// <summary>Reads a path from <c>$</c>.</summary>
    public static bool TryParse(string text, [NotNullWhen(true)] out JsonPath? path)
    {
        ArgumentNullException.ThrowIfNull(text);
        path = null;
        if (text.Length == 0 || text[0] != '$') return false;
        var at = 1;
        path = TryReadSteps(text, ref at, isWhole: true, depth: 0);
        return path is not null;
    }

    /// <summary>Reads the steps after <c>$</c> or <c>@</c>; null when a step is not understood.</summary>
    /// <param name="text">The text that contains the steps.</param>
    /// <param name="at">The position where the steps begin; moved to the position where they end.</param>
    /// <param name="isWhole">Whether the steps must extend to the end of the text.</param>
    /// <param name="depth">The number of filters around the steps.</param>
    internal static JsonPath? TryReadSteps(string text, ref int at, bool isWhole, int depth)
    {
        var steps = ImmutableArray.CreateBuilder<JsonStep>();
        while (at < text.Length)
        {
            if (TryReadStep(text, ref at, depth) is not { } step)
            {
                if (isWhole || text[at] is '.' or '[') return null;
                break;
            }

            steps.Add(step);
        }

        return new JsonPath(steps.ToImmutable());
    }

    private static JsonStep? TryReadStep(string text, ref int at, int depth)
    {
        if (string.CompareOrdinal(text, at, "[?", 0, 2) == 0)
        {
            var inside = at + 2;
            if (JsonFilterText.Read(text, ref inside, depth) is not { } filter) return null;
            at = inside;
            return new JsonStep(null, null, false, filter);
        }

        var match = Step().Match(text, at);
        if (!match.Success) return null;
        at += match.Length;
        return JsonStep.Of(match);
    }

    /// <summary>Finds the first value that the path matches; null when there is none.</summary>
    public JsonElement? Find(JsonElement root) => Find(root, 0);

    /// <summary>
    /// Reads the first value that the path matches as text: a string without its quotes, any other value as JSON. Null when there is
    /// none.
    /// </summary>
    public string? Read(JsonElement root) => Find(root) switch
    {
        null => null,
        { ValueKind: JsonValueKind.String } text => text.GetString(),
        { } value => value.GetRawText(),
    };

    private JsonElement? Find(JsonElement value, int at)
    {
        if (at == _steps.Length) return value;
        foreach (var next in _steps[at].From(value))
            if (Find(next, at + 1) is { } found) return found;
        return null;
    }

    [GeneratedRegex(@"\G(?:(?<deep>\.\.)(?<name>[\w$-]+)|\.(?<name>[\w$-]+)|\.(?<any>\*)|\[(?<any>\*)\]|\[(?<index>-?[0-9]{1,9})\]|\['(?<name>[^']*)'\]|\[""(?<name>[^""]*)""\])", RegexOptions.CultureInvariant)]
    private static partial Regex Step();
}

/// <summary>One step of a path.</summary>
/// <param name="Name">The name of a property; null for other steps.</param>
/// <param name="Index">The index of an element, counted from the end when negative; null for other steps.</param>
/// <param name="IsDeep">Whether the property may be at any depth.</param>
/// <param name="Filter">The condition on the elements or properties that are taken; null: all are taken.</param>
internal sealed record JsonStep(string? Name, int? Index, bool IsDeep, JsonFilter? Filter = null)
{
    public static JsonStep? Of(Match match)
    {
        if (match.Groups["any"].Success) return new(null, null, false);
        if (match.Groups["name"].Success) return new(match.Groups["name"].Value, null, match.Groups["deep"].Success);
        return new(null, int.Parse(match.Groups["index"].ValueSpan, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture), false);
    }

    public IEnumerable<JsonElement> From(JsonElement value)
    {
        if (Filter is not null) return Children(value).Where(Filter.Holds);
        if (IsDeep) return Deep(value);
        if (Name is not null)
            return value.ValueKind == JsonValueKind.Object && value.TryGetProperty(Name, out var property) ? [property] : [];
        if (value.ValueKind != JsonValueKind.Array) return Index is null && value.ValueKind == JsonValueKind.Object ? Children(value) : [];
        if (Index is not { } index) return value.EnumerateArray();
        if (index < 0) index += value.GetArrayLength();
        return index >= 0 && index < value.GetArrayLength() ? [value[index]] : [];
    }

    private IEnumerable<JsonElement> Deep(JsonElement value)
    {
        if (value.ValueKind == JsonValueKind.Object && value.TryGetProperty(Name!, out var here)) yield return here;
        foreach (var child in Children(value))
            foreach (var found in Deep(child)) yield return found;
    }

    private static IEnumerable<JsonElement> Children(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Object => value.EnumerateObject().Select(p => p.Value),
        JsonValueKind.Array => value.EnumerateArray(),
        _ => [],
    };
}
