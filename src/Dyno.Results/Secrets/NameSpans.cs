namespace Dyno.Results;

/// <summary>Finds the beginnings and ends of names in a text.</summary>
internal static class NameSpans
{
    /// <summary>Signs in the name of a header, in addition to letters, digits and _.</summary>
    public const string OfHeaders = "-";

    /// <summary>Signs in the name of a header, or in the path of a member.</summary>
    public const string OfPaths = ".-";

    /// <summary>Signs in a name of a query, a connection string, JSON, an option or a variable.</summary>
    public const string OfPairs = ".-%[]";

    /// <summary>The beginning of the name that a part at this place belongs to; not before <paramref name="floor"/>.</summary>
    public static int BeginOf(ReadOnlySpan<char> text, int at, int floor, string others)
    {
        while (at > floor && IsPart(text[at - 1], others)) at--;
        return at;
    }

    /// <summary>The end of the name that a part before this place belongs to.</summary>
    public static int EndOf(ReadOnlySpan<char> text, int at, string others)
    {
        while (at < text.Length && IsPart(text[at], others)) at++;
        return at;
    }

    /// <summary>Whether a word continues across this place.</summary>
    public static bool IsInWord(ReadOnlySpan<char> text, int at) => at > 0 && at < text.Length && IsPart(text[at - 1], "") && IsPart(text[at], "");

    private static bool IsPart(char sign, string others) => char.IsAscii(sign)
        ? char.IsAsciiLetterOrDigit(sign) || sign == '_' || others.Contains(sign, StringComparison.Ordinal)
        : !char.IsWhiteSpace(sign) && !char.IsPunctuation(sign);
}
