using System.Numerics;
using System.Runtime.InteropServices;

namespace Dyno.Http.WebSockets;

/// <summary>What a client does to every payload: XOR with four bytes, again and again (RFC 6455, 5.3).</summary>
internal static class WebSocketMask
{
    /// <summary>Masks, or takes the mask off; source and destination may be the same bytes.</summary>
    /// <param name="source">The payload.</param>
    /// <param name="destination">At least as long.</param>
    /// <param name="key">The four bytes as the machine reads them from the wire.</param>
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
