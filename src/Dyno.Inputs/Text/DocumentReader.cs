using System.Text.Unicode;

namespace Dyno.Inputs;

/// <summary>Reads JSON into nodes with their places. Bounded: at most 128 levels and 3 million values.</summary>
internal ref struct DocumentReader
{
    /// <summary>Most levels; a deeper document is an attack.</summary>
    public const int MaxDepth = 128;

    /// <summary>Most values that fit into memory.</summary>
    public const int MaxNodes = 3_000_000;

    private static readonly JsonReaderOptions Lenient = new()
    {
        AllowTrailingCommas = true,
        CommentHandling = JsonCommentHandling.Skip,
        MaxDepth = MaxDepth,
    };

    private readonly Func<string, bool> _skips;
    private Utf8JsonReader _reader;
    private readonly LineCounter _lines;
    private int _nodes;

    private DocumentReader(byte[] json, Func<string, bool> skips)
    {
        (_skips, _lines) = (skips, new LineCounter(json));
        _reader = new Utf8JsonReader(json, Lenient);
    }

    /// <summary>The document; null when it is not JSON, which was then reported.</summary>
    /// <param name="bytes">UTF-8, perhaps with a byte order mark; or UTF-16 with one.</param>
    /// <param name="skips">Members that are not read, by name.</param>
    /// <param name="writeInstead">The hint for a document that is not JSON.</param>
    public static DocumentNode? Read(
        byte[] bytes, SourcePlace place, Func<string, bool>? skips = null, string writeInstead = "correct the JSON, or export the file again")
    {
        // Nearly all documents are UTF-8 without a byte order mark: a large recording is then not copied.
        var json = bytes is not ([0xEF, 0xBB, 0xBF, ..] or [0xFF, 0xFE, ..] or [0xFE, 0xFF, ..])
            && Utf8.IsValid(bytes) ? bytes : Encoding.UTF8.GetBytes(TextDecoding.Decode(bytes));
        var reader = new DocumentReader(json, skips ?? (static _ => false));
        try
        {
            if (!reader._reader.Read()) return null;
            var node = reader.ReadValue();
            reader._reader.Read();
            return node;
        }
        catch (JsonException wrong)
        {
            TextPosition.Of(wrong, json).In(place).Problem("this is not valid JSON here", writeInstead);
        }
        catch (InvalidOperationException)
        {
            reader.Place().In(place).Problem("a string has half of a surrogate pair", "write the whole character");
        }
        catch (InvalidDataException)
        {
            reader.Place().In(place).Problem($"there are more than {MaxNodes:N0} values", "export a part of it");
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

    private readonly TextPosition Place() => _lines.At((int)_reader.TokenStartIndex);
}
