namespace Dyno.Inputs;

/// <summary>The names of a document's own members, read without their values: enough to recognise the kind of the document.</summary>
internal static class TopLevelKeys
{
    private static readonly SearchValues<char> NotInKeys = SearchValues.Create(" {}[](),&*!|>");

    /// <summary>The keys of a JSON text, up to the place where the text is no longer valid JSON.</summary>
    public static List<string> OfJson(byte[] bytes)
    {
        var keys = new List<string>();
        var json = bytes is [0xFF, 0xFE, ..] or [0xFE, 0xFF, ..] ? Encoding.UTF8.GetBytes(TextDecoding.Decode(bytes)) : bytes;
        var reader = new Utf8JsonReader(json.AsSpan(json.AsSpan().StartsWith("\uFEFF"u8) ? 3 : 0),
            new JsonReaderOptions { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip, MaxDepth = DocumentReader.MaxDepth });
        try
        {
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject) return keys;
            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                keys.Add(reader.GetString()!);
                reader.Read();
                reader.Skip();
            }
        }
        catch (Exception broken) when (broken is JsonException or InvalidOperationException)
        {
            // The reader of the format reports the place of the mistake.
        }

        return keys;
    }

    /// <summary>Names at the beginning of a line, when the text begins as YAML does.</summary>
    public static List<string> OfYaml(byte[] bytes)
    {
        var keys = new List<string>();
        foreach (var line in TextDecoding.Decode(bytes).AsSpan().EnumerateLines())
        {
            if (line.IsEmpty || line[0] is ' ' or '\t' or '#' or '%' or '-' or '}' or ']') continue;
            if (KeyOf(line) is { } key) keys.Add(key);
            else if (keys.Count == 0) return keys; // the first line is already not YAML
        }

        return keys;
    }

    private static string? KeyOf(ReadOnlySpan<char> line)
    {
        var colon = line.IndexOf(':');
        if (colon <= 0 || (colon + 1 < line.Length && line[colon + 1] is not (' ' or '\t'))) return null;
        var name = line[..colon].Trim().Trim("\"'");
        return name.Length is > 0 and < 100 && !name.ContainsAny(NotInKeys) ? name.ToString() : null;
    }
}
