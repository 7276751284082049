namespace Dyno.Http;

/// <summary>Writes the wire format of protobuf into memory that is large enough.</summary>
internal ref struct WireWriter(Span<byte> destination)
{
    private const int LengthRoom = 5;
    private readonly Span<byte> _destination = destination;

    public int Length { get; private set; }

    public Span<byte> Rest => _destination[Length..];

    /// <summary>What was written from a length on.</summary>
    public readonly ReadOnlySpan<byte> Since(int length) => _destination[length..Length];

    /// <summary>Forgets what was written from a length on.</summary>
    public void Back(int length) => Length = length;

    public static int TagLength(int field) => field switch { < 1 << 4 => 1, < 1 << 11 => 2, < 1 << 18 => 3, < 1 << 25 => 4, _ => 5 };

    public void Tag(int field, int wireType) => Varint(((ulong)(uint)field << 3) | (uint)wireType);

    public void Varint(ulong value)
    {
        for (; value >= 0x80; value >>= 7) _destination[Length++] = (byte)(value | 0x80);
        _destination[Length++] = (byte)value;
    }

    public void Fixed32(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(_destination[Length..], value);
        Length += sizeof(uint);
    }

    public void Fixed64(ulong value)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(_destination[Length..], value);
        Length += sizeof(ulong);
    }

    public void Bytes(ReadOnlySpan<byte> bytes)
    {
        Varint((uint)bytes.Length);
        bytes.CopyTo(_destination[Length..]);
        Length += bytes.Length;
    }

    public void Added(int count) => Length += count;

    /// <summary>Begins a value that its length precedes while the length is not yet known.</summary>
    public int Begin()
    {
        Length += LengthRoom;
        return Length;
    }

    /// <summary>Ends the value that <see cref="Begin"/> began: writes the length and moves the bytes next to it.</summary>
    public void End(int start)
    {
        var length = Length - start;
        Length = start - LengthRoom;
        Varint((uint)length);
        _destination.Slice(start, length).CopyTo(_destination[Length..]);
        Length += length;
    }
}
