namespace Dyno.Results;

/// <summary>
/// Masks the text after an authentication scheme: Bearer eyJ…, Basic "a b", Digest username="…", response="…". The scheme may stay.
/// In a text that is not a header's value, a digit, a capital or '=' distinguishes a credential from a word.
/// </summary>
internal static class Credentials
{
    private const int ShortestWord = 4;

    // Schemes that are found in any text. The last two are everyday words, and count only where they begin a value: "X-Foo: Token …".
    private static readonly string[] InTexts = ["bearer", "basic", "negotiate", "digest", "ntlm", "token", "apikey"];

    private static readonly string[] BeginValues = ["token", "apikey"];

    // Schemes in the value of a header: the registered schemes, and those of large services.
    private static readonly string[] InHeaders =
    [
        .. InTexts, "api-key", "aws4-hmac-sha256", "dpop", "gnap", "hawk", "hoba", "jwt", "oauth", "privatetoken", "scram-sha-1",
        "scram-sha-256", "sharedaccesssignature", "sharedkey", "sharedkeylite", "signature", "vapid",
    ];

    private static readonly SearchValues<string> Schemes = SearchValues.Create(InTexts, StringComparison.OrdinalIgnoreCase);

    /// <summary>Where a credential begins in a header's value, after its scheme and blanks; 0 when there is none.</summary>
    public static int BeginIn(ReadOnlySpan<char> value)
    {
        var scheme = value[..ValueEnds.OfWord(value, 0, "")];
        var begin = ValueEnds.Past(value, scheme.Length, " \t");
        if (begin == scheme.Length || begin == value.Length) return 0;
        foreach (var known in InHeaders)
            if (scheme.Equals(known, StringComparison.OrdinalIgnoreCase)) return begin;
        return 0;
    }

    public static string Mask(string text)
    {
        var masked = new MaskedText(text);
        var at = 0;
        while (text.AsSpan(at).IndexOfAny(Schemes) is >= 0 and var found)
        {
            var scheme = at + found;
            at = scheme + LengthOf(text.AsSpan(scheme), InTexts);
            var begin = ValueEnds.PastSpace(text, at);
            if (begin == at || !IsScheme(text, scheme)) continue;
            at = EndOf(text, begin);
            if (at > begin) masked.Hide(begin, at);
        }

        return masked.ToString();
    }

    private static int LengthOf(ReadOnlySpan<char> text, string[] schemes)
    {
        foreach (var scheme in schemes)
            if (text.StartsWith(scheme, StringComparison.OrdinalIgnoreCase)) return scheme.Length;
        return 0;
    }

    private static bool IsScheme(string text, int at) =>
        !NameSpans.IsInWord(text, at) && (LengthOf(text.AsSpan(at), BeginValues) == 0 || text.AsSpan(0, at).TrimEnd("\"' \t") is [.., ':' or '=']);

    // Returns the beginning when there is no credential.
    private static int EndOf(string text, int begin)
    {
        var end = QuotedEnd(text, begin);
        if (end == begin) end = ParametersEnd(text, begin);
        if (end > begin) return end;
        end = ValueEnds.OfWord(text, begin, "\"',;");
        return end - begin >= ShortestWord && LooksSecret(text.AsSpan(begin..end)) ? end : begin;
    }

    // A text in quotes: "…", or \"…\" as it stands in JSON. A blank after the quote means that the quote ends another text ('Bearer ' + token).
    private static int QuotedEnd(string text, int begin)
    {
        var quote = begin < text.Length && text[begin] == '\\' ? begin + 1 : begin;
        if (quote + 1 >= text.Length || text[quote] is not ('"' or '\'') || char.IsWhiteSpace(text[quote + 1])) return begin;
        var end = quote == begin ? ValueEnds.OfQuoted(text, quote + 1, text[quote]) : ValueEnds.Before(text, quote + 1, "\r\n\"'");
        return end < text.Length && text[end] == text[quote] ? end + 1 : end;
    }

    // name=value, name="value" …
    private static int ParametersEnd(string text, int begin)
    {
        for (var (at, end) = (begin, begin); ; at = ValueEnds.Past(text, at, ", \t"))
        {
            var value = NameSpans.EndOf(text, at, NameSpans.OfHeaders);
            if (value == at || value == text.Length || text[value] != '=') return end;
            at = QuotedEnd(text, ++value);
            if (at == value) at = ValueEnds.OfWord(text, value, "\"',;");
            if (at == value) return end;
            end = at;
            if (text.AsSpan(at).TrimStart(" \t") is not [',', ..]) return end;
        }
    }

    private static bool LooksSecret(ReadOnlySpan<char> word) => word.ContainsAnyInRange('A', 'Z') || word.ContainsAnyInRange('0', '9') || word.Contains('=');
}
