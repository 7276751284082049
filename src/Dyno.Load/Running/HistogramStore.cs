namespace Dyno.Load;

/// <summary>Position of a packed histogram in its store. The default value stands for an empty histogram.</summary>
internal readonly record struct KeptHistogram(byte[]? Chunk, int Offset, int Length);

/// <summary>
/// Keeps packed histograms one after another in chunks, so that one histogram a second for hours leaves no garbage. A rewrite
/// (<see cref="BeginRewrite"/>) reads the histograms in order and stores new ones in their place. It reuses the chunks that have been read
/// completely, so it needs one or two extra chunks and never a second store. Used by one thread at a time.
/// </summary>
internal sealed class HistogramStore
{
    /// <summary>Size of a chunk in bytes. A larger histogram gets its own chunk size.</summary>
    public const int ChunkBytes = 64 * 1024;

    private const int LargeBytes = 512 * 1024;
    private readonly Queue<byte[]> _unread = new();
    private readonly Queue<byte[]> _written = new();
    private readonly Stack<byte[]> _free = new();
    private byte[] _chunk = [];
    private int _at;
    private int _used;

    /// <summary>Whether the store holds so many bytes that its owner should merge histograms.</summary>
    public bool IsLarge => _used > LargeBytes;

    /// <summary>How many chunks there are, in use or free.</summary>
    public int ChunkCount => _unread.Count + _written.Count + _free.Count;

    /// <summary>Reserves memory for this many bytes now. Every byte is written once, so that the operating system really provides the memory.</summary>
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

    public static void Read(KeptHistogram stored, Histogram target) =>
        HistogramPacker.Unpack(stored.Chunk.AsSpan(stored.Offset, stored.Length), target);

    /// <summary>
    /// Starts a rewrite with an empty store. The previous histograms remain readable until <see cref="ReleaseBefore"/> releases their
    /// chunks.
    /// </summary>
    public void BeginRewrite()
    {
        while (_written.TryDequeue(out var chunk)) _unread.Enqueue(chunk);
        (_chunk, _at, _used) = ([], 0, 0);
    }

    /// <summary>Frees the chunks whose histograms all lie before <paramref name="next"/>, the next histogram to be read.</summary>
    public void ReleaseBefore(KeptHistogram next)
    {
        while (_unread.TryPeek(out var chunk) && chunk != next.Chunk) _free.Push(_unread.Dequeue());
    }

    /// <summary>Ends a rewrite after all previous histograms have been read.</summary>
    public void EndRewrite() => ReleaseBefore(default);

    private void TakeChunk(int bytes)
    {
        _chunk = bytes <= ChunkBytes && _free.TryPop(out var chunk) ? chunk : new byte[Math.Max(bytes, ChunkBytes)];
        _written.Enqueue(_chunk);
        _at = 0;
    }
}
