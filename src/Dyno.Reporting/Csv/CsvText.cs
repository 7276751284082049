namespace Dyno.Reporting;

/// <summary>Rows in the format of RFC 4180, with line feeds. Numbers have a decimal point and no thousands separator.</summary>
internal sealed class CsvText
{
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
        string text => CsvField.Of(text),
        double number => number.ToString("0.######", CultureInfo.InvariantCulture),
        bool flag => flag ? "true" : "false",
        IFormattable other => other.ToString(null, CultureInfo.InvariantCulture),
        _ => CsvField.Of(value.ToString()!),
    };
}
