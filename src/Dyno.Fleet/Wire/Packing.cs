using System.IO.Compression;

namespace Dyno.Fleet;

/// <summary>Packs contents for the wire: compressed, where that is worth it.</summary>
internal static class Packing
{
    private const int SmallMessage = 4096;
    private const long MostUnpacked = 512L * 1024 * 1024;

    public static byte[] Pack(ReadOnlySpan<byte> content)
    {
        using var packed = new MemoryStream();
        using (var writer = new BrotliStream(packed, CompressionLevel.Fastest)) writer.Write(content);
        return packed.ToArray();
    }

    /// <exception cref="InvalidDataException">The content is damaged, or larger than a result can be.</exception>
    public static byte[] Unpack(ReadOnlySpan<byte> packed)
    {
        using var reader = new BrotliStream(new MemoryStream(packed.ToArray()), CompressionMode.Decompress);
        using var content = new MemoryStream();
        var buffer = new byte[81920];
        try
        {
            for (int read; (read = reader.Read(buffer)) > 0;)
            {
                if (content.Length + read > MostUnpacked) throw new InvalidDataException("the content is larger than a result can be");
                content.Write(buffer, 0, read);
            }
        }
        catch (InvalidOperationException damaged) // as BrotliStream says it
        {
            throw new InvalidDataException("the content is damaged", damaged);
        }
        return content.ToArray();
    }

    /// <summary>Packs a message: small JSON as it is; large JSON compressed, after a zero byte, with which no JSON begins.</summary>
    public static byte[] PackMessage(byte[] json) => json.Length < SmallMessage ? json : [0, .. Pack(json)];

    /// <summary>The JSON of a message.</summary>
    /// <exception cref="InvalidDataException">The message is damaged.</exception>
    public static byte[] UnpackMessage(byte[] message) => message is [0, ..] ? Unpack(message.AsSpan(1)) : message;
}
