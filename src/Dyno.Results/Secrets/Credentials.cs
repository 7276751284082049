using System.Buffers;

namespace Dyno.Results.Secrets;

/// <summary>Bearer eyJ…: the scheme may stay. A digit, capital or '=' tells a credential from a word.</summary>
internal static class Credentials
{
    private const int Shortest = 4;

    private static readonly string[] Schemes = ["bearer", "basic", "negotiate"];

    private static readonly SearchValues<string> Scheme = SearchValues.Create(Schemes, StringComparison.OrdinalIgnoreCase);

    public static string Mask(string text)
    {
        var masked = new MaskedText(text);
        var at = 0;
        while (text.AsSpan(at).IndexOfAny(Scheme) is >= 0 and var found)
        {
            var scheme = at + found;
            at = scheme + Array.Find(Schemes, name => string.Compare(text, scheme, name, 0, name.Length, StringComparison.OrdinalIgnoreCase) == 0)!.Length;
            var begin = ValueEnds.PastSpace(text, at);
            if (begin == at || NameSpans.IsInWord(text, scheme)) continue;
            at = ValueEnds.OfWord(text, begin, "\"',;");
            if (at - begin >= Shortest && LooksSecret(text.AsSpan(begin, at - begin))) masked.Hide(begin, at);
        }

        return masked.ToString();
    }

    private static bool LooksSecret(ReadOnlySpan<char> word)
    {
        foreach (var sign in word)
            if (char.IsAsciiLetterUpper(sign) || char.IsAsciiDigit(sign) || sign == '=') return true;
        return false;
    }
}
