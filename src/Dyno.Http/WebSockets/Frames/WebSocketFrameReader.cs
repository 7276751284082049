namespace Dyno.Http;

/// <summary>
/// Incremental reader of a server's frames (RFC 6455) over the bytes that have arrived. Frame heads and control frames must lie
/// contiguously in the buffer; messages are streamed. A plain struct without allocations that may live in native memory; <c>default</c>
/// begins a connection. For one thread.
/// </summary>
internal struct WebSocketFrameReader
{
    private long _remaining;        // payload bytes left of the current frame
    private Utf8Progress _text;
    private short _closeCode;
    private FrameFlags _flags;
    private WebSocketFault _fault;

    /// <summary>Bytes of the current message, or of the message that just ended, as received: compressed bytes if the message is compressed.</summary>
    public long MessageBytes { get; private set; }

    /// <summary>Whether the current message is text.</summary>
    public readonly bool IsText => Is(FrameFlags.Text);

    /// <summary>Whether the current message is compressed.</summary>
    public readonly bool IsCompressed => Is(FrameFlags.Compressed);

    public readonly int CloseCode => _closeCode;

    /// <summary>Why the last call failed.</summary>
    public readonly WebSocketFault Fault => _fault;

    /// <summary>Consumes the next piece.</summary>
    /// <param name="data">Bytes not consumed yet, in order.</param>
    /// <param name="consumed">Number of bytes that were consumed.</param>
    /// <param name="payload">Number of payload bytes at the end of the consumed bytes.</param>
    public WebSocketRead Read(ReadOnlySpan<byte> data, WebSocketLimits limits, out int consumed, out int payload)
    {
        (consumed, payload) = (0, 0);
        if (_fault != WebSocketFault.None) return WebSocketRead.Failed;
        if (Is(FrameFlags.InFrame)) return ReadPayload(data, 0, out consumed, out payload);
        if (data.Length < 2) return WebSocketRead.NeedMore;
        var opcode = (WebSocketOpcode)(data[0] & 0x0F);
        if (FaultOf(data[0], data[1], opcode, limits) is not WebSocketFault.None and var fault) return Fail(fault);
        if (!TryReadLength(data, out var head, out var length)) return _fault == WebSocketFault.None ? WebSocketRead.NeedMore : WebSocketRead.Failed;
        if (opcode >= WebSocketOpcode.Close) return ReadControl(data, opcode, (int)length, out consumed, out payload);
        return BeginFrame(data, opcode, head, length, limits, out consumed, out payload);
    }

    private WebSocketRead BeginFrame(ReadOnlySpan<byte> data, WebSocketOpcode opcode, int head, long length, WebSocketLimits limits,
        out int consumed, out int payload)
    {
        if (opcode != WebSocketOpcode.Continuation)
        {
            MessageBytes = 0;
            _text = default;
            Set(FrameFlags.InMessage, true);
            Set(FrameFlags.Text, opcode == WebSocketOpcode.Text);
            Set(FrameFlags.Compressed, (data[0] & 0x40) != 0);
        }
        (consumed, payload) = (0, 0);
        if (length > limits.MaxMessageBytes - MessageBytes) return Fail(WebSocketFault.MessageTooLarge);
        MessageBytes += length;
        _remaining = length;
        Set(FrameFlags.Final, (data[0] & 0x80) != 0);
        Set(FrameFlags.InFrame, true);
        return ReadPayload(data, head, out consumed, out payload);
    }

    private WebSocketRead ReadPayload(ReadOnlySpan<byte> data, int head, out int consumed, out int payload)
    {
        payload = (int)Math.Min(_remaining, data.Length - head);
        consumed = head + payload;
        _remaining -= payload;
        if (_remaining > 0)
        {
            if (payload == 0) return head == 0 ? WebSocketRead.NeedMore : WebSocketRead.Piece;
            return CheckText(data.Slice(head, payload)) ? WebSocketRead.Piece : Fail(WebSocketFault.BadText);
        }
        Set(FrameFlags.InFrame, false);
        var isEnd = Is(FrameFlags.Final);
        if (isEnd) Set(FrameFlags.InMessage, false);
        if (!CheckText(data.Slice(head, payload)) || (isEnd && !_text.IsWhole)) return Fail(WebSocketFault.BadText);
        return isEnd ? WebSocketRead.Message : WebSocketRead.Piece;
    }

