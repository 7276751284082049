
namespace Dyno.Http;

/// <content>Sending: opens streams, sends data as far as the windows allow, and the rest when the windows open.</content>
internal sealed partial class Http2Session
{
    private readonly int _encoderTableBytes;
    private readonly ReadOnlyMemory<byte>[] _pending; // per slot: data that waits for a window
    private readonly byte[]?[] _copies;               // per slot: memory for copies of temporary data
    private readonly int[] _line;                     // slots with pending data, in a ring, each once
    private readonly bool[] _isInLine;
    private int _lineFirst;
    private int _lineLength;
    private KnownBlock[] _blocks = [];

    /// <summary>Writes the headers of requests.</summary>
    public HpackEncoder Encoder { get; private set; }

    /// <summary>Opens a stream for a request: sends its headers, and its body as far as the windows allow.</summary>
    /// <param name="slot">A free slot, while <see cref="MayOpen"/> is true.</param>
    /// <param name="block">Field block, just written by <see cref="Encoder"/>.</param>
    /// <param name="body">The whole body, or the part that exists so far.</param>
    /// <param name="isTemporary">Whether the body's memory is reused: data that must wait is then copied.</param>
    /// <param name="ends">Whether the request ends with this body.</param>
    /// <param name="hasNoBody">Whether the answer has no body whatever its head says (HEAD).</param>
    /// <returns>Bytes on the wire, frame headers included, whether sent at once or later.</returns>
    public int Open(int slot, ReadOnlySpan<byte> block, ReadOnlyMemory<byte> body, bool isTemporary, bool ends, bool hasNoBody)
    {
        var id = _nextStream;
        _nextStream += 2;
        if (_nextStream > LastStream) IsGoingAway = true; // stream numbers are used up: the next connection begins again at 1
        Active++;
        _slotOf.Add(id, slot);
        _streams[slot] = new Http2Stream { Id = id, SendWindow = _streamSendWindow, ContentLength = -1, HasNoBody = hasNoBody };
        var isAll = body.IsEmpty && ends;
        WriteBlock(id, block, isAll);
        var written = FrameHeader.Size + block.Length;
        if (isAll) _streams[slot].IsSent = true;
        else if (!body.IsEmpty) written += FrameHeader.Size + Send(slot, body, isTemporary, ends);
        return written;
    }

    /// <summary>Sends more data of an open stream; returns the number of bytes.</summary>
    /// <param name="slot">Slot without pending data (<see cref="HasPending"/> is false).</param>
    /// <param name="data">The data; may be empty at the end.</param>
    /// <param name="isTemporary">Whether the data's memory is reused.</param>
    /// <param name="ends">Whether the request ends with this data.</param>
    public int Send(int slot, ReadOnlyMemory<byte> data, bool isTemporary, bool ends)
    {
        _streams[slot].EndsWithPending = ends;
        if (data.IsEmpty)
        {
            if (!ends) return 0;
            Out.Write(FrameType.Data, FrameFlags.EndStream, _streams[slot].Id, default);
            _streams[slot].IsSent = true;
            return 0;
        }
        var rest = SendSome(slot, data);
        if (rest.IsEmpty) return data.Length;
        _pending[slot] = isTemporary ? Copy(slot, rest) : rest;
        Queue(slot);
        return data.Length;
    }

    /// <summary>Whether data of the stream waits for a window.</summary>
    public bool HasPending(int slot) => !_pending[slot].IsEmpty;

    public void Reset(int slot, ErrorCode code)
    {
        Out.Write(FrameType.ResetStream, _streams[slot].Id, (uint)code);
        _resets++;
        Close(slot);
    }

    /// <summary>The field block of a request that is always the same; cached until the dynamic table changes.</summary>
    /// <param name="step">Index of the request.</param>
    /// <param name="room">Memory for the block, large enough.</param>
    public ReadOnlySpan<byte> KnownBlockOf(int step, Http2Request request, Span<byte> room)
    {
        if (step < _blocks.Length && _blocks[step].Bytes is { } bytes && _blocks[step].Version == Encoder.Table.Version) return bytes;
        var length = request.WriteFields(Encoder, room);
        var version = Encoder.Table.Version;
        if (step >= _blocks.Length) Array.Resize(ref _blocks, step + 1);
        // The first block adds fields to the table: only the next block is the one that repeats.
        var isStable = _blocks[step].Version == version;
        _blocks[step] = new KnownBlock(isStable ? room[..length].ToArray() : null, version);
        return room[..length];
    }

    private void WriteBlock(int id, ReadOnlySpan<byte> block, bool ends)
    {
        var flags = ends ? FrameFlags.EndStream : (byte)0;
        var first = block[..Math.Min(block.Length, _maxFrame)];
        block = block[first.Length..];
        Out.Write(FrameType.Headers, (byte)(block.IsEmpty ? flags | FrameFlags.EndHeaders : flags), id, first);
        while (!block.IsEmpty)
        {
            var piece = block[..Math.Min(block.Length, _maxFrame)];
            block = block[piece.Length..];
            Out.Write(FrameType.Continuation, block.IsEmpty ? FrameFlags.EndHeaders : (byte)0, id, piece);
        }
    }

    // Writes what the windows allow and returns the rest.
    private ReadOnlyMemory<byte> SendSome(int slot, ReadOnlyMemory<byte> data)
    {
        ref var stream = ref _streams[slot];
        while (!data.IsEmpty)
        {
            var length = (int)Math.Min(Math.Min(_sendWindow, stream.SendWindow), Math.Min(data.Length, _maxFrame));
            if (length <= 0) return data;
            var isLast = length == data.Length && stream.EndsWithPending;
            Out.Write(FrameType.Data, isLast ? FrameFlags.EndStream : (byte)0, stream.Id, data.Span[..length]);
            _sendWindow -= length;
            stream.SendWindow -= length;
            if (isLast) stream.IsSent = true;
            data = data[length..];
        }
        return data;
    }

    // Every stream in the line has one try; a stream that cannot send all its data waits again.
    private void SendPending()
    {
        for (var tries = _lineLength; tries > 0 && _sendWindow > 0; tries--)
        {
            var slot = _line[_lineFirst];
            _lineFirst = (_lineFirst + 1) % _line.Length;
            _lineLength--;
            _isInLine[slot] = false;
            if (_pending[slot].IsEmpty) continue; // the stream has ended
            _pending[slot] = SendSome(slot, _pending[slot]);
            if (_pending[slot].IsEmpty) _listener.OnSent(this, slot);
            else Queue(slot);
        }
    }

    private void Queue(int slot)
    {
        if (_isInLine[slot]) return;
        _isInLine[slot] = true;
        _line[(_lineFirst + _lineLength++) % _line.Length] = slot;
    }

    private ReadOnlyMemory<byte> Copy(int slot, ReadOnlyMemory<byte> data)
    {
        if (_copies[slot] is not { } copy || copy.Length < data.Length) _copies[slot] = copy = new byte[data.Length];
        data.CopyTo(copy);
        return copy.AsMemory(0, data.Length);
    }

    private readonly record struct KnownBlock(byte[]? Bytes, int Version);
}
