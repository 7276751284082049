namespace Dyno.Http;

/// <summary>Finds <c>{{column}}</c> in a text, also with braces percent-encoded in a URL.</summary>
internal static class SlotScanner
{
    /// <summary>Splits the text into literals with column −1, and slots with the index of their column.</summary>
    /// <param name="columns">Known columns; braces around other texts stay unchanged.</param>
    /// <param name="unescape">Decodes an escaped column name.</param>
    public static IEnumerable<(string Text, int Column)> Split(
        string template, ImmutableArray<string> columns, Func<string, string> unescape)
    {
        var from = 0;
        for (var at = 0; at < template.Length; at++)
        {
            var open = OpeningAt(template, at);
            if (open is null) continue;
            var close = open == "{{" ? "}}" : "%7D%7D";
            var end = template.IndexOf(close, at, StringComparison.OrdinalIgnoreCase);
            if (end < 0) continue;
            var column = columns.IndexOf(unescape(template[(at + open.Length)..end]).Trim());
            if (column < 0) continue;
            if (at > from) yield return (template[from..at], -1);
            yield return ("", column);
            from = end + close.Length;
            at = from - 1;
        }
        if (from < template.Length) yield return (template[from..], -1);
    }

    private static string? OpeningAt(string text, int at)
    {
        if (string.CompareOrdinal(text, at, "{{", 0, 2) == 0) return "{{";
        return string.Compare(text, at, "%7B%7B", 0, 6, StringComparison.OrdinalIgnoreCase) == 0 ? "%7B%7B" : null;
    }
}
