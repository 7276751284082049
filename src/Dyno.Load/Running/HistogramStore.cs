using Dyno.Metrics.Histograms;

namespace Dyno.Load.Running;

/// <summary>Where a packed histogram lies in its store; the default is an empty one.</summary>
internal readonly record struct KeptHistogram(byte[]? Chunk, int Offset, int Length);

/// <summary>
/// Keeps packed histograms one after another in chunks, so that one histogram a second for hours leaves no garbage. A
/// rewrite (<see cref="BeginRewrite"/>) reads the histograms in their order and stores others in their place. It writes
/// into chunks that were read to their end, so it needs a chunk or two more and never a second store. One thread at a
/// time.
/// </summary>
internal sealed class HistogramStore
{
    /// <summary>Bytes of a chunk; a histogram that needs more gets a chunk of its own size.</summary>
    public const int ChunkBytes = 64 * 1024;

    private const int LargeBytes = 512 * 1024;
    private readonly Queue<byte[]> _unread = new();
    private readonly Queue<byte[]> _written = new();
    private readonly Stack<byte[]> _free = new();
    private byte[] _chunk = [];
    private int _at;
    private int _used;

    /// <summary>Whether it holds so much that it should be thinned out.</summary>
    public bool IsLarge => _used > LargeBytes;

    /// <summary>How many chunks there are, in use or free.</summary>
    public int ChunkCount => _unread.Count + _written.Count + _free.Count;

    /// <summary>Takes memory for so many bytes from the system now: every byte is written once.</summary>
    public void Reserve(int bytes)
    {
        while (ChunkCount * ChunkBytes < bytes)
        {
            var chunk = new byte[ChunkBytes];
            Array.Fill(chunk, byte.MaxValue);
            _free.Push(chunk);
        }
    }

    /// <summary>Stores a copy of <paramref name="histogram"/>.</summary>
    public KeptHistogram Add(Histogram histogram)
    {
        int length;
        while (!HistogramPacker.TryPack(histogram, _chunk.AsSpan(_at), out length)) TakeChunk(length);
        if (length == 0) return default;
        var stored = new KeptHistogram(_chunk, _at, length);
        _at += length;
        _used += length;
        return stored;
    }

    /// <summary>Adds a stored histogram to <paramref name="target"/>.</summary>
    public static void Read(KeptHistogram stored, Histogram target) =>
        HistogramPacker.Unpack(stored.Chunk.AsSpan(stored.Offset, stored.Length), target);

    /// <summary>Starts over with an empty store. What it held can be read until <see cref="ReleaseBefore"/> passes it.</summary>
    public void BeginRewrite()
    {
        while (_written.TryDequeue(out var chunk)) _unread.Enqueue(chunk);
        (_chunk, _at, _used) = ([], 0, 0);
    }

    /// <summary>Gives chunks back whose histograms all lie before <paramref name="next"/>, the next one to be read.</summary>
    public void ReleaseBefore(KeptHistogram next)
    {
        while (_unread.TryPeek(out var chunk) && chunk != next.Chunk) _free.Push(_unread.Dequeue());
    }

    /// <summary>Ends a rewrite: everything was read.</summary>
    public void EndRewrite() => ReleaseBefore(default);

    private void TakeChunk(int bytes)
    {
        _chunk = bytes <= ChunkBytes && _free.TryPop(out var chunk) ? chunk : new byte[Math.Max(bytes, ChunkBytes)];
        _written.Enqueue(_chunk);
        _at = 0;
    }
}
