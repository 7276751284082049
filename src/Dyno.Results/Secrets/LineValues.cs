namespace Dyno.Results;

/// <summary>
/// Masks the value of a name that shows a secret (X-Auth-Token: …) where the name begins a line or a quoted text: to the end of the
/// line or the quote; in { a: b, c: d } to the comma. The text of a fault ("KeyNotFoundException: …") is not a secret.
/// </summary>
internal static class LineValues
{
    public static string Mask(string text)
    {
        var plain = SecretWords.Plain(text);
        var masked = new MaskedText(text);
        var at = 0;
        while (SecretWords.TryFind(plain, at, out var word, out var wordEnd))
        {
            var name = NameSpans.BeginOf(text, word, at, NameSpans.OfHeaders);
            at = SettingNames.EndOf(text, NameSpans.EndOf(text, wordEnd, NameSpans.OfHeaders));
            var (begin, end) = Find(text, name, at);
            if (end <= begin) continue;
            masked.Hide(begin, end);
            at = end;
        }

        return masked.ToString();
    }

    private static (int Begin, int End) Find(string text, int name, int nameEnd)
    {
        var colon = ValueEnds.Past(text, nameEnd, " \t");
        if (colon == text.Length || text[colon] != ':' || IsFault(text.AsSpan(name, nameEnd - name))) return default;
        var begin = ValueEnds.Past(text, colon + 1, " \t");
        if (name > 0 && text[name - 1] is ('"' or '\'')) return (begin, ValueEnds.OfQuoted(text, begin, text[name - 1]));
        if (begin == colon + 1 || begin == text.Length) return default;
        var before = text.AsSpan(0, name).TrimEnd(" \t");
        if (before is [.., '{' or ',']) return char.IsWhiteSpace(text[begin]) || text[begin] is '"' or '\'' ? default : (begin, ValueEnds.Before(text, begin, ",}\r\n"));
        return before.TrimEnd(" \t-<>") is [] or [.., '\n'] ? (begin, ValueEnds.OfLine(text, begin)) : default;
    }

    private static bool IsFault(ReadOnlySpan<char> name) =>
        name.EndsWith("Exception", StringComparison.OrdinalIgnoreCase) || name.EndsWith("Error", StringComparison.OrdinalIgnoreCase);
}