    // Compressed text is checked for UTF-8 after decompression.
    private bool CheckText(ReadOnlySpan<byte> piece) => !Is(FrameFlags.Text) || Is(FrameFlags.Compressed) || _text.Accept(piece);

    private WebSocketRead ReadControl(ReadOnlySpan<byte> data, WebSocketOpcode opcode, int length, out int consumed, out int payload)
    {
        (consumed, payload) = (0, 0);
        if (data.Length < 2 + length) return WebSocketRead.NeedMore;
        if (opcode == WebSocketOpcode.Close && FaultOfClose(data.Slice(2, length)) is not WebSocketFault.None and var fault) return Fail(fault);
        (consumed, payload) = (2 + length, length);
        return opcode switch
        {
            WebSocketOpcode.Close => WebSocketRead.Close,
            WebSocketOpcode.Ping => WebSocketRead.Ping,
            _ => WebSocketRead.Pong,
        };
    }

    private WebSocketFault FaultOfClose(ReadOnlySpan<byte> payload)
    {
        _closeCode = WebSocketCloseCode.None;
        if (payload.IsEmpty) return WebSocketFault.None;
        if (payload.Length == 1) return WebSocketFault.BadClose;
        _closeCode = BinaryPrimitives.ReadInt16BigEndian(payload);
        if (!WebSocketCloseCode.MayBeSent(_closeCode)) return WebSocketFault.BadClose;
        return Utf8.IsValid(payload[2..]) ? WebSocketFault.None : WebSocketFault.BadText;
    }

    private readonly WebSocketFault FaultOf(byte first, byte second, WebSocketOpcode opcode, WebSocketLimits limits)
    {
        var isControl = (first & 0x08) != 0;
        var mayBeCompressed = limits.MayCompress && !isControl && opcode != WebSocketOpcode.Continuation;
        if ((first & (mayBeCompressed ? 0x30 : 0x70)) != 0) return WebSocketFault.ReservedBits;
        if (opcode is > WebSocketOpcode.Binary and < WebSocketOpcode.Close or > WebSocketOpcode.Pong) return WebSocketFault.ReservedOpcode;
        if ((second & 0x80) != 0) return WebSocketFault.Masked;
        if (isControl) return (first & 0x80) == 0 ? WebSocketFault.FragmentedControl
            : second > WebSocketFrames.MaxControlLength ? WebSocketFault.LargeControl : WebSocketFault.None;
        if (opcode == WebSocketOpcode.Continuation) return Is(FrameFlags.InMessage) ? WebSocketFault.None : WebSocketFault.NothingToContinue;
        return Is(FrameFlags.InMessage) ? WebSocketFault.UnfinishedMessage : WebSocketFault.None;
    }

    private bool TryReadLength(ReadOnlySpan<byte> data, out int head, out long length)
    {
        length = data[1];
        head = length < 126 ? 2 : length == 126 ? 4 : 10;
        if (data.Length < head) return false;
        if (head == 2) return true;
        length = head == 4 ? BinaryPrimitives.ReadUInt16BigEndian(data[2..]) : BinaryPrimitives.ReadInt64BigEndian(data[2..]);
        if (length > (head == 4 ? WebSocketFrames.MaxControlLength : ushort.MaxValue)) return true;
        Fail(WebSocketFault.BadLength);
        return false;
    }

    private WebSocketRead Fail(WebSocketFault fault)
    {
        _fault = fault;
        return WebSocketRead.Failed;
    }

    private readonly bool Is(FrameFlags flag) => (_flags & flag) != 0;

    private void Set(FrameFlags flag, bool value) => _flags = value ? _flags | flag : _flags & ~flag;

    [Flags]
    private enum FrameFlags : byte
    {
        InFrame = 1,
        InMessage = 2,
        Final = 4,
        Text = 8,
        Compressed = 16,
    }
}

/// <summary>Limits of a connection.</summary>
/// <param name="MaxMessageBytes">The longest message that is accepted, in bytes as received.</param>
/// <param name="MayCompress">Whether permessage-deflate was agreed on.</param>
internal readonly record struct WebSocketLimits(long MaxMessageBytes, bool MayCompress)
{
    public const int DefaultMaxMessageBytes = 16 * 1024 * 1024;
}
