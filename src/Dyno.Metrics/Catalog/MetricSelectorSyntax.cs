namespace Dyno.Metrics;

/// <summary>Reads the text of a <see cref="MetricSelector"/>.</summary>
internal static class MetricSelectorSyntax
{
    internal static (MetricSelector? Selector, string? Error) Parse(string text)
    {
        var open = text.IndexOf('{');
        var name = open < 0 ? text : text[..open].TrimEnd();
        if (!MetricDefinition.IsValidName(name))
            return (null, $"'{name}' is not a metric name: letters, digits and '_' only, as in http_req_duration");
        if (open < 0) return (new MetricSelector(name), null);
        if (text[^1] != '}') return (null, $"'{text}' has no closing brace: write {name}{{tag:value}}");
        var inside = text[(open + 1)..^1];
        var tags = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var part in SplitOutsideQuotes(inside))
        {
            var (tag, value) = Tag(part);
            if (tag.Length == 0) return (null, $"'{text}' has a tag without a name: write {name}{{tag:value}}");
            tags[tag] = value;
        }

        return (new MetricSelector(name, tags) { AsWritten = $"{name}{{{inside.Trim()}}}" }, null);
    }

    /// <summary>Writes a value so that it reads back unchanged: in quotes when it contains a comma, or begins or ends with a blank.</summary>
    internal static string Written(string value)
    {
        if (!value.Contains(',', StringComparison.Ordinal) && value.AsSpan().Trim().Length == value.Length) return value;
        return value.Contains('"', StringComparison.Ordinal) ? $"'{value}'" : $"\"{value}\"";
    }

    private static (string Tag, string Value) Tag(string part)
    {
        var colon = part.IndexOf(':');
        return colon < 0 ? (Unquote(part), "") : (Unquote(part[..colon]), Unquote(part[(colon + 1)..]));
    }

    private static string Unquote(string text) => text.Trim().Trim('"', '\'');

    private static IEnumerable<string> SplitOutsideQuotes(string text)
    {
        var (start, quote) = (0, '\0');
        for (var i = 0; i < text.Length; i++)
        {
            var c = text[i];
            if (quote != '\0') { if (c == quote) quote = '\0'; }
            else if (c is '"' or '\'' && OpensAValue(text, i)) quote = c;
            else if (c == ',') { yield return text[start..i]; start = i + 1; }
        }

        yield return text[start..];
    }

    // A quote inside a word (name:it's) is an ordinary character, and so is a quote that is never closed.
    private static bool OpensAValue(string text, int at)
    {
        var before = text.AsSpan(0, at).TrimEnd();
        return (before.IsEmpty || before[^1] is ':' or ',') && text.IndexOf(text[at], at + 1) > 0;
    }
}
