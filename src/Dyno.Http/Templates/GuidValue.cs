namespace Dyno.Http;

/// <summary>A random UUID, version 4 (RFC 9562, 5.4), drawn from the run's seed.</summary>
public sealed record GuidValue : GeneratedValue
{
    public override int MaxLength => 36;

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        Span<byte> bytes = stackalloc byte[16];
        maker.Random.NextBytes(bytes);
        bytes[6] = (byte)((bytes[6] & 0x0F) | 0x40);
        bytes[8] = (byte)((bytes[8] & 0x3F) | 0x80);
        new Guid(bytes, bigEndian: true).TryFormat(destination, out var written);
        return written;
    }
}
