namespace Dyno.Results;

/// <summary>Finds the places in a text where values begin and end. Each method reads the characters of the value, and none after it.</summary>
internal static class ValueEnds
{
    public static int OfLine(ReadOnlySpan<char> text, int at) => Before(text, at, "\r\n");

    /// <summary>The first of these signs, or the end of the text.</summary>
    public static int Before(ReadOnlySpan<char> text, int at, ReadOnlySpan<char> signs) =>
        text[at..].IndexOfAny(signs) is >= 0 and var length ? at + length : text.Length;

    /// <summary>The first blank, line end or one of these signs.</summary>
    public static int OfWord(ReadOnlySpan<char> text, int at, string signs)
    {
        while (at < text.Length && !char.IsWhiteSpace(text[at]) && !signs.Contains(text[at], StringComparison.Ordinal)) at++;
        return at;
    }

    /// <summary>The first character that is none of these signs.</summary>
    public static int Past(ReadOnlySpan<char> text, int at, ReadOnlySpan<char> signs) =>
        text[at..].IndexOfAnyExcept(signs) is >= 0 and var length ? at + length : text.Length;

    /// <summary>The first character that is neither a blank nor a line end.</summary>
    public static int PastSpace(ReadOnlySpan<char> text, int at)
    {
        while (at < text.Length && char.IsWhiteSpace(text[at])) at++;
        return at;
    }

    /// <summary>The place after the operator between a name and its value (= : == !=); -1 when there is none.</summary>
    public static int PastOperator(ReadOnlySpan<char> text, int at) => text[at..] switch
    {
        ['=' or '!', '=', ..] => at + 2,
        ['=' or ':', ..] => at + 1,
        _ => -1,
    };

    /// <summary>The quote that ends a quoted text of one line; without a quote, the end of the line.</summary>
    public static int OfQuoted(ReadOnlySpan<char> text, int at, char quote)
    {
        for (; at < text.Length && text[at] is not ('\r' or '\n'); at++)
            if (text[at] == '\\' && at + 1 < text.Length && text[at + 1] is not ('\r' or '\n')) at++;
            else if (text[at] == '\\') return at;
            else if (text[at] == quote && EscapeLength(text[at..], quote) is var escape)
                if (escape == 0) return at;
                else at += escape - 1;
        return at;
    }

    // The forms in which YAML ('') and shells ('\'') write a single quote.
    private static int EscapeLength(ReadOnlySpan<char> text, char quote) =>
        quote != '\'' ? 0 : text.StartsWith("''") ? 2 : text.StartsWith(@"'\''") ? 4 : 0;
}
