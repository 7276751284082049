using System.Numerics;

namespace Dyno.Http;

/// <summary>The masking of client payloads: XOR with a repeated key of four bytes (RFC 6455, 5.3).</summary>
internal static class WebSocketMask
{
    /// <summary>Masks or unmasks a payload; source and destination may be the same bytes.</summary>
    /// <param name="destination">At least as long as the payload.</param>
    /// <param name="key">The four bytes of the key, read in the machine's byte order.</param>
    public static void Apply(ReadOnlySpan<byte> source, Span<byte> destination, uint key)
    {
        var at = 0;
        if (source.Length >= Vector<byte>.Count)
        {
            var keys = Vector.AsVectorByte(new Vector<uint>(key));
            for (; at <= source.Length - Vector<byte>.Count; at += Vector<byte>.Count)
                (new Vector<byte>(source[at..]) ^ keys).CopyTo(destination[at..]);
        }
        Span<byte> bytes = stackalloc byte[4];
        MemoryMarshal.Write(bytes, key);
        for (; at < source.Length; at++) destination[at] = (byte)(source[at] ^ bytes[at & 3]);
    }
}
