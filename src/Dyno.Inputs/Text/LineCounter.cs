namespace Dyno.Inputs.Text;

/// <summary>Tells the lines of rising positions in a text, each byte looked at once.</summary>
internal sealed class LineCounter(byte[] text)
{
    private int _at;
    private int _line = 1;

    /// <summary>The line, from 1, of a position not before the last one asked for.</summary>
    public int At(int position)
    {
        _line += text.AsSpan(_at, position - _at).Count((byte)'\n');
        _at = position;
        return _line;
    }
}
