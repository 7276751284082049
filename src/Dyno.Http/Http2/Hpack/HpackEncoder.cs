namespace Dyno.Http;

/// <summary>
/// Writes the field blocks of one direction of one connection. Repeated fields go into the dynamic table and then cost one
/// byte. Only <see cref="HeaderIndexing.Always"/> and <see cref="Resize"/> drop fields from the table, so a block of known
/// fields normally stays the same for the life of the connection. No allocation per block.
/// </summary>
internal sealed class HpackEncoder(int maxTableBytes, bool useHuffman)
{
    private readonly DynamicTable _table = new(maxTableBytes);
    private int _announced = DefaultTableBytes; // the size that was announced to the other side
    private int _smallest = -1; // the smallest size set since the last block; −1: none
    private bool _mustSay;

    /// <summary>The initial size of every table.</summary>
    public const int DefaultTableBytes = 4096;

    public DynamicTable Table => _table;

    /// <summary>Applies the table size that the other side allows. A size below the announced one must be confirmed, even above our own.</summary>
    public void Resize(int size)
    {
        var own = Math.Min(size, _table.Capacity);
        if (own == _table.MaxSize && size >= _announced) return;
        _smallest = _smallest < 0 ? own : Math.Min(_smallest, own);
        _mustSay = true;
        _table.Resize(own);
    }

    /// <summary>Largest encoded length of a field, in bytes.</summary>
    public static int MaxLengthOf(int nameLength, int valueLength) => nameLength + valueLength + 3 * HpackInteger.MaxLength;

    /// <summary>Writes pending table size updates, at most two, at the front of the next block; returns their length.</summary>
    public int Begin(Span<byte> destination)
    {
        if (!_mustSay) return 0;
        _mustSay = false;
        var written = _smallest < _table.MaxSize ? HpackInteger.Write(_smallest, 5, 0x20, destination) : 0;
        (_smallest, _announced) = (-1, _table.MaxSize);
        return written + HpackInteger.Write(_table.MaxSize, 5, 0x20, destination[written..]);
    }

    /// <summary>Writes a field and returns its length.</summary>
    /// <param name="name">Name in lower case.</param>
    /// <param name="value">Value, any bytes.</param>
    /// <param name="indexing">Whether the field goes into the table.</param>
    /// <param name="destination">At least <see cref="MaxLengthOf"/> bytes.</param>
    public int Write(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, HeaderIndexing indexing, Span<byte> destination)
    {
        var index = StaticTable.Find(name, value, out var isWhole);
        if (!isWhole && FindOwn(name, value, ref index)) isWhole = true;
        if (isWhole) return HpackInteger.Write(index, 7, 0x80, destination);
        var adds = indexing == HeaderIndexing.Always || (indexing == HeaderIndexing.WhenItFits && _table.Fits(name.Length, value.Length));
        var (prefix, flags) = adds ? (6, 0x40) : (4, indexing == HeaderIndexing.NeverByAnyone ? 0x10 : 0);
        var written = HpackInteger.Write(index, prefix, flags, destination);
        if (index == 0) written += WriteText(name, destination[written..]);
        written += WriteText(value, destination[written..]);
        if (adds) _table.Add(name, value);
        return written;
    }

    private bool FindOwn(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, ref int named)
    {
        for (var i = 0; i < _table.Count; i++)
        {
            if (!_table.NameOf(i).SequenceEqual(name)) continue;
            var index = StaticTable.Count + 1 + i;
            if (named == 0) named = index;
            if (!_table.ValueOf(i).SequenceEqual(value)) continue;
            named = index;
            return true;
        }
        return false;
    }

    private int WriteText(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        var coded = useHuffman ? HuffmanCode.LengthOf(text) : int.MaxValue;
        if (coded <= text.Length)
        {
            var head = HpackInteger.Write(coded, 7, 0x80, destination);
            return head + HuffmanCode.Encode(text, destination[head..]);
        }
        var written = HpackInteger.Write(text.Length, 7, 0, destination);
        text.CopyTo(destination[written..]);
        return written + text.Length;
    }
}

/// <summary>Whether a field goes into the dynamic table.</summary>
internal enum HeaderIndexing : byte
{
    No, // no: its value changes each time
    WhenItFits, // only when no other field must be dropped for it
    Always, // always, even when other fields must be dropped for it
    NeverByAnyone, // no, and no proxy on the way may add it either: the value is secret
}
