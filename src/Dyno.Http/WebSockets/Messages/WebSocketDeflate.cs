namespace Dyno.Http;

/// <summary>permessage-deflate without context takeover (RFC 7692): each message is compressed independently. For one thread.</summary>
#pragma warning disable CA1001 // its streams use only memory: there is nothing to dispose of
internal sealed class WebSocketDeflate
#pragma warning restore CA1001
{
    private readonly MemoryStream _packed = new();
    private readonly MemoryStream _whole = new();
    private readonly byte[] _piece = new byte[16 * 1024];

    // The four bytes that a sender omits at the end of each message, then an empty last block that tells the reader where the message ends.
    private static ReadOnlySpan<byte> Tail => [0, 0, 0xFF, 0xFF, 1, 0, 0, 0xFF, 0xFF];

    private static ReadOnlySpan<byte> EmptyBlock => [0];

    /// <summary>Compresses a message. The result is valid until the next call.</summary>
    public ReadOnlySpan<byte> Pack(ReadOnlySpan<byte> message)
    {
        _packed.SetLength(0);
        using var deflate = new DeflateStream(_packed, CompressionLevel.Fastest, leaveOpen: true);
        deflate.Write(message);
        deflate.Flush();
        var length = (int)_packed.Length - 4; // the flush ends in 00 00 FF FF, which RFC 7692 omits
        if (length <= 0) return EmptyBlock;
        return _packed.GetBuffer().AsSpan(0, length);
    }

    /// <summary>Decompresses a message. The result is valid until the next call.</summary>
    /// <param name="limit">The largest accepted size after decompression, in bytes.</param>
    public WebSocketFault TryUnpack(ReadOnlySpan<byte> packed, long limit, out ReadOnlySpan<byte> message)
    {
        message = default;
        _packed.SetLength(0);
        _packed.Write(packed);
        _packed.Write(Tail);
        _packed.Position = 0;
        _whole.SetLength(0);
        try
        {
            using var inflate = new DeflateStream(_packed, CompressionMode.Decompress, leaveOpen: true);
            for (int read; (read = inflate.Read(_piece)) > 0;)
            {
                if (_whole.Length + read > limit) return WebSocketFault.MessageTooLarge;
                _whole.Write(_piece, 0, read);
            }
        }
        catch (InvalidDataException)
        {
            return WebSocketFault.BadCompression;
        }
        message = _whole.GetBuffer().AsSpan(0, (int)_whole.Length);
        return WebSocketFault.None;
    }
}
