using Dyno.Metrics.Histograms;

namespace Dyno.Load.Running;

/// <summary>Where a packed histogram lies in its store; the default is an empty one.</summary>
internal readonly record struct StoredHistogram(int Offset, int Length);

/// <summary>
/// Packed histograms one behind another in one array, so that keeping one a second for hours leaves no garbage. One
/// thread at a time.
/// </summary>
internal sealed class HistogramStore
{
    private const int LargeBytes = 512 * 1024;
    private const int PageBytes = 4096;
    private byte[] _bytes = [];
    private int _used;

    /// <summary>Whether it holds so much that it should be thinned out.</summary>
    public bool IsLarge => _used > LargeBytes;

    /// <summary>Takes the memory for <see cref="IsLarge"/> now, from the system too: every page is written once.</summary>
    public void Reserve()
    {
        _bytes = new byte[LargeBytes + LargeBytes / 8];
        for (var i = 0; i < _bytes.Length; i += PageBytes) Volatile.Write(ref _bytes[i], 1);
    }

    public StoredHistogram Add(Histogram histogram)
    {
        int length;
        while (!HistogramPacker.TryPack(histogram, _bytes.AsSpan(_used), out length))
            Array.Resize(ref _bytes, Math.Max(64 * 1024, 2 * _bytes.Length));
        var stored = new StoredHistogram(_used, length);
        _used += length;
        return stored;
    }

    /// <summary>Adds a stored histogram to <paramref name="target"/>.</summary>
    public void Read(StoredHistogram stored, Histogram target) =>
        HistogramPacker.Unpack(_bytes.AsSpan(stored.Offset, stored.Length), target);

    public void Clear() => _used = 0;
}
