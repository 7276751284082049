namespace Dyno.Profiling;

/// <summary>Reads fields of a payload one after the other.</summary>
/// <remarks>Reading behind the end throws <see cref="ArgumentOutOfRangeException"/>.</remarks>
internal ref struct TraceCursor(ReadOnlySpan<byte> bytes)
{
    private ReadOnlySpan<byte> _rest = bytes;

    /// <summary>Whether there are bytes left.</summary>
    public readonly bool HasMore => _rest.Length > 0;

    /// <summary>How many bytes are left.</summary>
    public readonly int Left => _rest.Length;

    public void Skip(int count) => _rest = _rest[count..];

    public ReadOnlySpan<byte> Bytes(int count)
    {
        var bytes = _rest[..count];
        _rest = _rest[count..];
        return bytes;
    }

    public byte Byte() => Bytes(1)[0];

    public int Int32() => BitConverter.ToInt32(Bytes(4));

    public uint UInt32() => BitConverter.ToUInt32(Bytes(4));

    public ulong UInt64() => BitConverter.ToUInt64(Bytes(8));

    public ulong Varint()
    {
        ulong value = 0;
        for (var shift = 0; ; shift += 7)
        {
            var one = Byte();
            value |= (ulong)(one & 127) << shift;
            if (one < 128) return value;
        }
    }

    public void SkipVarints(int count)
    {
        for (var i = 0; i < count; i++) Varint();
    }

    /// <summary>A text of UTF-16 that ends with a zero.</summary>
    public string Text()
    {
        var end = 0;
        while (end + 1 < _rest.Length && (_rest[end] | _rest[end + 1]) != 0) end += 2;
        var text = Encoding.Unicode.GetString(_rest[..end]);
        _rest = _rest[Math.Min(_rest.Length, end + 2)..];
        return text;
    }
}
