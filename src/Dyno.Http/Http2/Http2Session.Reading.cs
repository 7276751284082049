
namespace Dyno.Http;

/// <content>Reading: frames are parsed in place, DATA piece by piece, every other frame once it is complete.</content>
internal sealed partial class Http2Session
{
    private const int MaxBlockPieces = 128;
    private byte[] _block = [];   // a field block that arrives in pieces
    private int _blockLength;
    private int _blockPieces;
    private int _blockStream;     // 0: no block is incomplete
    private bool _blockEnds;
    private int _dataStream;
    private int _dataSlot;
    private int _dataLeft;
    private int _paddingLeft;
    private bool _isInData;
    private bool _dataEnds;
    private KnownAnswer _knownHead = new([]);
    private KnownAnswer _knownTrailers = new([]);

    /// <summary>Reads the complete frames and returns the number of bytes consumed; the caller puts the rest before the next bytes.</summary>
    public int Read(ReadOnlySpan<byte> data)
    {
        var at = 0;
        if (!_sawSettings && data.Length > 0 && data[0] != 0) Fail(Http2Fault.NotHttp2); // a first frame of 64 KiB or more, or text
        while (Fault == Http2Fault.None)
        {
            if (_isInData)
            {
                if (!ReadData(data, ref at)) break;
                continue;
            }
            if (data.Length - at < FrameHeader.Size) break;
            var frame = FrameHeader.Read(data[at..]);
            if (!_sawSettings && (frame.Type != FrameType.Settings || frame.Has(FrameFlags.Ack))) { Fail(Http2Fault.NotHttp2); break; }
            if (frame.Length > FrameHeader.DefaultMaxFrame) { Fail(Http2Fault.FrameTooLarge); break; }
            if (_blockStream != 0 && (frame.Type != FrameType.Continuation || frame.Stream != _blockStream)) { Fail(Http2Fault.BrokenHeaderBlock); break; }
            if (frame.Type == FrameType.Data)
            {
                if (!BeginData(frame, data, ref at)) break;
                continue;
            }
            if (data.Length - at - FrameHeader.Size < frame.Length) break;
            var payload = data.Slice(at + FrameHeader.Size, frame.Length);
            at += FrameHeader.Size + frame.Length;
            OnFrame(frame, payload);
        }
        return at;
    }

    private void BeginReading()
    {
        (_blockLength, _blockPieces, _blockStream, _blockEnds) = (0, 0, 0, false);
        (_dataStream, _dataSlot, _dataLeft, _paddingLeft, _isInData, _dataEnds) = (0, -1, 0, 0, false, false);
        (_knownHead, _knownTrailers) = (new KnownAnswer(_knownHead.Room), new KnownAnswer(_knownTrailers.Room));
        _unread = 0;
        Progress();
    }

    private void OnFrame(FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        switch (frame.Type)
        {
            case FrameType.Headers: OnHeaders(frame, payload); break;
            case FrameType.Continuation: OnContinuation(frame, payload); break;
            case FrameType.Settings: OnSettings(frame, payload); break;
            case FrameType.Ping: OnPing(frame, payload); break;
            case FrameType.GoAway: OnGoAway(frame, payload); break;
            case FrameType.WindowUpdate: OnWindowUpdate(frame, payload); break;
            case FrameType.ResetStream: OnResetStream(frame, payload); break;
            case FrameType.PushPromise: Fail(Http2Fault.Push); break;
            case FrameType.Priority when frame.Length != 5: Fail(Http2Fault.BadLength); break;
            case FrameType.Priority when frame.Stream == 0: Fail(Http2Fault.WrongStream); break;
            default: CountIdle(); break;
        }
    }

    /// <summary>Whether the stream of a frame was opened by the client at any time; otherwise the connection fails.</summary>
    private bool IsOurs(int stream)
    {
        if ((stream & 1) == 1 && stream < _nextStream) return true;
        Fail(Http2Fault.WrongStream);
        return false;
    }

    /// <summary>The slot of an open stream, or −1. Frames of a closed stream are a fault, unless the client has given up any stream.</summary>
    private int SlotOf(int stream)
    {
        var slot = _slotOf.Find(stream);
        if (slot >= 0) return slot;
        if (_resets == 0) Fail(Http2Fault.StreamEnded);
        else CountIdle();
        return -1;
    }

