using ZstdSharp;

namespace Dyno.Http;

/// <summary>Decodes content codings up to a size limit: a few kilobytes can expand to gigabytes.</summary>
internal static class BodyDecoder
{
    /// <summary>Removes the codings, the last applied first, up to the first unknown coding.</summary>
    /// <param name="contentEncoding">Value of Content-Encoding; codings in the order of their application.</param>
    /// <param name="maxBytes">Largest result, in bytes.</param>
    /// <exception cref="InvalidDataException">The body is damaged, or larger than the limit.</exception>
    public static ReadOnlyMemory<byte> Decode(ReadOnlyMemory<byte> body, string? contentEncoding, int maxBytes)
    {
        if (contentEncoding is null || body.IsEmpty) return body;
        var codings = contentEncoding.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        for (var i = codings.Length - 1; i >= 0; i--)
        {
            if (codings[i].Equals("identity", StringComparison.OrdinalIgnoreCase)) continue;
            using var decoder = Open(codings[i], body);
            if (decoder is null) return body;
            body = ReadAll(decoder, codings[i], maxBytes);
        }
        return body;
    }

    private static Stream? Open(string coding, ReadOnlyMemory<byte> body)
    {
        var source = new MemoryStream(body.ToArray(), writable: false);
        return coding.ToLowerInvariant() switch
        {
            "gzip" or "x-gzip" => new GZipStream(source, CompressionMode.Decompress),
            // "deflate" means zlib's format (RFC 9110, 8.4.1.2), but some servers send raw deflate.
            "deflate" when HasZlibHead(body.Span) => new ZLibStream(source, CompressionMode.Decompress),
            "deflate" => new DeflateStream(source, CompressionMode.Decompress),
            "br" => new BrotliStream(source, CompressionMode.Decompress),
            "zstd" => Zstandard(source),
            _ => null,
        };
    }

    // A separate method, because the runtime loads the library together with the method that names its type.
    private static DecompressionStream Zstandard(Stream source) => new(source);

    private static bool HasZlibHead(ReadOnlySpan<byte> body) =>
        body.Length > 1 && (body[0] & 0x0f) == 8 && ((body[0] << 8) | body[1]) % 31 == 0;

    private static ReadOnlyMemory<byte> ReadAll(Stream decoder, string coding, int maxBytes)
    {
        using var result = new MemoryStream();
        var buffer = new byte[16 * 1024];
        for (int read; (read = Read(decoder, coding, buffer)) > 0;)
        {
            if (result.Length + read > maxBytes) throw new InvalidDataException($"the decompressed body exceeds {maxBytes} bytes");
            result.Write(buffer, 0, read);
        }
        return result.GetBuffer().AsMemory(0, (int)result.Length);
    }

    private static int Read(Stream decoder, string coding, byte[] buffer)
    {
        try
        {
            return decoder.Read(buffer);
        }
        catch (Exception e) when (e is not OutOfMemoryException) // each decoder has exceptions of its own
        {
            throw new InvalidDataException($"the body cannot be decompressed: it is damaged, or not {coding}");
        }
    }
}
