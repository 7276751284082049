using System.Buffers;

namespace Dyno.Metrics.Histograms.Hdr;

/// <summary>Writes the uncompressed V2 form: header, then one word per bucket up to the largest value's, runs of empty
/// buckets as one negative word.</summary>
internal static class HdrWriter
{
    internal static byte[] Write(Histogram histogram)
    {
        var output = new ArrayBufferWriter<byte>(4096);
        output.Advance(Reserve(output));
        if (histogram.Count > 0) WriteCounts(histogram, output);
        var bytes = output.WrittenSpan.ToArray();
        HdrHeader.Write(bytes, histogram.Layout, bytes.Length - HdrHeader.Size);
        return bytes;
    }

    private static int Reserve(ArrayBufferWriter<byte> output)
    {
        output.GetSpan(HdrHeader.Size)[..HdrHeader.Size].Clear();
        return HdrHeader.Size;
    }

    private static void WriteCounts(Histogram histogram, ArrayBufferWriter<byte> output)
    {
        var last = histogram.Layout.IndexOf(histogram.Max);
        var empty = histogram.Layout.IndexOf(histogram.Min);
        for (var i = empty; i <= last; i++)
        {
            var count = histogram.CountAt(i);
            if (count == 0) { empty++; continue; }
            if (empty > 0) WriteWord(output, empty == 1 ? 0 : -empty);
            WriteWord(output, count);
            empty = 0;
        }

        if (empty > 0) WriteWord(output, empty == 1 ? 0 : -empty);
    }

    private static void WriteWord(ArrayBufferWriter<byte> output, long word) =>
        output.Advance(ZigZagLeb128.Write(output.GetSpan(HdrHeader.MaxWordSize), word));
}
