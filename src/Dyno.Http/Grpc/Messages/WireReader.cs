namespace Dyno.Http;

/// <summary>Reads the wire format of protobuf (protobuf.dev, "Encoding"). Bytes that break the format end in a <see cref="GrpcMessageException"/>.</summary>
public ref struct WireReader(ReadOnlySpan<byte> message)
{
    private const int MaxGroups = 64;
    private readonly ReadOnlySpan<byte> _message = message;
    private int _at;

    /// <summary>Whether all fields were read.</summary>
    public readonly bool IsAtEnd => _at == _message.Length;

    /// <summary>Reads the tag of the next field. The caller must then read or skip the field's value.</summary>
    public bool TryTag(out int field, out int wireType)
    {
        (field, wireType) = (0, 0);
        if (IsAtEnd) return false;
        var tag = Varint();
        field = (int)(tag >> 3);
        wireType = (int)(tag & 7);
        if (field == 0 || tag > uint.MaxValue) throw new GrpcMessageException("the message has a field with the number 0");
        return true;
    }

    /// <summary>Reads a number of wire type 0.</summary>
    public ulong Varint()
    {
        ulong value = 0;
        for (var shift = 0; shift < 70; shift += 7)
        {
            var next = Take(1)[0];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80) return value;
        }
        throw new GrpcMessageException("the message has a number that does not end");
    }

    /// <summary>Reads four bytes of wire type 5.</summary>
    public uint Fixed32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(4));

    /// <summary>Reads eight bytes of wire type 1.</summary>
    public ulong Fixed64() => BinaryPrimitives.ReadUInt64LittleEndian(Take(8));

    /// <summary>Reads bytes, a text or a message of wire type 2.</summary>
    public ReadOnlySpan<byte> Bytes()
    {
        var length = Varint();
        if (length > (ulong)(_message.Length - _at)) throw new GrpcMessageException("the message ends within a field");
        return Take((int)length);
    }

    /// <summary>The bytes of a group, without the tag that ends it.</summary>
    public ReadOnlySpan<byte> Group(int field)
    {
        var start = _at;
        while (true)
        {
            var end = _at;
            if (!TryTag(out var inner, out var wireType)) throw new GrpcMessageException("the message ends within a group");
            if (wireType == 4 && inner == field) return _message[start..end];
            Skip(inner, wireType, 0);
        }
    }

    public void Skip(int field, int wireType) => Skip(field, wireType, 0);

    private void Skip(int field, int wireType, int depth)
    {
        switch (wireType)
        {
            case 0: Varint(); break;
            case 1: Take(8); break;
            case 2: Bytes(); break;
            case 5: Take(4); break;
            case 3 when depth < MaxGroups:
                while (TryTag(out var inner, out var type))
                {
                    if (type == 4) return;
                    Skip(inner, type, depth + 1);
                }
                throw new GrpcMessageException("the message ends within a group");
            default: throw new GrpcMessageException($"field {field} of the message has no known wire type");
        }
    }

    private ReadOnlySpan<byte> Take(int count)
    {
        if (count > _message.Length - _at) throw new GrpcMessageException("the message ends within a field");
        var bytes = _message.Slice(_at, count);
        _at += count;
        return bytes;
    }
}
