namespace Dyno.Inputs;

/// <summary>Finds line and column of positions in a text of UTF-8. The positions must not decrease, so that each byte is looked at once.</summary>
internal sealed class LineCounter(byte[] text)
{
    private int _at;
    private int _line = 1;
    private int _characters; // characters of the line before the last position

    /// <summary>Line and column of a position that is not before the position of the last call.</summary>
    public TextPosition At(int position)
    {
        var passed = text.AsSpan(_at, position - _at);
        var last = passed.LastIndexOf((byte)'\n');
        if (last >= 0) (_line, _characters) = (_line + passed.Count((byte)'\n'), 0);
        _characters += Encoding.UTF8.GetCharCount(passed[(last + 1)..]);
        _at = position;
        return new(_line, _characters + 1);
    }
}
