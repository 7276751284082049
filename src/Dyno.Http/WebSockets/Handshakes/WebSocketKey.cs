namespace Dyno.Http;

/// <summary>The key of a handshake, and the answer that proves the server understood it (RFC 6455, 1.3).</summary>
internal static class WebSocketKey
{
    /// <summary>Number of random bytes for each connection.</summary>
    public const int NonceLength = 16;

    public const int Length = 24;

    private const int AcceptLength = 28;

    /// <summary>Writes the key that is made from a nonce.</summary>
    public static void Write(ReadOnlySpan<byte> nonce, Span<byte> destination) => Base64.EncodeToUtf8(nonce, destination, out _, out _);

    /// <summary>Writes the value of Sec-WebSocket-Accept that the server must answer.</summary>
    public static void WriteAccept(ReadOnlySpan<byte> nonce, Span<byte> destination)
    {
        var guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"u8;
        Span<byte> text = stackalloc byte[Length + guid.Length];
        Write(nonce, text);
        guid.CopyTo(text[Length..]);
        Span<byte> hash = stackalloc byte[SHA1.HashSizeInBytes];
#pragma warning disable CA5350 // RFC 6455 requires SHA-1; it protects no secret here
        SHA1.HashData(text, hash);
#pragma warning restore CA5350
        Base64.EncodeToUtf8(hash, destination, out _, out _);
    }

    /// <summary>Whether the server's Sec-WebSocket-Accept belongs to the nonce.</summary>
    public static bool IsAccepted(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> accept)
    {
        Span<byte> expected = stackalloc byte[AcceptLength];
        WriteAccept(nonce, expected);
        return accept.SequenceEqual(expected);
    }
}
