using System.Buffers.Binary;

namespace Dyno.Observation.Tests;

/// <summary>Writes messages of OTLP as a sender may (opentelemetry-proto 1, protobuf.dev "Encoding").</summary>
internal static class OtlpMessage
{
    /// <summary>A message with sums: (name, unit, value).</summary>
    /// <param name="instance">The attribute <c>service.instance.id</c> of the resource.</param>
    /// <param name="temporality">1: changes, 2: totals.</param>
    /// <param name="sums">The sums.</param>
    public static byte[] Of(string instance, ulong temporality, params (string Name, string Unit, double Value)[] sums) =>
        Field(1, [.. Field(1, Field(1, Attribute("service.instance.id", instance))), .. Field(2, [.. sums.SelectMany(sum => Field(2, Sum(sum, temporality)))])]);

    private static byte[] Sum((string Name, string Unit, double Value) sum, ulong temporality)
    {
        var point = new byte[9];
        point[0] = (4 << 3) | 1;
        BinaryPrimitives.WriteDoubleLittleEndian(point.AsSpan(1), sum.Value);
        return
        [
            .. Field(1, Encoding.UTF8.GetBytes(sum.Name)), .. Field(3, Encoding.UTF8.GetBytes(sum.Unit)),
            .. Field(7, [.. Field(1, point), (2 << 3) | 0, (byte)temporality, (3 << 3) | 0, 1]),
        ];
    }

    private static byte[] Attribute(string key, string value) =>
        [.. Field(1, Encoding.UTF8.GetBytes(key)), .. Field(2, Field(1, Encoding.UTF8.GetBytes(value)))];

    private static byte[] Field(int number, byte[] bytes)
    {
        var head = new List<byte> { (byte)((number << 3) | 2) };
        var length = (uint)bytes.Length;
        for (; length >= 0x80; length >>= 7) head.Add((byte)(length | 0x80));
        head.Add((byte)length);
        return [.. head, .. bytes];
    }
}
