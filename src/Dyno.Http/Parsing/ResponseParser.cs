namespace Dyno.Http;

/// <summary>
/// Incremental parser of one HTTP/1.1 response (RFC 9112) over the bytes that have arrived. A head must lie contiguously in the buffer; a
/// body is streamed. The parser is a plain struct without allocations or pointers, and may live in native memory.
/// </summary>
/// <remarks>
/// Call <see cref="Reset"/> for each request, then call <see cref="Read"/> with the unconsumed bytes until it returns
/// <see cref="ParseEvent.Complete"/>, <see cref="ParseEvent.Failed"/> or <see cref="ParseEvent.NeedMore"/>. Call <see cref="Close"/> when
/// the peer closes the connection. For one thread.
/// </remarks>
public struct ResponseParser
{
    internal long Remaining;       // bytes left of the body or of the current chunk; while a head is read: Content-Length, -1 for none
    private int _headLimit;
    private int _lineBytes;        // bytes of chunk extensions and trailers, counted against the limit
    internal short StatusCode;
    internal HeadFlags Flags;
    private BodyState _state;
    private ResponseFault _fault;
    private bool _toHead;

    /// <summary>Prepares for the response to a new request.</summary>
    /// <param name="toHead">Whether the request's method was HEAD: the answer has no body.</param>
    /// <param name="headLimit">Largest head in bytes; also the limit of trailers.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Reset(bool toHead, int headLimit)
    {
        _headLimit = headLimit;
        _lineBytes = 0;
        _state = BodyState.Head;
        _fault = ResponseFault.None;
        _toHead = toHead;
        Flags = 0;
        StatusCode = 0;
    }

    /// <summary>Status of the last head, 100 to 999; 0 before the first head.</summary>
    public readonly int Status => StatusCode;

    /// <summary>Why the last call failed.</summary>
    public readonly ResponseFault Fault => _fault;

    /// <summary>Whether the connection may serve another request after this response.</summary>
    public readonly bool KeepAlive => (Flags & (HeadFlags.KeepAlive | HeadFlags.Close)) == HeadFlags.KeepAlive;

    public readonly bool HasLocation => (Flags & HeadFlags.Location) != 0;

    /// <summary>Whether the server answered in HTTP/1.0.</summary>
    public readonly bool IsHttp10 => (Flags & HeadFlags.Http10) != 0;

    /// <summary>Whether the body has the chunked transfer coding.</summary>
    public readonly bool IsChunked => (Flags & HeadFlags.Chunked) != 0;

    /// <summary>Whether no final head has been read yet.</summary>
    public readonly bool IsBeforeHead => _state == BodyState.Head;

    /// <summary>Consumes the next piece of the response.</summary>
    /// <param name="data">Bytes not consumed yet, in order.</param>
    /// <param name="consumed">Number of bytes that were consumed.</param>
    /// <param name="bodyBytes">With <see cref="ParseEvent.Body"/>: number of body bytes at the end of the consumed bytes.</param>
    public ParseEvent Read(ReadOnlySpan<byte> data, out int consumed, out int bodyBytes)
    {
        bodyBytes = 0;
        switch (_state)
        {
            case BodyState.Head:
                return ReadHead(data, out consumed);
            case BodyState.Complete:
                consumed = 0;
                return ParseEvent.Complete;
            case BodyState.Length when Remaining == 0:
                _state = BodyState.Complete;
                consumed = 0;
                return ParseEvent.Complete;
            case BodyState.Length:
                consumed = bodyBytes = (int)Math.Min(Remaining, data.Length);
                Remaining -= consumed;
                return consumed == 0 ? ParseEvent.NeedMore : ParseEvent.Body;
            case BodyState.UntilClose:
                consumed = bodyBytes = data.Length;
                return consumed == 0 ? ParseEvent.NeedMore : ParseEvent.Body;
            case BodyState.Failed:
                consumed = 0;
                return ParseEvent.Failed;
            default:
                return ReadChunked(data, out consumed, out bodyBytes);
        }
    }

    /// <summary>Tells the parser that the peer has closed its side: <see cref="ParseEvent.Complete"/> when the close ends the body, else a failure.</summary>
    public ParseEvent Close()
    {
        if (_state is BodyState.UntilClose || (_state is BodyState.Length && Remaining == 0)) _state = BodyState.Complete;
        return _state == BodyState.Complete ? ParseEvent.Complete : Fail(ResponseFault.Truncated);
    }

    private ParseEvent ReadHead(ReadOnlySpan<byte> data, out int consumed)
    {
        consumed = 0;
        var end = data.IndexOf("\r\n\r\n"u8);
        if (end < 0) return IncompleteHead(data);
        if (end + 4 > _headLimit) return Fail(ResponseFault.HeadTooLarge);
        var fault = HeadReader.Read(data[..(end + 2)], ref this);
        if (fault != ResponseFault.None) return Fail(fault);
        consumed = end + 4;
        if (StatusCode < 200) return StatusCode == 101 ? Fail(ResponseFault.Upgrade) : ParseEvent.Interim;
        _state = Framing();
        return _state == BodyState.Failed ? ParseEvent.Failed : ParseEvent.Head;
    }

