namespace Dyno.Http;

/// <summary>The header lines of a head that <see cref="ResponseParser"/> has accepted, one after another, without allocation.</summary>
public ref struct HeaderLines
{
    private ReadOnlySpan<byte> _rest;

    /// <summary>Begins after the status line.</summary>
    /// <param name="head">The bytes consumed with <see cref="ParseEvent.Head"/>.</param>
    public HeaderLines(ReadOnlySpan<byte> head) => _rest = head[(head.IndexOf((byte)'\n') + 1)..];

    /// <summary>Name of the current line, as sent.</summary>
    public ReadOnlySpan<byte> Name { get; private set; }

    /// <summary>The value of the current line, without the white space around it.</summary>
    public ReadOnlySpan<byte> Value { get; private set; }

    /// <summary>Moves to the next line; false after the last line.</summary>
    public bool MoveNext()
    {
        var end = _rest.IndexOf((byte)'\r');
        if (end <= 0) return false;
        var line = _rest[..end];
        _rest = _rest[(end + 2)..];
        var colon = line.IndexOf((byte)':');
        if (colon <= 0) return false;
        Name = line[..colon];
        Value = line[(colon + 1)..].Trim(" \t"u8);
        return true;
    }
}
