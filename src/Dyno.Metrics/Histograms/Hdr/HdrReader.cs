namespace Dyno.Metrics;

/// <summary>Reads the uncompressed V2 form. Every word advances by at least one bucket, so the work is bounded.</summary>
internal static class HdrReader
{
    internal static Histogram Read(PayloadReader source)
    {
        Span<byte> head = stackalloc byte[HdrHeader.Size];
        source.ReadExactly(head);
        var header = HdrHeader.Read(head);
        var histogram = new Histogram(header.Layout);
        var (first, last, index) = (-1, -1, 0L);
        var end = source.Position + header.PayloadLength;
        while (source.Position < end)
        {
            var word = ZigZagLeb128.Read(source);
            if (word < 0) { index += Skip(word, header); continue; }
            if (index >= header.Buckets.Length) throw TooMany(header);
            if (word > 0)
            {
                Add(histogram, header, (int)index, word);
                (first, last) = (first < 0 ? (int)index : first, (int)index);
            }

            index++;
        }

        if (source.Position != end) throw new HistogramFormatException("the last count is longer than the histogram");
        if (last >= 0) histogram.SetBounds(LowestOf(header, first), HighestOf(header, last));
        return histogram;
    }

    private static long Skip(long word, HdrHeader header) =>
        word >= -header.Buckets.Length ? -word : throw TooMany(header);

    private static void Add(Histogram histogram, HdrHeader header, int index, long count)
    {
        if (count > long.MaxValue - histogram.Count)
            throw new HistogramFormatException("the counts add up to more than a 64-bit number");
        var low = LowestOf(header, index);
        histogram.Record(low + (HighestOf(header, index) - low) / 2, count);
    }

    private static long LowestOf(HdrHeader header, int index) => header.Buckets.LowestAt(index) << header.UnitMagnitude;

    private static long HighestOf(HdrHeader header, int index) =>
        (header.Buckets.HighestAt(index) << header.UnitMagnitude) | ((1L << header.UnitMagnitude) - 1);

    private static HistogramFormatException TooMany(HdrHeader header) =>
        new($"the content has counts beyond the histogram's {header.Buckets.Length} buckets");
}
