namespace Dyno.Results.Secrets;

/// <summary>How far a name reaches in a text.</summary>
internal static class NameSpans
{
    /// <summary>Beside letters, digits and _: what stands in the name of a header.</summary>
    public const string OfHeaders = "-";

    /// <summary>In the name of a header, or of a member by its path.</summary>
    public const string OfPaths = ".-";

    /// <summary>In a query, a connection string, JSON, an option or a variable.</summary>
    public const string OfPairs = ".-%[]";

    /// <summary>Where a name begins of which a part begins here; not before <paramref name="floor"/>.</summary>
    public static int BeginOf(ReadOnlySpan<char> text, int at, int floor, string others)
    {
        while (at > floor && IsPart(text[at - 1], others)) at--;
        return at;
    }

    /// <summary>Where a name ends of which a part ends here.</summary>
    public static int EndOf(ReadOnlySpan<char> text, int at, string others)
    {
        while (at < text.Length && IsPart(text[at], others)) at++;
        return at;
    }

    /// <summary>Whether a word could go on across this place.</summary>
    public static bool IsInWord(ReadOnlySpan<char> text, int at) => at > 0 && at < text.Length && IsPart(text[at - 1], "") && IsPart(text[at], "");

    private static bool IsPart(char sign, string others) => char.IsAscii(sign)
        ? char.IsAsciiLetterOrDigit(sign) || sign == '_' || others.Contains(sign, StringComparison.Ordinal)
        : !char.IsWhiteSpace(sign) && !char.IsPunctuation(sign);
}