    private bool BeginData(FrameHeader frame, ReadOnlySpan<byte> data, ref int at)
    {
        var isPadded = frame.Has(FrameFlags.Padded);
        if (data.Length - at < FrameHeader.Size + (isPadded ? 1 : 0) && frame.Length > 0) return false;
        if (!IsOurs(frame.Stream)) return false;
        var padding = 0;
        if (isPadded)
        {
            if (frame.Length == 0) { Fail(Http2Fault.BadLength); return false; }
            padding = data[at + FrameHeader.Size];
            if (padding >= frame.Length) { Fail(Http2Fault.BadPadding); return false; }
        }
        if (frame.Length > Window - _unannounced) { Fail(Http2Fault.WindowExceeded); return false; }
        _dataSlot = SlotOf(frame.Stream);
        if (Fault != Http2Fault.None) return false;
        at += FrameHeader.Size + (isPadded ? 1 : 0);
        (_isInData, _dataStream, _dataEnds) = (true, frame.Stream, frame.Has(FrameFlags.EndStream));
        _paddingLeft = padding;
        _dataLeft = frame.Length - padding - (isPadded ? 1 : 0);
        if (_dataLeft == 0 && !_dataEnds) { if (++_emptyData > MaxEmptyData) Fail(Http2Fault.EmptyDataFlood); }
        else if (_dataLeft > 0) Progress();
        Announce(frame.Length);
        if (_dataSlot >= 0) BeginData(_dataSlot, frame.Length);
        return Fault == Http2Fault.None;
    }

    private void BeginData(int slot, int length)
    {
        ref var stream = ref _streams[slot];
        if (stream.Status == 0) { _dataSlot = -1; FailStream(slot, Http2Fault.BadAnswer); return; }
        if (length > Window - stream.Unannounced) { Fail(Http2Fault.WindowExceeded); return; }
        stream.WireBytes += FrameHeader.Size + length;
        stream.Unannounced += length;
        if (_dataEnds || stream.Unannounced < Window / 2) return;
        Out.Write(FrameType.WindowUpdate, stream.Id, (uint)stream.Unannounced);
        stream.Unannounced = 0;
    }

    // Returns the bytes read to the connection's window, in large steps.
    private void Announce(int length)
    {
        _unannounced += length;
        if (_unannounced < Window / 2) return;
        Out.Write(FrameType.WindowUpdate, 0, (uint)_unannounced);
        _unannounced = 0;
    }

    /// <summary>Reads the next bytes of a DATA frame; false when more bytes must arrive.</summary>
    private bool ReadData(ReadOnlySpan<byte> data, ref int at)
    {
        var body = Math.Min(_dataLeft, data.Length - at);
        if (body > 0 && _dataSlot >= 0)
        {
            _streams[_dataSlot].BodyBytes += body;
            _listener.OnBody(this, _dataSlot, data.Slice(at, body));
            if (_streams[_dataSlot].Id != _dataStream) _dataSlot = -1; // the listener gave up the stream
        }
        at += body;
        _dataLeft -= body;
        if (_dataLeft > 0) return false;
        var padding = Math.Min(_paddingLeft, data.Length - at);
        at += padding;
        _paddingLeft -= padding;
        if (_paddingLeft > 0) return false;
        _isInData = false;
        if (_dataEnds && _dataSlot >= 0) Finish(_dataSlot);
        return true;
    }

    private void OnHeaders(FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        if (!IsOurs(frame.Stream)) return;
        var padding = 0;
        if (frame.Has(FrameFlags.Padded))
        {
            if (payload.IsEmpty) { Fail(Http2Fault.BadLength); return; }
            padding = payload[0];
            payload = payload[1..];
        }
        var priority = frame.Has(FrameFlags.Priority) ? 5 : 0;
        if (payload.Length < priority) { Fail(Http2Fault.BadLength); return; }
        payload = payload[priority..];
        if (padding > payload.Length) { Fail(Http2Fault.BadPadding); return; }
        payload = payload[..^padding];
        if (frame.Has(FrameFlags.EndHeaders)) { OnBlock(frame.Stream, payload, frame.Has(FrameFlags.EndStream)); return; }
        (_blockStream, _blockEnds, _blockLength, _blockPieces) = (frame.Stream, frame.Has(FrameFlags.EndStream), 0, 1);
        Append(payload);
    }

