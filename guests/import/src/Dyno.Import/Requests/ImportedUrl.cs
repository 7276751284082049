namespace Dyno.Import;

/// <summary>URLs of tools that write slots as <c>{{name}}</c> and path variables as <c>:name</c>.</summary>
internal static partial class ImportedUrl
{
    /// <summary>
    /// The URL with its variables put in as Postman and Bruno do: in the query what would end a value is encoded, in the path only what would end
    /// the request line.
    /// </summary>
    public static TextTemplate Template(string address, ImportScope scope)
    {
        var parts = new List<TextPart>();
        var isQuery = false;
        foreach (var part in scope.Read(address).Parts)
        {
            isQuery |= part.Source is null && part.Text.Contains('?', StringComparison.Ordinal);
            // A variable at the beginning may hold the beginning of the URL, so it is not encoded.
            parts.Add(parts.Count == 0 || part.Source is null ? part : ImportScope.Encoded(part, text => Escaped(isQuery ? EndsValue() : Blank(), text), null));
        }

        return new TextTemplate(parts);
    }

    private static string Escaped(Regex what, string text) => what.Replace(text, m => Escape(m.Value));

    // The apostrophe is a character that .NET leaves alone and Postman encodes.
    private static string Escape(string text) => text == "'" ? "%27" : Uri.EscapeDataString(text);

    /// <summary>The URL with a path variable put in; only whole segments of the path are replaced: <c>/users/:id/orders</c>.</summary>
    public static string WithVariable(string text, string key, string value)
    {
        var query = text.IndexOf('?', StringComparison.Ordinal);
        var (path, rest) = query < 0 ? (text, "") : (text[..query], text[query..]);
        var filled = value.Length > 0 ? value : $"{{{{{key}}}}}";
        return Regex.Replace(path, $"(?<=/):{Regex.Escape(key)}(?=/|$)", _ => filled, RegexOptions.CultureInvariant, TimeSpan.FromSeconds(10)) + rest;
    }

    /// <summary>The URL as it is sent: blanks and line breaks would end a request line, everything else stays as it was written.</summary>
    public static string Encoded(string text) => Outside(Blank(), text.Trim());

    /// <summary>A name in a query, with what would end it encoded; slots stay.</summary>
    public static string Key(string text) => Outside(EndsKey(), text);

    /// <summary>A value in a query, with what would end it encoded; slots stay.</summary>
    public static string Value(string text) => Outside(EndsValue(), text);

    // Encodes the literal text around slots.
    private static string Outside(Regex what, string text)
    {
        var encoded = new StringBuilder();
        var from = 0;
        foreach (Match slot in Slots().Matches(text))
        {
            encoded.Append(Escaped(what, text[from..slot.Index])).Append(slot.Value);
            from = slot.Index + slot.Length;
        }

        return encoded.Append(Escaped(what, text[from..])).ToString();
    }

    [GeneratedRegex(@"\{\{[^{}]{1,200}\}\}")]
    private static partial Regex Slots();

    [GeneratedRegex(@"[\s""<>&#']")]
    private static partial Regex EndsValue();

    [GeneratedRegex(@"[\s""<>&#'=]")]
    private static partial Regex EndsKey();

    [GeneratedRegex(@"[\s""<>]")]
    private static partial Regex Blank();
}
