namespace Dyno.Metrics;

/// <summary>
/// The variable-length integers of the V2 encoding: zigzag, then 7 bits a byte from the low end, with at most 9 bytes,
/// of which the ninth carries 8 bits.
/// </summary>
internal static class ZigZagLeb128
{
    internal static int Write(Span<byte> target, long value)
    {
        var bits = (ulong)((value << 1) ^ (value >> 63));
        var length = 0;
        while (bits > 0x7f && length < HdrHeader.MaxWordSize - 1)
        {
            target[length++] = (byte)(bits | 0x80);
            bits >>= 7;
        }

        target[length++] = (byte)bits;
        return length;
    }

    internal static long Read(PayloadReader source)
    {
        var bits = 0UL;
        for (var i = 0; i < HdrHeader.MaxWordSize - 1; i++)
        {
            var next = source.ReadByte();
            bits |= (ulong)(next & 0x7f) << (7 * i);
            if (next < 0x80) return Unzigzag(bits);
        }

        return Unzigzag(bits | ((ulong)source.ReadByte() << 56));
    }

    private static long Unzigzag(ulong bits) => (long)(bits >> 1) ^ -(long)(bits & 1);
}
