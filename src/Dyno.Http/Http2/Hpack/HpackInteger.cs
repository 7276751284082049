namespace Dyno.Http;

/// <summary>Reads and writes integers that begin in the low bits of a byte (RFC 7541, 5.1).</summary>
internal static class HpackInteger
{
    /// <summary>Largest length of a number, in bytes.</summary>
    public const int MaxLength = 6;

    /// <summary>Reads a number below 2^31.</summary>
    /// <param name="at">Index of the number's first byte; afterwards of the byte after the number.</param>
    /// <param name="prefixBits">Number of low bits of the first byte that belong to the number.</param>
    public static HpackFault Read(ReadOnlySpan<byte> data, ref int at, int prefixBits, out int value)
    {
        value = 0;
        if (at >= data.Length) return HpackFault.Truncated;
        var mask = (1 << prefixBits) - 1;
        long number = data[at++] & mask;
        if (number == mask)
        {
            var shift = 0;
            byte next;
            do
            {
                if (at >= data.Length) return HpackFault.Truncated;
                if (shift > 28) return HpackFault.BadInteger;
                next = data[at++];
                number += (long)(next & 0x7F) << shift;
                shift += 7;
            }
            while ((next & 0x80) != 0);
        }
        if (number > int.MaxValue) return HpackFault.BadInteger;
        value = (int)number;
        return HpackFault.None;
    }

    /// <summary>Writes a number and returns its length.</summary>
    /// <param name="value">The number, 0 or more.</param>
    /// <param name="prefixBits">Number of low bits of the first byte that belong to the number.</param>
    /// <param name="flags">The high bits of the first byte.</param>
    /// <param name="destination">Receives the bytes.</param>
    public static int Write(int value, int prefixBits, int flags, Span<byte> destination)
    {
        var mask = (1 << prefixBits) - 1;
        if (value < mask)
        {
            destination[0] = (byte)(flags | value);
            return 1;
        }
        destination[0] = (byte)(flags | mask);
        var (rest, at) = (value - mask, 1);
        for (; rest >= 0x80; rest >>= 7) destination[at++] = (byte)(rest | 0x80);
        destination[at++] = (byte)rest;
        return at;
    }
}
