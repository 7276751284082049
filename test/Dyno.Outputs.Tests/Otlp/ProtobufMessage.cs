#pragma warning disable IDE0005 // other projects, which have other usings, compile this file, too
using System.Buffers.Binary;
using System.Text;

namespace Dyno.Outputs.Tests;

/// <summary>The fields of a protobuf message as they stand on the wire (protobuf.dev, "Encoding").</summary>
internal sealed class ProtobufMessage
{
    private readonly List<(int Field, ulong Number, byte[] Bytes)> _fields = [];

    public ProtobufMessage(ReadOnlySpan<byte> wire)
    {
        while (!wire.IsEmpty)
        {
            var key = Varint(ref wire);
            var (number, bytes) = (key & 7) switch
            {
                0 => (Varint(ref wire), Array.Empty<byte>()),
                1 => (BinaryPrimitives.ReadUInt64LittleEndian(Take(ref wire, 8)), []),
                2 => (0UL, Take(ref wire, (int)Varint(ref wire)).ToArray()),
                5 => (BinaryPrimitives.ReadUInt32LittleEndian(Take(ref wire, 4)), []),
                _ => throw new InvalidOperationException($"wire type {key & 7}"),
            };
            _fields.Add(((int)(key >> 3), number, bytes));
        }
    }

    public IEnumerable<ProtobufMessage> Messages(int field) => Fields(field).Select(f => new ProtobufMessage(f.Bytes));

    public ProtobufMessage? Message(int field) => Messages(field).FirstOrDefault();

    public string Text(int field) => Encoding.UTF8.GetString(Fields(field).Select(f => f.Bytes).FirstOrDefault([]));

    public byte[] Bytes(int field) => Fields(field).Select(f => f.Bytes).FirstOrDefault([]);

    public ulong Number(int field) => Fields(field).Select(f => f.Number).FirstOrDefault();

    public bool Has(int field) => Fields(field).Any();

    private IEnumerable<(int Field, ulong Number, byte[] Bytes)> Fields(int field) => _fields.Where(f => f.Field == field);

    private static ReadOnlySpan<byte> Take(ref ReadOnlySpan<byte> wire, int count)
    {
        var taken = wire[..count];
        wire = wire[count..];
        return taken;
    }

    private static ulong Varint(ref ReadOnlySpan<byte> wire)
    {
        var value = 0UL;
        for (var shift = 0; ; shift += 7)
        {
            var part = Take(ref wire, 1)[0];
            value |= (ulong)(part & 0x7F) << shift;
            if (part < 0x80) return value;
        }
    }
}