    private BodyState Framing()
    {
        var coded = (Flags & HeadFlags.TransferEncoding) != 0;
        if (coded && Remaining >= 0) { Fail(ResponseFault.ConflictingLengths); return BodyState.Failed; }
        if (coded && (IsHttp10 || !IsChunked)) { Fail(ResponseFault.BadTransferEncoding); return BodyState.Failed; }
        if (_toHead || StatusCode is 204 or 304) return BodyState.Complete;
        if (coded) return BodyState.ChunkStart;
        if (Remaining >= 0) return BodyState.Length;
        Flags &= ~HeadFlags.KeepAlive;
        return BodyState.UntilClose;
    }

    /// <summary>Rejects an invalid head before it is complete, so that garbage fails at once instead of timing out.</summary>
    private ParseEvent IncompleteHead(ReadOnlySpan<byte> data)
    {
        var start = "HTTP/1."u8;
        var known = Math.Min(start.Length, data.Length);
        if (!data[..known].SequenceEqual(start[..known])) return Fail(ResponseFault.NotHttp);
        if (data.IndexOf("\n\n"u8) >= 0) return Fail(ResponseFault.BadHeader);
        return data.Length >= _headLimit ? Fail(ResponseFault.HeadTooLarge) : ParseEvent.NeedMore;
    }

    private ParseEvent ReadChunked(ReadOnlySpan<byte> data, out int consumed, out int bodyBytes)
    {
        bodyBytes = 0;
        for (consumed = 0; consumed < data.Length;)
        {
            if (_state == BodyState.ChunkBytes)
            {
                bodyBytes = (int)Math.Min(Remaining, data.Length - consumed);
                consumed += bodyBytes;
                Remaining -= bodyBytes;
                if (Remaining == 0) _state = BodyState.ChunkCr;
                return ParseEvent.Body;
            }
            var next = Step(data[consumed++]);
            if (next is ParseEvent.Complete or ParseEvent.Failed) return next;
        }
        return ParseEvent.NeedMore;
    }

    /// <summary>Reads one byte of chunk framing or trailers.</summary>
    private ParseEvent Step(byte value)
    {
        switch (_state)
        {
            case BodyState.ChunkStart:
                Remaining = 0;
                return AddDigit(value) ? To(BodyState.ChunkSize) : Fail(ResponseFault.BadChunk);
            case BodyState.ChunkSize:
                if (value == '\r') return To(BodyState.ChunkLf);
                if (value is (byte)';' or (byte)' ' or (byte)'\t') return To(BodyState.ChunkExtension);
                return AddDigit(value) ? ParseEvent.NeedMore : Fail(ResponseFault.BadChunk);
            case BodyState.ChunkExtension:
                if (value == '\r') return To(BodyState.ChunkLf);
                if (value == '\n') return Fail(ResponseFault.BadChunk);
                return Count();
            case BodyState.ChunkLf:
                if (value != '\n') return Fail(ResponseFault.BadChunk);
                return To(Remaining == 0 ? BodyState.TrailerStart : BodyState.ChunkBytes);
            case BodyState.ChunkCr:
                return value == '\r' ? To(BodyState.ChunkEndLf) : Fail(ResponseFault.BadChunk);
            case BodyState.ChunkEndLf:
                return value == '\n' ? To(BodyState.ChunkStart) : Fail(ResponseFault.BadChunk);
            case BodyState.TrailerStart:
                if (value == '\r') return To(BodyState.LastLf);
                return value == '\n' ? Fail(ResponseFault.BadHeader) : To(BodyState.Trailer);
            case BodyState.Trailer:
                if (value == '\r') return To(BodyState.TrailerLf);
                return value == '\n' ? Fail(ResponseFault.BadHeader) : Count();
            case BodyState.TrailerLf:
                return value == '\n' ? To(BodyState.TrailerStart) : Fail(ResponseFault.BadHeader);
            default:
                if (value != '\n') return Fail(ResponseFault.BadHeader);
                _state = BodyState.Complete;
                return ParseEvent.Complete;
        }
    }

    private bool AddDigit(byte value)
    {
        var digit = value switch
        {
            >= (byte)'0' and <= (byte)'9' => value - '0',
            >= (byte)'a' and <= (byte)'f' => value - 'a' + 10,
            >= (byte)'A' and <= (byte)'F' => value - 'A' + 10,
            _ => -1,
        };
        if (digit < 0 || Remaining > long.MaxValue >> 4) return false;
        Remaining = (Remaining << 4) + digit;
        return true;
    }

    private ParseEvent Count() => ++_lineBytes > _headLimit ? Fail(ResponseFault.TrailerTooLarge) : ParseEvent.NeedMore;

    private ParseEvent To(BodyState state)
    {
        _state = state;
        return ParseEvent.NeedMore;
    }

    private ParseEvent Fail(ResponseFault fault)
    {
        _state = BodyState.Failed;
        _fault = fault;
        return ParseEvent.Failed;
    }

    private enum BodyState : byte
    {
        Head, Length, UntilClose, ChunkStart, ChunkSize, ChunkExtension, ChunkLf, ChunkBytes, ChunkCr, ChunkEndLf,
        TrailerStart, Trailer, TrailerLf, LastLf, Complete, Failed,
    }
}

/// <summary>What the head of a response said.</summary>
[Flags]
internal enum HeadFlags : byte
{
    KeepAlive = 1,
    Location = 2,
    Http10 = 4,
    TransferEncoding = 8,
    Chunked = 16,
    Close = 32,
}
