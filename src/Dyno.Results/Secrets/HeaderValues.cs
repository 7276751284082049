namespace Dyno.Results;

/// <summary>
/// Masks Authorization: … to the end of the line. A header that begins within quotes ends with the quotes; a member of JSON ends with
/// its value.
/// </summary>
internal static class HeaderValues
{
    private static readonly SearchValues<string> Names = SearchValues.Create(["authorization", "cookie"], StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether a plain text contains the name of such a header.</summary>
    public static bool HasName(ReadOnlySpan<char> plain) => plain.ContainsAny(Names);

    public static string Mask(string text)
    {
        var plain = SecretWords.Plain(text);
        var masked = new MaskedText(text);
        var (at, floor) = (0, 0);
        while (plain.AsSpan(at).IndexOfAny(Names) is >= 0 and var found)
        {
            var name = at + found;
            at = name + (plain[name] is 'a' or 'A' ? "authorization" : "cookie").Length;
            var (begin, end) = text.AsSpan(at) is ['"' or '\'', ..] ? OfMember(text, at + 1) : OfHeader(text, name, at, floor);
            if (end <= begin) continue;
            masked.Hide(begin, end);
            floor = at = end;
        }

        return masked.ToString();
    }

    // The value of "Authorization": "…", searched from the quote after the name on.
    private static (int Begin, int End) OfMember(string text, int at)
    {
        at = ValueEnds.PastSpace(text, at);
        if (at == text.Length || text[at] is not (':' or '=')) return default;
        at = ValueEnds.PastSpace(text, at + 1);
        if (at == text.Length) return default;
        return text[at] switch
        {
            '"' or '\'' => (at + 1, ValueEnds.OfQuoted(text, at + 1, text[at])),
            '[' => (at, ValueEnds.OfLine(text, at)),
            _ => (at, ValueEnds.Before(text, at, "\r\n\"'")),
        };
    }

    private static (int Begin, int End) OfHeader(string text, int name, int at, int floor)
    {
        at = ValueEnds.PastOperator(text, ValueEnds.PastSpace(text, at));
        if (at < 0) return default;
        at = ValueEnds.PastSpace(text, at);
        var begin = NameSpans.BeginOf(text, name, floor, NameSpans.OfPaths);
        return (at, begin > 0 && text[begin - 1] is ('"' or '\'') ? ValueEnds.OfQuoted(text, at, text[begin - 1]) : ValueEnds.OfLine(text, at));
    }
}
