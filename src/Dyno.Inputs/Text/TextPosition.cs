namespace Dyno.Inputs;

/// <summary>Line and column in a text, both from 1; columns count characters.</summary>
internal readonly record struct TextPosition(int Line, int Column)
{
    /// <summary>Where a text begins.</summary>
    public static TextPosition Start { get; } = new(1, 1);

    /// <summary>The position of a character; lines end with LF, CR LF or CR.</summary>
    public static TextPosition Of(ReadOnlySpan<char> text, int index)
    {
        var (line, lineStart) = (1, 0);
        for (var at = 0; at < index; at++)
        {
            if (text[at] is not ('\r' or '\n') || (text[at] == '\r' && at + 1 < text.Length && text[at + 1] == '\n')) continue;
            (line, lineStart) = (line + 1, at + 1);
        }

        return new(line, index - lineStart + 1);
    }

    /// <summary>The position after the last character that is not a blank, where missing text would be written.</summary>
    public static TextPosition EndOf(ReadOnlySpan<char> text) => Of(text, text.TrimEnd().Length);

    public static TextPosition Of(ReadOnlySpan<byte> utf8, int index)
    {
        var before = utf8[..index];
        var line = before[(before.LastIndexOf((byte)'\n') + 1)..];
        return new(before.Count((byte)'\n') + 1, Encoding.UTF8.GetCharCount(line) + 1);
    }

    /// <summary>The position where a text is no longer valid JSON.</summary>
    public static TextPosition Of(JsonException wrong, ReadOnlySpan<byte> utf8)
    {
        var start = 0;
        for (var lines = wrong.LineNumber ?? 0; lines > 0; lines--) start += utf8[start..].IndexOf((byte)'\n') + 1;
        return Of(utf8, (int)Math.Min(start + (wrong.BytePositionInLine ?? 0), utf8.Length));
    }

    public SourcePlace In(SourcePlace file) => file with { Line = Line, Column = Column };
}
