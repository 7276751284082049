using System.Collections.Frozen;

namespace Dyno.Results;

/// <summary>
/// Names that mean a secret only when they stand alone: <c>?code=…</c> does, <c>postcode</c> and <c>error code: 5</c> do not. They
/// count as parameters of a URL or a form; a few of them count as the name of a header.
/// </summary>
internal static class ShortNames
{
    private static readonly FrozenSet<string> OfParameters =
        FrozenSet.Create(StringComparer.OrdinalIgnoreCase, "code", "auth", "pass", "pw", "pin", "otp", "sas", "sid", "nonce", "ticket", "assertion");

    private static readonly FrozenSet<string> OfHeaders =
        FrozenSet.Create(StringComparer.OrdinalIgnoreCase, "auth", "x-auth", "x-session", "x-pass", "x-otp", "x-pin");

    /// <summary>Whether the name of a header, variable or option is such a name.</summary>
    public static bool IsHeader(ReadOnlySpan<char> name) => OfHeaders.GetAlternateLookup<ReadOnlySpan<char>>().Contains(name);

    /// <summary>Masks values of such parameters after <c>?</c> and <c>&amp;</c>, and of such headers where they begin a line or a quoted text.</summary>
    public static string Mask(string text) => MaskHeaders(MaskParameters(text));

    private static string MaskParameters(string text)
    {
        var masked = new MaskedText(text);
        for (var at = 0; text.AsSpan(at).IndexOfAny('?', '&') is >= 0 and var found;)
        {
            var name = at + found + 1;
            at = name;
            var end = NameSpans.EndOf(text, name, NameSpans.OfHeaders);
            if (end == text.Length || text[end] != '=' || !OfParameters.GetAlternateLookup<ReadOnlySpan<char>>().Contains(text.AsSpan(name..end))) continue;
            at = ValueEnds.OfWord(text, end + 1, "&;#\"'{}<>");
            if (at > end + 1) masked.Hide(end + 1, at);
        }

        return masked.ToString();
    }

    private static string MaskHeaders(string text)
    {
        var masked = new MaskedText(text);
        for (var at = 0; text.AsSpan(at).IndexOf(':') is >= 0 and var found;)
        {
            var colon = at + found;
            var name = NameSpans.BeginOf(text, colon, at, NameSpans.OfHeaders);
            at = colon + 1;
            var begin = ValueEnds.Past(text, colon + 1, " \t");
            if (begin == text.Length || !IsHeader(text.AsSpan(name..colon))) continue;
            var before = text.AsSpan(0, name).TrimEnd(" \t-<>");
            var isQuoted = name > 0 && text[name - 1] is '"' or '\'';
            if (!isQuoted && before is not ([] or [.., '\n'])) continue;
            at = isQuoted ? ValueEnds.OfQuoted(text, begin, text[name - 1]) : ValueEnds.OfLine(text, begin);
            if (at > begin) masked.Hide(begin, at);
        }

        return masked.ToString();
    }
}
