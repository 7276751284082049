namespace Dyno.Metrics;

/// <summary>
/// Packs histograms compactly, so that many of them fit into memory. Only used buckets are stored: gaps in Elias gamma code, counts in Rice
/// code with a parameter that follows the counts (Rice and Plaunt, 1971). The packed form is exact, including minimum and maximum. It is
/// for memory only: files use <see cref="HdrEncoding"/>, which is as large and needs a compressor's memory. Allocates nothing. Thread-safe.
/// </summary>
public static class HistogramPacker
{
    private const int LongestUnary = 24; // a larger quotient is written as this many ones, followed by the plain value

    /// <summary>Packs a histogram, whose writer must be idle.</summary>
    /// <param name="target">Receives the bytes.</param>
    /// <param name="written">Number of bytes; 0 for an empty histogram.</param>
    /// <returns>False when the bytes do not fit.</returns>
    public static bool TryPack(Histogram histogram, Span<byte> target, out int written)
    {
        written = 0;
        if (histogram.Count == 0) return true;
        var bits = new BitWriter(target);
        bits.Write((ulong)histogram.Count, 64);
        bits.Write((ulong)histogram.Min, 64);
        bits.Write((ulong)histogram.Max, 64);
        var (next, mean) = (0, 1L);
        var last = histogram.Layout.IndexOf(histogram.Max);
        for (var i = histogram.Layout.IndexOf(histogram.Min); i <= last; i++)
        {
            var count = histogram.CountAt(i);
            if (count == 0) continue;
            WriteGamma(ref bits, (ulong)(i - next + 1));
            WriteRice(ref bits, (ulong)count - 1, Parameter(mean));
            (next, mean) = (i + 1, Follow(mean, count));
        }

        written = bits.Length;
        return !bits.IsFull;
    }

    /// <summary>Adds a packed histogram to <paramref name="target"/>, which must have the packed one's layout.</summary>
    public static void Unpack(ReadOnlySpan<byte> packed, Histogram target)
    {
        if (packed.IsEmpty) return;
        var bits = new BitReader(packed);
        var total = (long)bits.Read(64);
        var (min, max) = ((long)bits.Read(64), (long)bits.Read(64));
        var (index, mean) = (-1, 1L);
        for (var seen = 0L; seen < total;)
        {
            index += (int)ReadGamma(ref bits);
            var count = (long)ReadRice(ref bits, Parameter(mean)) + 1;
            target.AddAt(index, count);
            mean = Follow(mean, count);
            seen += count;
        }

        target.Extend(min, max);
    }

    private static int Parameter(long mean) => BitOperations.Log2((ulong)mean);

    private static long Follow(long mean, long count) => mean + (count - mean) / 4;

    private static void WriteGamma(ref BitWriter bits, ulong value)
    {
        var length = BitOperations.Log2(value);
        bits.Write(0, length);
        bits.Write(1, 1);
        bits.Write(value, length);
    }

    private static ulong ReadGamma(ref BitReader bits)
    {
        var length = 0;
        while (bits.Read(1) == 0) length++;
        return (1UL << length) | bits.Read(length);
    }

    private static void WriteRice(ref BitWriter bits, ulong value, int parameter)
    {
        var quotient = value >> parameter;
        if (quotient >= LongestUnary)
        {
            bits.Write(ulong.MaxValue, LongestUnary);
            bits.Write(value, 64);
            return;
        }

        bits.Write((1UL << (int)quotient) - 1, (int)quotient + 1); // ones, and a zero above them
        bits.Write(value, parameter);
    }

    private static ulong ReadRice(ref BitReader bits, int parameter)
    {
        var quotient = 0;
        while (quotient < LongestUnary && bits.Read(1) == 1) quotient++;
        return quotient == LongestUnary ? bits.Read(64) : ((ulong)quotient << parameter) | bits.Read(parameter);
    }

    /// <summary>Writes bits, beginning at the low end of each byte.</summary>
    private ref struct BitWriter(Span<byte> target)
    {
        private readonly Span<byte> _target = target;
        private long _at;

        public readonly int Length => (int)((_at + 7) / 8);

        public readonly bool IsFull => _at > _target.Length * 8L;

        public void Write(ulong value, int count)
        {
            while (count > 0)
            {
                var (index, offset) = ((int)(_at >> 3), (int)(_at & 7));
                var taken = Math.Min(8 - offset, count);
                if (index < _target.Length)
                {
                    if (offset == 0) _target[index] = 0;
                    _target[index] |= (byte)((value & ((1UL << taken) - 1)) << offset);
                }

                value >>= taken;
                count -= taken;
                _at += taken;
            }
        }
    }

    private ref struct BitReader(ReadOnlySpan<byte> source)
    {
        private readonly ReadOnlySpan<byte> _source = source;
        private long _at;

        public ulong Read(int count)
        {
            var (value, filled) = (0UL, 0);
            while (filled < count)
            {
                var offset = (int)(_at & 7);
                var taken = Math.Min(8 - offset, count - filled);
                value |= (((ulong)_source[(int)(_at >> 3)] >> offset) & ((1UL << taken) - 1)) << filled;
                filled += taken;
                _at += taken;
            }

            return value;
        }
    }
}
