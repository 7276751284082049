namespace Dyno.Http;

/// <summary>Writes the frames of a client, which are always masked.</summary>
internal static class WebSocketFrames
{
    /// <summary>The largest number of bytes before a payload.</summary>
    public const int MaxHeadLength = 14;

    /// <summary>The longest payload of a ping, pong or close.</summary>
    public const int MaxControlLength = 125;

    private const byte Final = 0x80;
    private const byte Compressed = 0x40;
    private const byte HasMask = 0x80;

    /// <summary>Length of a frame with a payload of the given length, in bytes.</summary>
    public static int LengthOf(int payload) => payload + (payload <= MaxControlLength ? 6 : payload <= ushort.MaxValue ? 8 : MaxHeadLength);

    /// <summary>Writes a frame and returns its length.</summary>
    /// <param name="destination">At least <see cref="LengthOf"/> bytes.</param>
    /// <param name="mask">The masking key, new for each frame.</param>
    /// <param name="isCompressed">Whether the message is compressed (permessage-deflate); set only on the first frame of a message.</param>
    /// <param name="isFinal">Whether this is the last frame of the message.</param>
    public static int Write(Span<byte> destination, WebSocketOpcode opcode, ReadOnlySpan<byte> payload, uint mask,
        bool isCompressed = false, bool isFinal = true)
    {
        destination[0] = (byte)((isFinal ? Final : 0) | (isCompressed ? Compressed : 0) | (int)opcode);
        int at;
        if (payload.Length <= MaxControlLength)
        {
            destination[1] = (byte)(HasMask | payload.Length);
            at = 2;
        }
        else if (payload.Length <= ushort.MaxValue)
        {
            destination[1] = HasMask | 126;
            BinaryPrimitives.WriteUInt16BigEndian(destination[2..], (ushort)payload.Length);
            at = 4;
        }
        else
        {
            destination[1] = HasMask | 127;
            BinaryPrimitives.WriteUInt64BigEndian(destination[2..], (ulong)payload.Length);
            at = 10;
        }
        MemoryMarshal.Write(destination[at..], mask);
        WebSocketMask.Apply(payload, destination[(at + 4)..], mask);
        return at + 4 + payload.Length;
    }

    /// <summary>Writes a close and returns its length; <see cref="WebSocketCloseCode.None"/> writes a close without a code.</summary>
    public static int WriteClose(Span<byte> destination, int code, string reason, uint mask)
    {
        if (code == WebSocketCloseCode.None) return Write(destination, WebSocketOpcode.Close, [], mask);
        Span<byte> payload = stackalloc byte[MaxControlLength];
        BinaryPrimitives.WriteUInt16BigEndian(payload, (ushort)code);
        Encoding.UTF8.TryGetBytes(reason, payload[2..], out var written);
        return Write(destination, WebSocketOpcode.Close, payload[..(2 + written)], mask);
    }
}
