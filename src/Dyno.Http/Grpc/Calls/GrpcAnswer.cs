using System.Buffers.Binary;
using Dyno.Http.Http2;

namespace Dyno.Http.Grpc;

/// <summary>
/// The answer to the call of one virtual user while it comes: messages cut out of the body, and the status. Used again for
/// the next call; allocates nothing but room for messages that come in pieces and are looked at.
/// </summary>
internal sealed class GrpcAnswer
{
    /// <summary>The largest message that is taken, as clients of gRPC have it by default.</summary>
    public const int MaxMessageBytes = 4 * 1024 * 1024;

    private readonly byte[] _prefix = new byte[GrpcCall.PrefixBytes];
    private byte[] _kept = [];
    private int _prefixLength;
    private int _keptLength;
    private int _left;
    private bool _keeps;

    /// <summary>−1: the server has not said it.</summary>
    public int Status { get; set; }

    /// <summary>What the server said about it, percent-encoded; only kept for an example.</summary>
    public string? Text { get; set; }

    public GrpcEncoding Encoding { get; set; }

    /// <summary>Whole messages.</summary>
    public int Messages { get; private set; }

    /// <summary>Their bytes, without prefixes.</summary>
    public long Bytes { get; private set; }

    /// <summary>When the last one was whole, or the call began.</summary>
    public long LastNanos { get; set; }

    /// <summary>Of the message that became whole last.</summary>
    public bool IsCompressed => _prefix[0] == 1;

    /// <summary>Whether a message has begun and is not whole.</summary>
    public bool IsWithinMessage => _prefixLength > 0;

    /// <summary>Length of the message going on.</summary>
    public uint Length => BinaryPrimitives.ReadUInt32BigEndian(_prefix.AsSpan(1));

    /// <param name="nowNanos">When the call begins.</param>
    /// <param name="keeps">Whether the bytes of messages are looked at.</param>
    public void Begin(long nowNanos, bool keeps)
    {
        (Status, Text, Encoding, Messages, Bytes, LastNanos) = (-1, null, GrpcEncoding.None, 0, 0, nowNanos);
        (_prefixLength, _keptLength, _left, _keeps) = (0, 0, 0, keeps);
    }

    /// <summary>Reads up to the end of the next message.</summary>
    /// <param name="body">The next bytes of the body; afterwards what follows.</param>
    /// <param name="message">The whole message, when it is kept; valid until the next call.</param>
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

/// <summary>What the next bytes of a body make.</summary>
internal enum GrpcRead
{
    NeedsMore,
    Whole,
    TooLarge,
    BadPrefix,
}
