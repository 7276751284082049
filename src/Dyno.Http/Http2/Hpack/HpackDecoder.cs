namespace Dyno.Http;

/// <summary>Reads all field blocks of one direction of one connection, in their order (RFC 7541). No allocation per block.</summary>
internal sealed class HpackDecoder
{
    private readonly int _maxListBytes;
    private readonly DynamicTable _table;

    /// <param name="maxTableBytes">Largest dynamic table offered to the other side.</param>
    /// <param name="maxListBytes">Largest size of a block's fields, counted as SETTINGS_MAX_HEADER_LIST_SIZE.</param>
    public HpackDecoder(int maxTableBytes, int maxListBytes)
    {
        _maxListBytes = maxListBytes;
        _table = new DynamicTable(maxTableBytes);
    }

    public DynamicTable Table => _table;

    /// <summary>Reads a whole block.</summary>
    /// <param name="block">The block without frame headers and padding.</param>
    /// <param name="scratch">Memory for two decoded Huffman texts; more than the limit of a field list is never needed.</param>
    public HpackFault Decode<TSink>(ReadOnlySpan<byte> block, Span<byte> scratch, TSink sink) where TSink : class, IHeaderSink
    {
        var (at, total, hasField) = (0, 0, false);
        while (at < block.Length)
        {
            var first = block[at];
            HpackFault fault;
            if ((first & 0xE0) == 0x20)
            {
                if (hasField) return HpackFault.BadTableSize;
                if ((fault = ReadTableSize(block, ref at)) != HpackFault.None) return fault;
                continue;
            }
            hasField = true;
            fault = (first & 0x80) != 0
                ? ReadIndexed(block, ref at, out var name, out var value)
                : ReadLiteral(block, ref at, first, scratch, out name, out value);
            if (fault != HpackFault.None) return fault;
            total += name.Length + value.Length + DynamicTable.Overhead;
            if (total > _maxListBytes) return HpackFault.TooLarge;
            sink.OnField(name, value);
            if ((first & 0xC0) == 0x40) _table.Add(name, value);
        }
        return HpackFault.None;
    }

    private HpackFault ReadTableSize(ReadOnlySpan<byte> block, ref int at)
    {
        var fault = HpackInteger.Read(block, ref at, 5, out var size);
        if (fault != HpackFault.None) return fault;
        if (size > _table.Capacity) return HpackFault.BadTableSize;
        _table.Resize(size);
        return HpackFault.None;
    }

    private HpackFault ReadIndexed(ReadOnlySpan<byte> block, ref int at, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        name = value = default;
        var fault = HpackInteger.Read(block, ref at, 7, out var index);
        if (fault != HpackFault.None) return fault;
        if (index == 0 || index > StaticTable.Count + _table.Count) return HpackFault.BadIndex;
        var isStatic = index <= StaticTable.Count;
        name = isStatic ? StaticTable.NameOf(index) : _table.NameOf(index - StaticTable.Count - 1);
        value = isStatic ? StaticTable.ValueOf(index) : _table.ValueOf(index - StaticTable.Count - 1);
        return HpackFault.None;
    }

    private HpackFault ReadLiteral(
        ReadOnlySpan<byte> block, ref int at, byte first, Span<byte> scratch, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        name = value = default;
        var fault = HpackInteger.Read(block, ref at, (first & 0xC0) == 0x40 ? 6 : 4, out var index);
        if (fault != HpackFault.None) return fault;
        if (index > StaticTable.Count + _table.Count) return HpackFault.BadIndex;
        var used = 0;
        if (index == 0) fault = ReadText(block, ref at, scratch, out name, out used);
        else name = index <= StaticTable.Count ? StaticTable.NameOf(index) : _table.NameOf(index - StaticTable.Count - 1);
        return fault != HpackFault.None ? fault : ReadText(block, ref at, scratch[used..], out value, out _);
    }

    private static HpackFault ReadText(ReadOnlySpan<byte> block, ref int at, Span<byte> scratch, out ReadOnlySpan<byte> text, out int used)
    {
        text = default;
        used = 0;
        if (at >= block.Length) return HpackFault.Truncated;
        var isHuffman = (block[at] & 0x80) != 0;
        var fault = HpackInteger.Read(block, ref at, 7, out var length);
        if (fault != HpackFault.None) return fault;
        if (length > block.Length - at) return HpackFault.Truncated;
        text = block.Slice(at, length);
        at += length;
        if (!isHuffman) return HpackFault.None;
        used = HuffmanCode.Decode(text, scratch);
        if (used < 0) return used == -1 ? HpackFault.BadHuffman : HpackFault.TooLarge;
        text = scratch[..used];
        return HpackFault.None;
    }
}
