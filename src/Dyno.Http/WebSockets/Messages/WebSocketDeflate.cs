using System.IO.Compression;

namespace Dyno.Http.WebSockets;

/// <summary>permessage-deflate without a memory of earlier messages (RFC 7692): each message stands for itself. One thread.</summary>
#pragma warning disable CA1001 // its streams are memory alone: there is nothing to dispose of
internal sealed class WebSocketDeflate
#pragma warning restore CA1001
{
    private readonly MemoryStream _packed = new();
    private readonly MemoryStream _whole = new();
    private readonly byte[] _piece = new byte[16 * 1024];

    // What a sender leaves out at the end of each message, and an empty last block, so that the reader knows the end.
    private static ReadOnlySpan<byte> Tail => [0, 0, 0xFF, 0xFF, 1, 0, 0, 0xFF, 0xFF];

    private static ReadOnlySpan<byte> EmptyBlock => [0];

    /// <summary>Packs a message; good until the next call.</summary>
    public ReadOnlySpan<byte> Pack(ReadOnlySpan<byte> message)
    {
        _packed.SetLength(0);
        using var deflate = new DeflateStream(_packed, CompressionLevel.Fastest, leaveOpen: true);
        deflate.Write(message);
        deflate.Flush();
        var length = (int)_packed.Length - 4; // the flush ends in 00 00 FF FF, which is left out
        if (length <= 0) return EmptyBlock;
        return _packed.GetBuffer().AsSpan(0, length);
    }

    /// <summary>Unpacks a message; good until the next call.</summary>
    /// <param name="packed">As it came.</param>
    /// <param name="limit">The most bytes that it may have unpacked.</param>
    /// <param name="message">The bytes.</param>
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
