namespace Dyno.Http;

/// <summary>
/// The fields of one direction of one connection, newest first (RFC 7541, 2.3.2). Their bytes follow each other in one array;
/// when the end of the array is reached, the current fields move to the front. No allocation after construction.
/// </summary>
internal sealed class DynamicTable
{
    /// <summary>Bytes that a field counts in addition to its name and value.</summary>
    public const int Overhead = 32;

    private readonly Entry[] _entries;
    private readonly byte[] _bytes;
    private int _newest = -1; // index in the ring of entries
    private int _end;         // end of the newest field's bytes

    /// <param name="capacity">The largest size the table may ever have, in bytes as HPACK counts them.</param>
    public DynamicTable(int capacity)
    {
        Capacity = MaxSize = capacity;
        _entries = new Entry[capacity / Overhead + 1];
        _bytes = new byte[capacity * 2];
    }

    /// <summary>The largest size the table may ever have.</summary>
    public int Capacity { get; }

    /// <summary>The largest size the table may have now.</summary>
    public int MaxSize { get; private set; }

    public int Size { get; private set; }

    public int Count { get; private set; }

    /// <summary>Changes whenever a field is added or dropped: conclusions from an earlier version may no longer hold.</summary>
    public int Version { get; private set; }

    /// <param name="index">0 for the newest field.</param>
    public ReadOnlySpan<byte> NameOf(int index)
    {
        ref readonly var entry = ref At(index);
        return _bytes.AsSpan(entry.Start, entry.NameLength);
    }

    /// <param name="index">0 for the newest field.</param>
    public ReadOnlySpan<byte> ValueOf(int index)
    {
        ref readonly var entry = ref At(index);
        return _bytes.AsSpan(entry.Start + entry.NameLength, entry.ValueLength);
    }

    /// <summary>Whether a field fits without dropping another.</summary>
    public bool Fits(int nameLength, int valueLength) => Size + nameLength + valueLength + Overhead <= MaxSize;

    /// <summary>Adds a field and drops old fields to make room. A field larger than the table empties the table.</summary>
    /// <param name="name">The name; may lie in this table's memory.</param>
    /// <param name="value">The value; must not lie in this table's memory.</param>
    public void Add(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        Version++;
        var size = name.Length + value.Length + Overhead;
        if (size > MaxSize) { Shrink(0); return; }
        var start = RoomFor(ref name, value.Length);
        // The name may belong to a field that is dropped: its bytes stay in place until they are copied.
        name.CopyTo(_bytes.AsSpan(start));
        value.CopyTo(_bytes.AsSpan(start + name.Length));
        Shrink(MaxSize - size);
        _end = start + name.Length + value.Length;
        _newest = (_newest + 1) % _entries.Length;
        _entries[_newest] = new Entry(start, name.Length, value.Length);
        Count++;
        Size += size;
    }

    /// <summary>Sets the largest size, 0 to <see cref="Capacity"/>; the oldest fields are dropped.</summary>
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

    // Returns the start of a new field's bytes. Moving keeps every field, so that a name in the table stays readable.
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
