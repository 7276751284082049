using System.Buffers.Binary;

namespace Dyno.Metrics;

/// <summary>
/// The 40 bytes before the counts, big-endian: cookie, payload length, normalizing index offset, significant digits,
/// lowest discernible value, highest trackable value, integer-to-double ratio.
/// </summary>
/// <param name="PayloadLength">Bytes of counts.</param>
/// <param name="UnitMagnitude">Base-2 logarithm of the lowest discernible value, rounded down. Two to this power is the unit of
/// <paramref name="Buckets"/>.</param>
/// <param name="Buckets">The layout of the counts, in units.</param>
/// <param name="Layout">The layout that holds the same values in Dyno.</param>
internal readonly record struct HdrHeader(
    int PayloadLength, int UnitMagnitude, HistogramLayout Buckets, HistogramLayout Layout)
{
    internal const int Size = 40;
    internal const int Cookie = 0x1c849303;
    internal const int CompressedCookie = 0x1c849304;
    internal const int MaxWordSize = 9;

    // The low bit of the word-size nibble marks counts as zigzag LEB128. Every V2 writer sets it.
    private const int WordSizeMark = 0x10;

    internal static int KindOf(int cookie) => cookie & ~0xf0;

    internal static int Marked(int cookie) => cookie | WordSizeMark;

    internal static void Write(Span<byte> target, HistogramLayout layout, int payloadLength)
    {
        BinaryPrimitives.WriteInt32BigEndian(target, Marked(Cookie));
        BinaryPrimitives.WriteInt32BigEndian(target[4..], payloadLength);
        BinaryPrimitives.WriteInt32BigEndian(target[8..], 0);
        BinaryPrimitives.WriteInt32BigEndian(target[12..], layout.SignificantDigits);
        BinaryPrimitives.WriteInt64BigEndian(target[16..], 1);
        BinaryPrimitives.WriteInt64BigEndian(target[24..], layout.HighestTrackable);
        BinaryPrimitives.WriteDoubleBigEndian(target[32..], 1);
    }

    internal static HdrHeader Read(ReadOnlySpan<byte> source)
    {
        var kind = KindOf(BinaryPrimitives.ReadInt32BigEndian(source));
        Require(kind == Cookie, "the content is not an HdrHistogram in V2 encoding");
        // Java writes 0, the JavaScript port 1, and neither uses the offset. Any other offset would shift every bucket.
        var offset = BinaryPrimitives.ReadInt32BigEndian(source[8..]);
        Require(offset is 0 or 1, $"the histogram is shifted by {offset} buckets, which Dyno cannot read");
        var digits = BinaryPrimitives.ReadInt32BigEndian(source[12..]);
        Require(digits is >= 0 and <= 5, $"the histogram claims {digits} significant digits; 0 to 5 are possible");
        var lowest = BinaryPrimitives.ReadInt64BigEndian(source[16..]);
        var highest = BinaryPrimitives.ReadInt64BigEndian(source[24..]);
        var isRange = lowest >= 1 && highest / 2 >= lowest;
        Require(isRange, $"the histogram claims to hold {lowest} to {highest}, which is not a range");
        var unit = System.Numerics.BitOperations.Log2((ulong)lowest);
        var layout = new HistogramLayout(highest, digits);
        var buckets = unit == 0 ? layout : new HistogramLayout(highest >> unit, digits);
        var length = BinaryPrimitives.ReadInt32BigEndian(source[4..]);
        Require(
            length >= 0 && length <= (long)buckets.Length * MaxWordSize,
            $"the histogram claims {length} bytes of counts, more than its {buckets.Length} buckets can take");
        return new HdrHeader(length, unit, buckets, layout);
    }

    private static void Require(bool condition, string message)
    {
        if (!condition) throw new HistogramFormatException(message);
    }
}
