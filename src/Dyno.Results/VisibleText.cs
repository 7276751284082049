namespace Dyno.Results;

/// <summary>
/// Texts from anywhere (a server's answer, a script, a file) as a screen may show them: what would steer the terminal, or turn the
/// direction of the text around it, becomes a mark. Pure functions.
/// </summary>
public static class VisibleText
{
    private const char Mark = '\uFFFD';

    /// <summary>Whether a character is not to be shown as it is: controls but line feed and tab, and signs that turn the direction of text.</summary>
    public static bool Hides(char c) => (char.IsControl(c) && c is not ('\n' or '\t'))
        || c is >= '\u202A' and <= '\u202E' or >= '\u2066' and <= '\u2069' or '\u200E' or '\u200F' or '\u061C';

    /// <summary>The text with marks; line ends and tabs stay.</summary>
    public static string Of(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text.Any(Hides) ? string.Concat(text.ReplaceLineEndings("\n").Select(c => Hides(c) ? Mark : c)) : text;
    }

    /// <summary>The visible text on one line: line ends and tabs are blanks.</summary>
    public static string OnOneLine(string text) => Of(text).Replace('\n', ' ').Replace('\t', ' ');
}