    private void OnContinuation(FrameHeader frame, ReadOnlySpan<byte> payload)
    {
        if (_blockStream == 0) { Fail(Http2Fault.BrokenHeaderBlock); return; }
        if (++_blockPieces > MaxBlockPieces) { Fail(Http2Fault.ContinuationFlood); return; }
        Append(payload);
        if (Fault != Http2Fault.None || !frame.Has(FrameFlags.EndHeaders)) return;
        var stream = _blockStream;
        _blockStream = 0;
        OnBlock(stream, _block.AsSpan(0, _blockLength), _blockEnds);
    }

    private void Append(ReadOnlySpan<byte> piece)
    {
        var length = _blockLength + piece.Length;
        if (length > _scratch.MaxHeadBytes) { Fail(Http2Fault.HeadersTooLarge); return; }
        if (length > _block.Length) Array.Resize(ref _block, Math.Max(length, _block.Length * 2));
        piece.CopyTo(_block.AsSpan(_blockLength));
        _blockLength = length;
    }

    // Decodes the block even for a stream that was given up: the dynamic tables of both sides must stay equal.
    private void OnBlock(int id, ReadOnlySpan<byte> block, bool ends)
    {
        var slot = SlotOf(id);
        if (Fault != Http2Fault.None) return;
        var fields = _scratch.Fields;
        ref var known = ref slot >= 0 && _streams[slot].Status == 0 ? ref _knownHead : ref _knownTrailers;
        if (known.IsOf(block, _decoder.Table.Version)) fields.Repeat(known.Summary);
        else if (!Decode(block, fields, ref known)) return;
        if (slot < 0) return;
        _streams[slot].WireBytes += FrameHeader.Size + block.Length;
        if (_streams[slot].Status == 0) OnHead(slot, fields, ends);
        else if (fields.IsBad || fields.Status != 0 || !ends) FailStream(slot, Http2Fault.BadAnswer);
        else
        {
            _listener.OnTrailers(this, slot);
            if (_streams[slot].Id == id) Finish(slot);
        }
    }

    private bool Decode(ReadOnlySpan<byte> block, AnswerFields fields, ref KnownAnswer known)
    {
        var version = _decoder.Table.Version;
        fields.Begin();
        var fault = _decoder.Decode(block, _scratch.Texts, fields);
        if (fault != HpackFault.None) { Fail(fault == HpackFault.TooLarge ? Http2Fault.HeadersTooLarge : Http2Fault.BadCompression); return false; }
        fields.End();
        if (version == _decoder.Table.Version && fields.Summary is { } summary) known.Keep(block, version, summary);
        return true;
    }

    private void OnHead(int slot, AnswerFields fields, bool ends)
    {
        var isInterim = fields.Status is >= 100 and < 200;
        if (fields.IsBad || fields.Status is 0 or 101 || (isInterim && ends)) { FailStream(slot, Http2Fault.BadAnswer); return; }
        if (isInterim) { CountIdle(); return; }
        ref var stream = ref _streams[slot];
        stream.Status = (short)fields.Status;
        stream.ContentLength = fields.ContentLength;
        stream.HasLocation = fields.HasLocation;
        stream.IsEventStream = fields.IsEventStream;
        var id = stream.Id;
        Progress();
        _listener.OnHead(this, slot);
        if (ends && _streams[slot].Id == id) Finish(slot);
    }

    private void Finish(int slot)
    {
        var stream = _streams[slot];
        var mayLack = stream.HasNoBody || stream.Status is 204 or 304;
        if (stream.ContentLength >= 0 && stream.ContentLength != stream.BodyBytes && !(mayLack && stream.BodyBytes == 0))
        {
            FailStream(slot, Http2Fault.BadAnswer);
            return;
        }
        if (!stream.IsSent) Reset(slot, ErrorCode.Cancel); // answered before the end of the request: the rest is not sent
        else Close(slot);
        _listener.OnEnd(this, slot, stream);
    }
}
