using System.Text;
using Dyno.Load.Plans;

namespace Dyno.Scenarios.Running;

/// <summary>A record of a CSV text.</summary>
/// <param name="Line">The line it begins on, from 1.</param>
/// <param name="Fields">Its fields without quotes.</param>
internal sealed record CsvRecord(int Line, string[] Fields);

/// <summary>Cuts a CSV text (RFC 4180) into records; empty lines are skipped.</summary>
internal sealed class CsvRecords(string path, string text)
{
    private readonly List<CsvRecord> _records = [];
    private readonly List<string> _fields = [];
    private readonly StringBuilder _field = new();
    private int _line = 1;
    private int _begin = 1;

    public static List<CsvRecord> Read(string path, string text)
    {
        var reader = new CsvRecords(path, text);
        reader.ReadAll();
        return reader._records;
    }

    private void ReadAll()
    {
        for (var at = 0; at < text.Length; at++)
        {
            switch (text[at])
            {
                case '"' when _field.Length == 0: at = Quoted(at + 1); break;
                case ',': EndField(); break;
                case '\r': break;
                case '\n': EndRecord(); break;
                default: _field.Append(text[at]); break;
            }
        }
        EndRecord();
    }

    /// <summary>Takes a field in quotes.</summary>
    /// <returns>Where its closing quote is.</returns>
    private int Quoted(int at)
    {
        var begin = _line;
        for (; at < text.Length; at++)
        {
            if (text[at] == '\n') _line++;
            if (text[at] != '"') _field.Append(text[at]);
            else if (at + 1 < text.Length && text[at + 1] == '"') _field.Append(text[at++]);
            else return at;
        }
        throw new LoadException($"{path}({begin}): a quote is opened and never closed", "write a quote inside a field twice");
    }

    private void EndField()
    {
        _fields.Add(_field.ToString());
        _field.Clear();
    }

    private void EndRecord()
    {
        EndField();
        if (_fields is not [""]) _records.Add(new CsvRecord(_begin, [.. _fields]));
        _fields.Clear();
        _begin = ++_line;
    }
}
