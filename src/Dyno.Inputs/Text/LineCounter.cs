using System.Text;

namespace Dyno.Inputs.Text;

/// <summary>Tells lines and columns of rising positions in a text of UTF-8, each byte looked at once.</summary>
internal sealed class LineCounter(byte[] text)
{
    private int _at;
    private int _line = 1;
    private int _characters; // of the line, up to where it was last asked

    /// <summary>The place of a position not before the last one asked for.</summary>
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
