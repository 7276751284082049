namespace Dyno.Http;

/// <summary>
/// The answer to the call of one virtual user while it arrives: the messages cut out of the body, and the status. The object is reused
/// for the next call. It allocates only room for messages that arrive in pieces and whose content is needed.
/// </summary>
internal sealed class GrpcAnswer
{
    /// <summary>The largest message that is accepted, in bytes: the default of gRPC clients.</summary>
    public const int MaxMessageBytes = 4 * 1024 * 1024;

    private readonly byte[] _prefix = new byte[GrpcCall.PrefixBytes];
    private byte[] _kept = [];
    private int _prefixLength;
    private int _keptLength;
    private int _left;
    private bool _keeps;

    /// <summary>The gRPC status code; −1: the server has not sent it.</summary>
    public int Status { get; set; }

    /// <summary>The status message, percent-encoded; kept only for an example.</summary>
    public string? Text { get; set; }

    public GrpcEncoding Encoding { get; set; }

    /// <summary>Number of complete messages.</summary>
    public int Messages { get; private set; }

    /// <summary>Bytes of the complete messages, without prefixes.</summary>
    public long Bytes { get; private set; }

    /// <summary>When the last message was complete; before the first message, when the call began.</summary>
    public long LastNanos { get; set; }

    /// <summary>Whether the last complete message is compressed.</summary>
    public bool IsCompressed => _prefix[0] == 1;

    /// <summary>Whether a message has begun and is not complete.</summary>
    public bool IsWithinMessage => _prefixLength > 0;

    /// <summary>Length of the current message, in bytes.</summary>
    public uint Length => BinaryPrimitives.ReadUInt32BigEndian(_prefix.AsSpan(1));

    /// <param name="nowNanos">When the call begins.</param>
    /// <param name="keeps">Whether the content of messages is needed.</param>
    public void Begin(long nowNanos, bool keeps)
    {
        (Status, Text, Encoding, Messages, Bytes, LastNanos) = (-1, null, GrpcEncoding.None, 0, 0, nowNanos);
        (_prefixLength, _keptLength, _left, _keeps) = (0, 0, 0, keeps);
    }

    /// <summary>Reads up to the end of the next message.</summary>
    /// <param name="body">The next bytes of the body; afterwards the bytes that were not consumed.</param>
    /// <param name="message">The complete message, when its content is needed; valid until the next call.</param>
    public GrpcRead Read(ref ReadOnlySpan<byte> body, out ReadOnlySpan<byte> message)
    {
        message = default;
        if (_prefixLength < _prefix.Length)
        {
            if (body.IsEmpty) return GrpcRead.NeedsMore;
            var part = Math.Min(_prefix.Length - _prefixLength, body.Length);
            body[..part].CopyTo(_prefix.AsSpan(_prefixLength));
            body = body[part..];
            _prefixLength += part;
            if (_prefixLength < _prefix.Length) return GrpcRead.NeedsMore;
            if (_prefix[0] > 1) return GrpcRead.BadPrefix;
            if (Length > MaxMessageBytes) return GrpcRead.TooLarge;
            (_left, _keptLength) = ((int)Length, 0);
        }
        var piece = body[..Math.Min(_left, body.Length)];
        body = body[piece.Length..];
        _left -= piece.Length;
        if (_keeps && (_left > 0 || _keptLength > 0)) Keep(piece);
        if (_left > 0) return GrpcRead.NeedsMore;
        if (_keeps) message = _keptLength > 0 ? _kept.AsSpan(0, _keptLength) : piece;
        _prefixLength = 0;
        Messages++;
        Bytes += Length;
        return GrpcRead.Whole;
    }

    private void Keep(ReadOnlySpan<byte> piece)
    {
        if (_kept.Length < _keptLength + piece.Length) Array.Resize(ref _kept, Math.Max(_keptLength + piece.Length, (int)Length));
        piece.CopyTo(_kept.AsSpan(_keptLength));
        _keptLength += piece.Length;
    }
}

/// <summary>The result of reading the next bytes of a body.</summary>
internal enum GrpcRead
{
    NeedsMore,
    Whole,
    TooLarge,
    BadPrefix,
}
