namespace Dyno.Http;

/// <summary>Checks that a stream of bytes is UTF-8; a piece may end within a character. A plain struct; <c>default</c> begins a stream.</summary>
internal struct Utf8Progress
{
    private const int MaxPending = 3;
    private byte _first;
    private byte _second;
    private byte _third;
    private byte _pending; // number of kept bytes; they belong to an incomplete character

    /// <summary>Takes the next piece; false when it cannot be UTF-8.</summary>
    public bool Accept(ReadOnlySpan<byte> piece)
    {
        if (_pending > 0 && !TakePending(ref piece)) return false;
        if (_pending > 0) return true; // the character is still incomplete, and the piece is used up
        var whole = WholeCharacters(piece);
        if (!Utf8.IsValid(piece[..whole])) return false;
        return Keep(piece[whole..]);
    }

    /// <summary>Whether the bytes so far end with a complete character.</summary>
    public readonly bool IsWhole => _pending == 0;

    private bool TakePending(ref ReadOnlySpan<byte> piece)
    {
        Span<byte> character = stackalloc byte[MaxPending + 4];
        (character[0], character[1], character[2]) = (_first, _second, _third);
        var added = Math.Min(4, piece.Length);
        piece[..added].CopyTo(character[_pending..]);
        var status = Rune.DecodeFromUtf8(character[..(_pending + added)], out _, out var consumed);
        if (status == OperationStatus.InvalidData) return false;
        if (status == OperationStatus.NeedMoreData)
        {
            var all = character[..(_pending + added)];
            piece = [];
            return Keep(all);
        }
        piece = piece[(consumed - _pending)..];
        _pending = 0;
        return true;
    }

    private bool Keep(ReadOnlySpan<byte> rest)
    {
        _pending = 0;
        if (rest.IsEmpty) return true;
        if (rest.Length > MaxPending || Rune.DecodeFromUtf8(rest, out _, out _) != OperationStatus.NeedMoreData) return false;
        _first = rest[0];
        if (rest.Length > 1) _second = rest[1];
        if (rest.Length > 2) _third = rest[2];
        _pending = (byte)rest.Length;
        return true;
    }

    // Number of bytes before an incomplete last character.
    private static int WholeCharacters(ReadOnlySpan<byte> piece)
    {
        for (var back = 1; back <= Math.Min(MaxPending, piece.Length); back++)
        {
            var value = piece[^back];
            if (value < 0x80) return piece.Length;
            if (value < 0xC0) continue;
            var length = value >= 0xF0 ? 4 : value >= 0xE0 ? 3 : 2;
            return length > back ? piece.Length - back : piece.Length;
        }
        return piece.Length;
    }
}
