namespace Dyno.Results;

/// <summary>
/// Writes a field of a table for spreadsheets (RFC 4180). A spreadsheet takes a text that begins like a formula for a formula, so
/// such a text gets an apostrophe in front.
/// </summary>
public static class CsvField
{
    private static readonly char[] Quoted = [',', '"', '\n', '\r'];

    /// <summary>The field, in quotes where it needs quotes.</summary>
    public static string Of(string text)
    {
        if (text.Length > 0 && text[0] is '=' or '+' or '-' or '@' or '\t' or '\r') text = "'" + text;
        return text.IndexOfAny(Quoted) < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }
}
