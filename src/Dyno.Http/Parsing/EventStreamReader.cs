namespace Dyno.Http;

/// <summary>
/// Counts the events of a <c>text/event-stream</c> (WHATWG, server-sent events) as its bytes arrive, in pieces of any size. An event is a
/// block with data, ended by an empty line. A plain struct that may live in native memory; <c>default</c> begins a stream.
/// </summary>
internal struct EventStreamReader
{
    private int _length;      // bytes of the current line so far
    private bool _isData;     // whether the current line so far is a beginning of "data:", or begins with it
    private bool _hasData;    // whether the current block has a line of data
    private bool _afterCr;
    private int _ofMark;      // bytes of the byte order mark seen so far; its length when the stream has begun

    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    /// <summary>Reads the next piece and returns the number of events that end in it.</summary>
    public int Read(ReadOnlySpan<byte> bytes)
    {
        var events = 0;
        bytes = SkipMark(bytes);
        while (!bytes.IsEmpty)
        {
            if (_afterCr)
            {
                _afterCr = false;
                if (bytes[0] == '\n')
                {
                    bytes = bytes[1..];
                    continue;
                }
            }
            var end = bytes.IndexOfAny((byte)'\r', (byte)'\n');
            Feed(end < 0 ? bytes : bytes[..end]);
            if (end < 0) break;
            if (EndLine()) events++;
            _afterCr = bytes[end] == '\r';
            bytes = bytes[(end + 1)..];
        }
        return events;
    }

    private ReadOnlySpan<byte> SkipMark(ReadOnlySpan<byte> bytes)
    {
        while (_ofMark < ByteOrderMark.Length && !bytes.IsEmpty)
        {
            if (bytes[0] != ByteOrderMark[_ofMark])
            {
                (_length, _ofMark) = (_ofMark, ByteOrderMark.Length); // a part of the mark is the beginning of a line that is not data
                break;
            }
            _ofMark++;
            bytes = bytes[1..];
        }
        return bytes;
    }

    private void Feed(ReadOnlySpan<byte> line)
    {
        var name = "data:"u8;
        if (_length == 0) _isData = true;
        for (var i = 0; i < line.Length && _isData && _length + i < name.Length; i++) _isData = line[i] == name[_length + i];
        _length += line.Length;
    }

    private bool EndLine()
    {
        var isEnd = _length == 0 && _hasData;
        _hasData = !isEnd && (_hasData || (_length >= 4 && _isData)); // the line "data" without a colon is an empty line of data
        _length = 0;
        return isEnd;
    }
}
