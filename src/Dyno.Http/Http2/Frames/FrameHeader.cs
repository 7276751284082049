namespace Dyno.Http;

/// <summary>The nine bytes before every frame (RFC 9113, 4.1).</summary>
/// <param name="Length">Bytes of the payload, 0 to 2^24 − 1.</param>
/// <param name="Flags">See <see cref="FrameFlags"/>.</param>
/// <param name="Stream">Number of the stream; 0 for the connection.</param>
internal readonly record struct FrameHeader(int Length, FrameType Type, byte Flags, int Stream)
{
    /// <summary>Length of the frame header in bytes.</summary>
    public const int Size = 9;

    /// <summary>Default of the largest payload in bytes.</summary>
    public const int DefaultMaxFrame = 16_384;

    /// <summary>Reads a frame header from at least <see cref="Size"/> bytes.</summary>
    public static FrameHeader Read(ReadOnlySpan<byte> data) => new(
        (data[0] << 16) | BinaryPrimitives.ReadUInt16BigEndian(data[1..]),
        (FrameType)data[3],
        data[4],
        (int)(BinaryPrimitives.ReadUInt32BigEndian(data[5..]) & 0x7FFF_FFFF));

    public bool Has(byte flag) => (Flags & flag) != 0;

    /// <summary>Writes the frame header to the first <see cref="Size"/> bytes.</summary>
    public void Write(Span<byte> destination)
    {
        destination[0] = (byte)(Length >> 16);
        BinaryPrimitives.WriteUInt16BigEndian(destination[1..], (ushort)Length);
        destination[3] = (byte)Type;
        destination[4] = Flags;
        BinaryPrimitives.WriteUInt32BigEndian(destination[5..], (uint)Stream);
    }
}
