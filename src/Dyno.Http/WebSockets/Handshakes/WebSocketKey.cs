using System.Buffers.Text;
using System.Security.Cryptography;

namespace Dyno.Http.WebSockets;

/// <summary>The key of a handshake, and the answer that proves the server understood it (RFC 6455, 1.3).</summary>
internal static class WebSocketKey
{
    /// <summary>Bytes drawn for each connection.</summary>
    public const int NonceLength = 16;

    /// <summary>Length of the key in the request.</summary>
    public const int Length = 24;

    private const int AcceptLength = 28;

    /// <summary>Writes the key of a nonce.</summary>
    public static void Write(ReadOnlySpan<byte> nonce, Span<byte> destination) => Base64.EncodeToUtf8(nonce, destination, out _, out _);

    /// <summary>What the server has to answer.</summary>
    public static void WriteAccept(ReadOnlySpan<byte> nonce, Span<byte> destination)
    {
        var guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"u8;
        Span<byte> text = stackalloc byte[Length + guid.Length];
        Write(nonce, text);
        guid.CopyTo(text[Length..]);
        Span<byte> hash = stackalloc byte[SHA1.HashSizeInBytes];
#pragma warning disable CA5350 // the standard asks for it; it guards no secret
        SHA1.HashData(text, hash);
#pragma warning restore CA5350
        Base64.EncodeToUtf8(hash, destination, out _, out _);
    }

    /// <summary>Whether it did.</summary>
    public static bool IsAccepted(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> accept)
    {
        Span<byte> expected = stackalloc byte[AcceptLength];
        WriteAccept(nonce, expected);
        return accept.SequenceEqual(expected);
    }
}
