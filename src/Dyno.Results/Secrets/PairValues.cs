namespace Dyno.Results;

/// <summary>
/// Masks the values of secret names: name=value, name: value, "name":"value", --name value. An unquoted value with blanks ends at a
/// semicolon (connection strings).
/// </summary>
internal static class PairValues
{
    public static string Mask(string text)
    {
        var plain = SecretWords.Plain(text);
        var masked = new MaskedText(text);
        var stop = -1;
        var at = 0;
        while (SecretWords.TryFind(plain, at, out var word, out var wordEnd))
        {
            var name = NameSpans.BeginOf(text, word, at, NameSpans.OfPairs);
            at = SettingNames.EndOf(text, NameSpans.EndOf(text, wordEnd, NameSpans.OfPairs));
            var begin = ValueBegin(text, name, at);
            if (begin < 0 || begin == text.Length) continue;
            var end = text[begin] is '"' or '\'' ? OfQuoted(text, begin) : OfBare(text, begin, ref stop);
            if (end <= begin || SettingNames.IsPath(text.AsSpan(begin..end)) || IsSentence(text, name, begin, end)) continue;
            masked.Hide(begin, end);
            at = end;
        }

        return masked.ToString();
    }

    // "The token: expected end of file": a noun with its article, and words in small letters after it.
    private static bool IsSentence(string text, int name, int begin, int end)
    {
        var before = text.AsSpan(0, name).TrimEnd(' ');
        if (!before.EndsWith("the", StringComparison.OrdinalIgnoreCase) || (before.Length > 3 && char.IsLetter(before[^4]))) return false;
        return !text.AsSpan(begin..end).ContainsAnyExceptInRange('a', 'z')
            && end + 1 < text.Length && text[end] == ' ' && char.IsAsciiLetterLower(text[end + 1]);
    }

    private static int ValueBegin(string text, int name, int nameEnd)
    {
        var at = text.AsSpan(nameEnd) is ['"' or '\'', ..] ? nameEnd + 1 : nameEnd;
        at = ValueEnds.PastOperator(text, ValueEnds.PastSpace(text, at));
        if (at >= 0) return ValueEnds.PastSpace(text, at);
        at = ValueEnds.PastSpace(text, nameEnd);
        return text[name] == '-' && at > nameEnd ? at : -1;
    }

    // The place after the closing quote, which may stand in a later line; the beginning of the value when there is no closing quote.
    private static int OfQuoted(string text, int begin)
    {
        for (var at = begin + 1; at < text.Length; at++)
            if (text[at] == text[begin]) return at + 1;
            else if (text[at] == '\\') at++;
        return begin;
    }

    // The last stop is kept, because many values before the same stop would search for it again and again.
    private static int OfBare(string text, int begin, ref int stop)
    {
        if (stop < begin) stop = ValueEnds.Before(text, begin, ";&\r\n\"'{}[]");
        if (stop > begin && stop < text.Length && text[stop] == ';') return stop;
        return ValueEnds.OfWord(text, begin, ";&\"',{}");
    }
}
