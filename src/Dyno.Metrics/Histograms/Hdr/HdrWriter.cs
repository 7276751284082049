namespace Dyno.Metrics;

/// <summary>
/// Writes the uncompressed V2 form: the header, then one word per bucket up to the bucket of the largest value. A run of empty buckets is
/// one negative word.
/// </summary>
internal static class HdrWriter
{
    [ThreadStatic]
    private static Buffer? _buffer;

    /// <summary>The encoded form, in a buffer of this thread that the next call overwrites.</summary>
    internal static ReadOnlySpan<byte> WriteToBuffer(Histogram histogram)
    {
        var output = _buffer ??= new Buffer();
        output.Clear();
        output.Advance(HdrHeader.Size);
        if (histogram.Count > 0) WriteCounts(histogram, output);
        HdrHeader.Write(output.Written, histogram.Layout, output.Written.Length - HdrHeader.Size);
        return output.Written;
    }

    private static void WriteCounts(Histogram histogram, Buffer output)
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

    private static void WriteWord(Buffer output, long word) =>
        output.Advance(ZigZagLeb128.Write(output.GetSpan(HdrHeader.MaxWordSize), word));

    /// <summary>
    /// A growing buffer that is kept for reuse. The framework's buffer writer is no substitute: its written bytes are read-only, and the
    /// header is written last.
    /// </summary>
    private sealed class Buffer
    {
        private byte[] _bytes = new byte[4096];
        private int _length;

        public Span<byte> Written => _bytes.AsSpan(0, _length);

        public void Clear() => _length = 0;

        public Span<byte> GetSpan(int size)
        {
            if (_length + size > _bytes.Length) Array.Resize(ref _bytes, 2 * _bytes.Length);
            return _bytes.AsSpan(_length);
        }

        public void Advance(int count) => _length += count;
    }
}
