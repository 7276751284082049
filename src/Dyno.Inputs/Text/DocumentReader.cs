using System.Text;
using System.Text.Json;
using Dyno.Inputs.Problems;

namespace Dyno.Inputs.Text;

/// <summary>Reads JSON into nodes with places. Bounded: not deeper than 128, not more than 3 million values.</summary>
internal ref struct DocumentReader
{
    /// <summary>Deeper documents are an attack, not a description.</summary>
    public const int MaxDepth = 128;

    /// <summary>More values do not fit into memory.</summary>
    public const int MaxNodes = 3_000_000;

    private static readonly JsonReaderOptions Lenient = new()
    {
        AllowTrailingCommas = true,
        CommentHandling = JsonCommentHandling.Skip,
        MaxDepth = MaxDepth,
    };

    private readonly byte[] _json;
    private readonly Func<string, bool> _skips;
    private Utf8JsonReader _reader;
    private int _nodes;
    private int _at;
    private int _line;
    private int _lineStart;

    private DocumentReader(byte[] json, Func<string, bool> skips)
    {
        (_json, _skips, _line) = (json, skips, 1);
        _reader = new Utf8JsonReader(json, Lenient);
    }

    /// <summary>The document; null when it is no JSON, which was then reported.</summary>
    /// <param name="bytes">UTF-8, perhaps with a mark; or UTF-16 with one.</param>
    /// <param name="place">The file.</param>
    /// <param name="skips">Members that are not read, by name.</param>
    public static DocumentNode? Read(byte[] bytes, SourcePlace place, Func<string, bool>? skips = null)
    {
        var json = Encoding.UTF8.GetBytes(TextDecoding.Decode(bytes));
        try
        {
            var reader = new DocumentReader(json, skips ?? (static _ => false));
            if (!reader._reader.Read()) return null;
            var node = reader.ReadValue();
            reader._reader.Read();
            return node;
        }
        catch (JsonException wrong)
        {
            (place with { Line = (int)(wrong.LineNumber ?? 0) + 1 }).Problem("this is not valid JSON here", "mend it, or export the file anew",
                (int)(wrong.BytePositionInLine ?? 0) + 1);
        }
        catch (InvalidOperationException)
        {
            place.Problem("a text has half of a surrogate pair", "write the whole character");
        }
        catch (InvalidDataException)
        {
            place.Problem($"there are more than {MaxNodes:N0} values", "export a part of it");
        }

        return null;
    }

    private DocumentNode ReadValue()
    {
        if (++_nodes > MaxNodes) throw new InvalidDataException();
        var (line, column) = Place();
        return _reader.TokenType switch
        {
            JsonTokenType.StartObject => ReadObject(line, column),
            JsonTokenType.StartArray => ReadArray(line, column),
            JsonTokenType.String => new() { Kind = NodeKind.Text, Line = line, Column = column, Text = _reader.GetString()! },
            JsonTokenType.Number => new() { Kind = NodeKind.Number, Line = line, Column = column, Text = Encoding.ASCII.GetString(_reader.ValueSpan) },
            JsonTokenType.True => new() { Kind = NodeKind.Truth, Line = line, Column = column, Text = "true" },
            JsonTokenType.False => new() { Kind = NodeKind.Truth, Line = line, Column = column, Text = "false" },
            _ => new() { Kind = NodeKind.Null, Line = line, Column = column },
        };
    }

    private DocumentNode ReadObject(int line, int column)
    {
        var node = new DocumentNode { Kind = NodeKind.Object, Line = line, Column = column };
        while (_reader.Read() && _reader.TokenType == JsonTokenType.PropertyName)
        {
            var name = _reader.GetString()!;
            _reader.Read();
            if (_skips(name)) _reader.Skip();
            else node.Members.Add((name, ReadValue()));
        }

        return node;
    }

    private DocumentNode ReadArray(int line, int column)
    {
        var node = new DocumentNode { Kind = NodeKind.Array, Line = line, Column = column, Items = [] };
        while (_reader.Read() && _reader.TokenType != JsonTokenType.EndArray) node.Items.Add(ReadValue());
        return node;
    }

    // Positions only rise: each byte is looked at once.
    private (int Line, int Column) Place()
    {
        var position = (int)_reader.TokenStartIndex;
        var passed = _json.AsSpan(_at, position - _at);
        var last = passed.LastIndexOf((byte)'\n');
        if (last >= 0) (_line, _lineStart) = (_line + passed.Count((byte)'\n'), _at + last + 1);
        _at = position;
        return (_line, Encoding.UTF8.GetCharCount(_json.AsSpan(_lineStart, position - _lineStart)) + 1);
    }
}
