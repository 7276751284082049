namespace Dyno.Http;

/// <summary>One block of a <c>text/event-stream</c>; a field that the block lacks is empty.</summary>
/// <param name="Id">The block's own id, not the id of an earlier block.</param>
/// <param name="Name">The kind of the event: the field <c>event</c>.</param>
/// <param name="Data">The lines of data, with a line break between them.</param>
/// <param name="Comment">The comment lines (they begin with a colon), with a line break between them.</param>
public sealed record ServerSentEvent(string Id, string Name, string Data, string Comment);

/// <summary>
/// Reads the events of a <c>text/event-stream</c> (WHATWG, server-sent events) with their content, from pieces of any size. A block with
/// only a comment, an id or a name also counts as an event; <see cref="EventStreamReader"/> counts only blocks with data. For one thread.
/// </summary>
/// <param name="maxBytes">The longest block that is accepted, in bytes.</param>
public sealed class EventStreamText(Action<ServerSentEvent> found, int maxBytes = 16 * 1024 * 1024)
{
    private readonly ArrayBufferWriter<byte> _line = new(256);
    private readonly List<string> _data = [];
    private readonly List<string> _comments = [];
    private (string? Id, string? Name) _fields;
    private int _length;
    private bool _afterCr;
    private bool _isInside; // whether the first line was read: a byte order mark may stand only before it

    /// <summary>Reads the next piece.</summary>
    /// <exception cref="InvalidDataException">A block is too long.</exception>
    public void Read(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            if (_afterCr && bytes[0] == '\n') bytes = bytes[1..];
            _afterCr = false;
            var end = bytes.IndexOfAny((byte)'\r', (byte)'\n');
            var piece = end < 0 ? bytes : bytes[..end];
            _length += piece.Length;
            if (_length > maxBytes) throw new InvalidDataException($"an event exceeds {maxBytes} bytes");
            _line.Write(piece);
            if (end < 0) return;
            EndLine(_line.WrittenSpan);
            _line.ResetWrittenCount();
            _afterCr = bytes[end] == '\r';
            bytes = bytes[(end + 1)..];
        }
    }

    private void EndLine(ReadOnlySpan<byte> line)
    {
        if (!_isInside && line.StartsWith("\uFEFF"u8)) line = line[3..];
        _isInside = true;
        if (line.IsEmpty)
        {
            EndBlock();
            return;
        }
        var colon = line.IndexOf((byte)':');
        var value = colon < 0 ? default : line[(colon + 1)..];
        var text = Encoding.UTF8.GetString(value.StartsWith(" "u8) ? value[1..] : value);
        switch (Encoding.UTF8.GetString(colon < 0 ? line : line[..colon]))
        {
            case "": _comments.Add(text); break;
            case "data": _data.Add(text); break;
            case "event": _fields.Name = text; break;
            case "id" when !text.Contains('\0', StringComparison.Ordinal): _fields.Id = text; break;
        }
    }

    private void EndBlock()
    {
        var (id, name) = _fields;
        _length = 0;
        if (_data.Count == 0 && _comments.Count == 0 && id is null && name is null) return;
        var happened = new ServerSentEvent(id ?? "", name ?? "", string.Join('\n', _data), string.Join('\n', _comments));
        _fields = default;
        _data.Clear();
        _comments.Clear();
        found(happened);
    }
}
