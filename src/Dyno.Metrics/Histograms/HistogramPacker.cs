using System.IO.Compression;

namespace Dyno.Metrics.Histograms;

/// <summary>
/// Packs histograms small, for keeping many of them in memory: used buckets only, as gaps and counts, compressed. Exact,
/// minimum and maximum included. A form of this process and its <see cref="HistogramLayout.Latency"/> layout, not of
/// files: those use <see cref="Hdr.HdrEncoding"/>. Keeps its buffers and allocates nothing in the long run; one thread at
/// a time.
/// </summary>
public sealed class HistogramPacker
{
    private const int WindowBits = 14;
    private const int Quality = 4; // smaller than zlib's best on interval histograms, in a third of the time
    private byte[] _plain = new byte[16 * 1024];

    /// <summary>Writes a packed histogram, whose writer must rest.</summary>
    /// <param name="histogram">What to pack.</param>
    /// <param name="target">Takes the bytes.</param>
    /// <param name="written">How many there are; 0 for an empty histogram.</param>
    /// <returns>False when they do not fit.</returns>
    public bool TryPack(Histogram histogram, Span<byte> target, out int written)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        written = 0;
        if (histogram.Count == 0) return true;
        var length = 0;
        Write(ref length, histogram.Min);
        Write(ref length, histogram.Max);
        var next = 0;
        var last = histogram.Layout.IndexOf(histogram.Max);
        for (var i = histogram.Layout.IndexOf(histogram.Min); i <= last; i++)
        {
            var count = histogram.CountAt(i);
            if (count == 0) continue;
            Write(ref length, i - next);
            Write(ref length, count);
            next = i + 1;
        }

        return BrotliEncoder.TryCompress(_plain.AsSpan(0, length), target, out written, Quality, WindowBits);
    }

    /// <summary>Adds a packed histogram to <paramref name="target"/>.</summary>
    public void Unpack(ReadOnlySpan<byte> packed, Histogram target)
    {
        ArgumentNullException.ThrowIfNull(target);
        if (packed.IsEmpty) return;
        int length;
        while (!BrotliDecoder.TryDecompress(packed, _plain, out length)) _plain = new byte[2 * _plain.Length];
        var at = 0;
        var (min, max) = (Read(ref at), Read(ref at));
        for (var index = 0; at < length; index++)
        {
            index += (int)Read(ref at);
            target.AddAt(index, Read(ref at));
        }

        target.Extend(min, max);
    }

    private void Write(ref int at, long value)
    {
        if (at + 10 > _plain.Length) Array.Resize(ref _plain, 2 * _plain.Length);
        var bits = (ulong)value;
        for (; bits > 0x7f; bits >>= 7) _plain[at++] = (byte)(bits | 0x80);
        _plain[at++] = (byte)bits;
    }

    private long Read(ref int at)
    {
        var bits = 0UL;
        for (var shift = 0; ; shift += 7)
        {
            var next = _plain[at++];
            bits |= (ulong)(next & 0x7f) << shift;
            if (next < 0x80) return (long)bits;
        }
    }
}
