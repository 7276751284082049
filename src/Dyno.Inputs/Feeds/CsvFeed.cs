namespace Dyno.Inputs;

/// <summary>
/// Reads CSV by RFC 4180: the first line names the columns, and values with separators, quotes or line breaks stand in double quotes. The
/// separator is comma, semicolon or tab: the one that occurs most often in the first line. Own code, because the libraries do not report
/// each mistake with its line and column.
/// </summary>
internal sealed class CsvFeed
{
    private const string WriteQuote = "put the whole value in double quotes, and write each quote in it twice: \"say \"\"hello\"\"\"";

    private readonly string _text;
    private readonly FeedTable _table;
    private readonly char _separator;
    private readonly ImmutableArray<string>.Builder _row = ImmutableArray.CreateBuilder<string>();
    private readonly List<TextPosition> _places = []; // places of the values of the row, then of its end
    private int _at;
    private int _line = 1;
    private int _lineStart;

    private CsvFeed(string text, FeedTable table, char? separator)
    {
        (_text, _table) = (text, table);
        var end = text.AsSpan().IndexOfAny('\r', '\n');
        var first = end < 0 ? text.AsSpan() : text.AsSpan(0, end);
        _separator = separator ?? (first.Count(';') > first.Count(',') ? ';' : first.Count('\t') > first.Count(',') ? '\t' : ',');
    }

    /// <summary>Reads the rows.</summary>
    /// <param name="table">Takes the rows. When it has columns already, the first line is a row.</param>
    /// <param name="separator">What stands between two values; null: what occurs most often in the first line.</param>
    public static void Read(string text, FeedTable table, char? separator = null) => new CsvFeed(text, table, separator).ReadRows();

    private void ReadRows()
    {
        while (_at < _text.Length && !_table.IsFull)
        {
            if (SkipLineBreak()) continue; // an empty line
            ReadRow();
            if (_table.Columns.IsDefault) _table.SetColumns(_row.ToImmutable(), PlaceOf);
            else _table.Add(_row.ToImmutable(), PlaceOf);
        }
    }

    private void ReadRow()
    {
        _row.Clear();
        _places.Clear();
        while (true)
        {
            _places.Add(Here);
            _row.Add(_at < _text.Length && _text[_at] == '"' ? Quoted() : Plain());
            if (_at < _text.Length && _text[_at] == _separator && _row.Count <= FeedFile.MaxColumns) _at++;
            else break;
        }

        _places.Add(Here);
        if (_row.Count > FeedFile.MaxColumns) Plain(toLineEnd: true); // the row is refused, and its other values are not read
        SkipLineBreak();
    }

    private string Plain(bool toLineEnd = false)
    {
        var rest = _text.AsSpan(_at);
        var length = toLineEnd ? rest.IndexOfAny('\r', '\n') : rest.IndexOfAny(_separator, '\r', '\n');
        if (length < 0) length = rest.Length;
        if (toLineEnd)
        {
            _at += length;
            return "";
        }

        var value = rest[..length];
        if (value.Contains('"'))
            _table.Problem(Here with { Column = Here.Column + value.IndexOf('"') }, "there is a quote inside a value without quotes", WriteQuote);
        _at += length;
        return value.ToString();
    }

    private string Quoted()
    {
        var open = Here;
        var value = new StringBuilder();
        for (_at++; _at < _text.Length; _at++)
        {
            if (_text[_at] != '"') Take(value);
            else if (_at + 1 < _text.Length && _text[_at + 1] == '"') value.Append(_text[++_at]);
            else return Closed(value);
        }

        _table.Problem(open, "this quote is never closed", "write a double quote after the value");
        return value.ToString();
    }

    private string Closed(StringBuilder value)
    {
        _at++;
        var rest = _text.AsSpan(_at);
        var length = rest.IndexOfAny(_separator, '\r', '\n');
        var after = length < 0 ? rest : rest[..length];
        if (after.Trim().Length > 0) _table.Problem(Here, "there is text after the closing quote", WriteQuote);
        _at += after.Length;
        return value.ToString();
    }

    private void Take(StringBuilder value)
    {
        value.Append(_text[_at]);
        if (_text[_at] == '\n' || (_text[_at] == '\r' && !_text.AsSpan(_at + 1).StartsWith("\n"))) NewLine(_at + 1);
    }

    private bool SkipLineBreak()
    {
        if (_at >= _text.Length || _text[_at] is not ('\r' or '\n')) return false;
        _at += _text[_at] == '\r' && _text.AsSpan(_at + 1).StartsWith("\n") ? 2 : 1;
        NewLine(_at);
        return true;
    }

    private TextPosition Here => new(_line, _at - _lineStart + 1);

    private TextPosition PlaceOf(int value) => _places[value];

    private void NewLine(int start)
    {
        _line++;
        _lineStart = start;
    }
}
