using System.Buffers.Binary;
using System.IO.Compression;

namespace Dyno.Metrics;

/// <summary>
/// HdrHistogram's V2 encoding, which the HdrHistogram libraries of other languages read and write. Bucket counts are
/// kept exactly; minimum and maximum come back as the edges of their buckets.
/// </summary>
/// <remarks>Source: the format as the Java library writes it (HdrHistogram/HdrHistogram, AbstractHistogram,
/// "V2").</remarks>
public static class HdrEncoding
{
    private const int CompressedHeadSize = 8;

    // A run encodes two histograms per second, so the buffers are kept and only the result is allocated.
    [ThreadStatic]
    private static MemoryStream? _output;

    /// <summary>The compressed form: cookie, length, zlib stream. The histogram's writer must be idle.</summary>
    public static byte[] Encode(Histogram histogram)
    {
        var output = _output ??= new MemoryStream();
        output.SetLength(output.Position = CompressedHeadSize);
        using (var zlib = new ZLibStream(output, CompressionLevel.Optimal, leaveOpen: true))
            zlib.Write(HdrWriter.WriteToBuffer(histogram));
        var bytes = output.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(bytes, HdrHeader.Marked(HdrHeader.CompressedCookie));
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(4), bytes.Length - CompressedHeadSize);
        return bytes;
    }

    /// <summary>The compressed form as base64, as it stands in results and interval logs (<c>HISTFAAA…</c>).</summary>
    public static string EncodeBase64(Histogram histogram) => Convert.ToBase64String(Encode(histogram));

    /// <summary>The uncompressed form: header and counts.</summary>
    public static byte[] EncodeUncompressed(Histogram histogram) => HdrWriter.WriteToBuffer(histogram).ToArray();

    /// <summary>Reads either form. Memory stays within what a histogram of 5 digits can need, whatever the input claims.</summary>
    /// <param name="content">The bytes; anything after the histogram is ignored.</param>
    /// <exception cref="HistogramFormatException">The bytes are no V2 histogram, or damaged.</exception>
    public static Histogram Decode(ReadOnlySpan<byte> content)
    {
        if (content.Length < CompressedHeadSize)
            throw new HistogramFormatException("the content is too short for a histogram");
        var cookie = HdrHeader.KindOf(BinaryPrimitives.ReadInt32BigEndian(content));
        if (cookie == HdrHeader.Cookie) return HdrReader.Read(new PayloadReader(new MemoryStream(content.ToArray())));
        if (cookie != HdrHeader.CompressedCookie) throw WrongCookie(cookie);
        var length = BinaryPrimitives.ReadInt32BigEndian(content[4..]);
        var compressedBytes = content[CompressedHeadSize..];
        if (length < 0 || length > compressedBytes.Length)
            throw new HistogramFormatException(
                $"the content claims {length} compressed bytes and has {compressedBytes.Length}");
        using var compressed = new MemoryStream(compressedBytes[..length].ToArray());
        using var zlib = new ZLibStream(compressed, CompressionMode.Decompress);
        return HdrReader.Read(new PayloadReader(zlib));
    }

    /// <summary>Reads the base64 of either form; white space around it is ignored.</summary>
    /// <exception cref="HistogramFormatException">The text is not base64, or no V2 histogram.</exception>
    public static Histogram DecodeBase64(string text)
    {
        byte[] content;
        try
        {
            content = Convert.FromBase64String(text);
        }
        catch (FormatException e)
        {
            throw new HistogramFormatException("the text is not base64", e);
        }

        return Decode(content);
    }

    private static HistogramFormatException WrongCookie(int cookie) => IsOlder(cookie)
        ? new("the histogram is in an older encoding (V0 or V1): write it with a library that encodes V2")
        : new($"the content is not an HdrHistogram: it starts with 0x{cookie:x8}");

    private static bool IsOlder(int cookie) => cookie is 0x1c849301 or 0x1c849302 or 0x1c849308 or 0x1c849309;
}
