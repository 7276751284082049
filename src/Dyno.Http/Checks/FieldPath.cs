namespace Dyno.Http;

/// <summary>The path to one value in JSON, by names and positions: <c>$.items[0].id</c>. Finding the value allocates nothing. Immutable.</summary>
public sealed partial class FieldPath
{
    private readonly ImmutableArray<(byte[]? Name, int Index)> _steps;

    private FieldPath(ImmutableArray<(byte[]? Name, int Index)> steps) => _steps = steps;

    /// <summary>Parses a path; null when the text is not a path.</summary>
    public static FieldPath? Parse(string text)
    {
        if (!Whole().IsMatch(text)) return null;
        return new FieldPath([.. Step().Matches(text).Select(m => m.Groups["index"].Success
            ? (null, int.Parse(m.Groups["index"].Value, CultureInfo.InvariantCulture))
            : ((byte[]?)Encoding.UTF8.GetBytes(m.Groups["name"].Value), 0))]);
    }

    /// <summary>Finds the value: a string, a number, true, false or null.</summary>
    /// <param name="json">One valid document.</param>
    public bool TryFind(ReadOnlySpan<byte> json, out Utf8JsonReader value)
    {
        value = new Utf8JsonReader(json);
        value.Read();
        foreach (var (name, index) in _steps)
            if (!(name is not null ? ToMember(ref value, name) : ToItem(ref value, index))) return false;
        return value.TokenType is JsonTokenType.String or JsonTokenType.Number or JsonTokenType.True or JsonTokenType.False or JsonTokenType.Null;
    }

    private static bool ToMember(ref Utf8JsonReader reader, byte[] name)
    {
        if (reader.TokenType != JsonTokenType.StartObject) return false;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var isIt = reader.ValueTextEquals(name);
            reader.Read();
            if (isIt) return true;
            reader.Skip();
        }
        return false;
    }

    private static bool ToItem(ref Utf8JsonReader reader, int index)
    {
        if (reader.TokenType != JsonTokenType.StartArray) return false;
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            if (index-- == 0) return true;
            reader.Skip();
        }
        return false;
    }

    [GeneratedRegex(@"^\$(?:\.[A-Za-z_][A-Za-z0-9_]*|\[[0-9]{1,6}\])+$", RegexOptions.CultureInvariant)]
    private static partial Regex Whole();

    [GeneratedRegex(@"\.(?<name>[A-Za-z_][A-Za-z0-9_]*)|\[(?<index>[0-9]{1,6})\]", RegexOptions.CultureInvariant)]
    private static partial Regex Step();
}
