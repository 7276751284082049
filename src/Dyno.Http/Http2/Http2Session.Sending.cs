
namespace Dyno.Http.Http2;

/// <content>Sending: streams opened, data as far as the windows allow, the rest when they open.</content>
internal sealed partial class Http2Session
{
    private readonly int _encoderTableBytes;
    private readonly ReadOnlyMemory<byte>[] _pending; // per slot, data that waits for a window
    private readonly byte[]?[] _copies;               // per slot, memory for data whose own is needed again
    private readonly int[] _line;                     // slots with such data, in a ring, each once
    private readonly bool[] _isInLine;
    private int _lineFirst;
    private int _lineLength;
    private KnownBlock[] _blocks = [];

    /// <summary>Writes the headers of requests.</summary>
    public HpackEncoder Encoder { get; private set; }

    /// <summary>The slot's next request: its headers, and its body as far as the windows allow.</summary>
    /// <param name="slot">Free; <see cref="MayOpen"/>.</param>
    /// <param name="block">Written by <see cref="Encoder"/> just now.</param>
    /// <param name="body">All of the body, or what there is of it.</param>
    /// <param name="isTemporary">Its memory is used again: what must wait is copied.</param>
    /// <param name="ends">Nothing follows.</param>
    /// <param name="hasNoBody">Whether the answer has no body whatever its head says (HEAD).</param>
    /// <returns>Bytes on the wire, frame headers included, whether sent at once or later.</returns>
    public int Open(int slot, ReadOnlySpan<byte> block, ReadOnlyMemory<byte> body, bool isTemporary, bool ends, bool hasNoBody)
    {
        var id = _nextStream;
        _nextStream += 2;
        if (_nextStream > LastStream) IsGoingAway = true; // numbers are used up: the next connection begins again
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

    /// <summary>More data of an open stream; returns how many bytes.</summary>
    /// <param name="slot">Whose earlier data is on its way (<see cref="HasPending"/> is false).</param>
    /// <param name="data">May be empty at the end.</param>
    /// <param name="isTemporary">Its memory is used again.</param>
    /// <param name="ends">Nothing follows.</param>
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

    /// <summary>Gives a stream up.</summary>
    public void Reset(int slot, ErrorCode code)
    {
        Out.Write(FrameType.ResetStream, _streams[slot].Id, (uint)code);
        _resets++;
        Close(slot);
    }

    /// <summary>The block of headers of a request that is always the same; written once, and again when the table has changed.</summary>
    /// <param name="step">Which request it is.</param>
    /// <param name="request">How to write it.</param>
    /// <param name="room">At least what it needs.</param>
    public ReadOnlySpan<byte> KnownBlockOf(int step, Http2Request request, Span<byte> room)
    {
        if (step < _blocks.Length && _blocks[step].Bytes is { } bytes && _blocks[step].Version == Encoder.Table.Version) return bytes;
        var length = request.WriteFields(Encoder, room);
        var version = Encoder.Table.Version;
        if (step >= _blocks.Length) Array.Resize(ref _blocks, step + 1);
        // The first block puts fields into the table: only the next one is what repeats.
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

    // Every stream in the line has one try; who cannot send all waits on.
    private void SendPending()
    {
        for (var tries = _lineLength; tries > 0 && _sendWindow > 0; tries--)
        {
            var slot = _line[_lineFirst];
            _lineFirst = (_lineFirst + 1) % _line.Length;
            _lineLength--;
            _isInLine[slot] = false;
            if (_pending[slot].IsEmpty) continue; // of a stream that has ended
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
