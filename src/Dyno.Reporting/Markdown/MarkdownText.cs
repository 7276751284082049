namespace Dyno.Reporting;

/// <summary>Makes texts from any source safe for Markdown: markup in them has no effect.</summary>
internal static class MarkdownText
{
    private const string Special = @"\`*_{}[]<>|#~&$";

    /// <summary>A text inside a paragraph, a heading or a cell: one line, every special character escaped.</summary>
    public static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length + 8);
        foreach (var c in text)
        {
            if (char.IsControl(c)) escaped.Append(' ');
            else if (VisibleText.Hides(c)) escaped.Append('\uFFFD');
            else if (c == '<') escaped.Append("&lt;");
            else if (c == '&') escaped.Append("&amp;");
            else if (c == '@') escaped.Append("&#64;"); // otherwise a name in an error text would mention a person
            else if (Special.Contains(c, StringComparison.Ordinal)) escaped.Append('\\').Append(c);
            else escaped.Append(c);
        }
        return escaped.Replace("://", "&#58;//").ToString();
    }

    /// <summary>A fence longer than any sequence of backticks in the text.</summary>
    public static string Fence(string text)
    {
        var (longest, run) = (0, 0);
        foreach (var c in text) longest = Math.Max(longest, run = c == '`' ? run + 1 : 0);
        return new string('`', Math.Max(3, longest + 1));
    }
}
