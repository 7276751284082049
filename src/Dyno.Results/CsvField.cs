namespace Dyno.Results;

/// <summary>
/// A field of a table that a spreadsheet will open (RFC 4180): a text that begins like a formula would be taken for one, so it gets an
/// apostrophe in front, which keeps it a text.
/// </summary>
public static class CsvField
{
    private static readonly char[] Quoted = [',', '"', '\n', '\r'];

    /// <summary>The field, in quotes where it needs them.</summary>
    public static string Of(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (text.Length > 0 && text[0] is '=' or '+' or '-' or '@' or '\t' or '\r') text = "'" + text;
        return text.IndexOfAny(Quoted) < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }
}
