namespace Dyno.Http.Http2;

/// <summary>
/// The fields of one direction of one connection, newest first (RFC 7541, 2.3.2). Their bytes lie in one array, one behind
/// the other; when its end is reached what is still known moves to the front. No allocation after construction.
/// </summary>
internal sealed class DynamicTable
{
    /// <summary>What a field counts beside its bytes.</summary>
    public const int Overhead = 32;

    private readonly Entry[] _entries;
    private readonly byte[] _bytes;
    private int _newest = -1; // in the ring of entries
    private int _end;         // behind the newest bytes

    /// <param name="capacity">The largest size it may ever have, in the bytes that HPACK counts.</param>
    public DynamicTable(int capacity)
    {
        Capacity = MaxSize = capacity;
        _entries = new Entry[capacity / Overhead + 1];
        _bytes = new byte[capacity * 2];
    }

    /// <summary>The largest size it may ever have.</summary>
    public int Capacity { get; }

    /// <summary>The size it may have now.</summary>
    public int MaxSize { get; private set; }

    /// <summary>The size it has.</summary>
    public int Size { get; private set; }

    public int Count { get; private set; }

    /// <summary>Changes whenever a field is added or dropped: what was true of the table may not be so any more.</summary>
    public int Version { get; private set; }

    /// <param name="index">0 for the newest.</param>
    public ReadOnlySpan<byte> NameOf(int index)
    {
        ref readonly var entry = ref At(index);
        return _bytes.AsSpan(entry.Start, entry.NameLength);
    }

    /// <param name="index">0 for the newest.</param>
    public ReadOnlySpan<byte> ValueOf(int index)
    {
        ref readonly var entry = ref At(index);
        return _bytes.AsSpan(entry.Start + entry.NameLength, entry.ValueLength);
    }

    /// <summary>Whether a field fits without one being dropped.</summary>
    public bool Fits(int nameLength, int valueLength) => Size + nameLength + valueLength + Overhead <= MaxSize;

    /// <summary>Adds a field; older ones make room. One larger than the table empties it.</summary>
    /// <param name="name">May lie in this table.</param>
    /// <param name="value">Does not.</param>
    public void Add(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        Version++;
        var size = name.Length + value.Length + Overhead;
        if (size > MaxSize) { Shrink(0); return; }
        var start = RoomFor(ref name, value.Length);
        // The name may be that of a field which makes room: its bytes stay where they are until they are copied.
        name.CopyTo(_bytes.AsSpan(start));
        value.CopyTo(_bytes.AsSpan(start + name.Length));
        Shrink(MaxSize - size);
        _end = start + name.Length + value.Length;
        _newest = (_newest + 1) % _entries.Length;
        _entries[_newest] = new Entry(start, name.Length, value.Length);
        Count++;
        Size += size;
    }

    /// <summary>Sets the size it may have, 0 to <see cref="Capacity"/>; the oldest fields go.</summary>
    public void Resize(int maxSize)
    {
        MaxSize = maxSize;
        Version++;
        Shrink(maxSize);
    }

    private void Shrink(int size)
    {
        while (Size > size)
        {
            ref readonly var oldest = ref At(Count - 1);
            Size -= oldest.NameLength + oldest.ValueLength + Overhead;
            Count--;
        }
    }

    // Where the bytes of a new field begin. Moving keeps every field, so that a name in the table stays readable.
    private int RoomFor(ref ReadOnlySpan<byte> name, int valueLength)
    {
        var needed = name.Length + valueLength;
        if (_end + needed <= _bytes.Length) return _end;
        var first = Count == 0 ? _end : At(Count - 1).Start;
        var isInside = name.Overlaps(_bytes, out var offset);
        // Half of the array is free: all fields together have at most Capacity bytes.
        Buffer.BlockCopy(_bytes, first, _bytes, 0, _end - first);
        for (var i = 0; i < Count; i++) At(i).Start -= first;
        if (isInside) name = _bytes.AsSpan(-offset - first, name.Length);
        return _end - first;
    }

    private ref Entry At(int index) => ref _entries[(_newest - index + _entries.Length) % _entries.Length];

    private struct Entry(int start, int nameLength, int valueLength)
    {
        public int Start = start;
        public readonly int NameLength = nameLength;
        public readonly int ValueLength = valueLength;
    }
}
