namespace Dyno.Results;

/// <summary>
/// Makes texts from anywhere (a server's answer, a script, a file) fit for a screen: a mark replaces every character that would
/// control the terminal or turn the direction of the text around it. Pure functions.
/// </summary>
public static class VisibleText
{
    private const char Mark = '\uFFFD';

    /// <summary>
    /// Whether a character must not be shown as it is: a control character other than line feed and tab, or a sign that turns the
    /// direction of text.
    /// </summary>
    public static bool Hides(char c) => (char.IsControl(c) && c is not ('\n' or '\t'))
        || c is >= '\u202A' and <= '\u202E' or >= '\u2066' and <= '\u2069' or '\u200E' or '\u200F' or '\u061C';

    /// <summary>The text with marks; line ends and tabs stay.</summary>
    public static string Of(string text) => text.Any(Hides) ? string.Concat(text.ReplaceLineEndings("\n").Select(c => Hides(c) ? Mark : c)) : text;

    /// <summary>The visible text on one line: line ends and tabs become blanks.</summary>
    public static string OnOneLine(string text) => Of(text).Replace('\n', ' ').Replace('\t', ' ');
}
