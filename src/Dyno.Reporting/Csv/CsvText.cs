using System.Globalization;
using System.Text;

namespace Dyno.Reporting.Csv;

/// <summary>Rows as RFC 4180 writes them, with line feeds; numbers with a point and no thousands.</summary>
internal sealed class CsvText
{
    private static readonly char[] Quoted = [',', '"', '\n', '\r'];
    private readonly StringBuilder _text = new();

    /// <summary>Adds a row; null is an empty field.</summary>
    public CsvText Row(params IEnumerable<object?> fields)
    {
        _text.AppendJoin(',', fields.Select(Field)).Append('\n');
        return this;
    }

    public override string ToString() => _text.ToString();

    private static string Field(object? value) => value switch
    {
        null => "",
        string text => Text(text),
        double number => number.ToString("0.######", CultureInfo.InvariantCulture),
        bool flag => flag ? "true" : "false",
        IFormattable other => other.ToString(null, CultureInfo.InvariantCulture),
        _ => Text(value.ToString()!),
    };

    // A spreadsheet takes a text that begins like a formula for one: a leading apostrophe keeps it a text.
    private static string Text(string text)
    {
        if (text.Length > 0 && text[0] is '=' or '+' or '-' or '@' or '\t' or '\r') text = "'" + text;
        return text.IndexOfAny(Quoted) < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }
}
