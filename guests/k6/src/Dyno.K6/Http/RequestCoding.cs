using System.IO.Compression;
using ZstdSharp;

namespace Dyno.K6;

/// <summary>The param <c>compression</c>: one coding, or several with commas, for the body of a request.</summary>
internal static class RequestCoding
{
    /// <summary>What is wrong with the codings; null when each is known.</summary>
    public static string? Problem(string codings) =>
        NamesIn(codings).FirstOrDefault(name => name is not ("gzip" or "deflate" or "br" or "zstd")) is { } unknown
            ? $"'{unknown}' is not a compression: write gzip, deflate, br or zstd, or several with commas" : null;

    /// <summary>Encodes the body, and adds the header Content-Encoding unless the script has set it.</summary>
    public static byte[] Compress(string codings, byte[] body, ImmutableArray<HeaderField>.Builder headers)
    {
        var names = NamesIn(codings);
        foreach (var name in names) body = Compressed(name, body);
        if (!headers.Any(h => h.Name.Equals("Content-Encoding", StringComparison.OrdinalIgnoreCase)))
            headers.Add(new HeaderField("Content-Encoding", string.Join(", ", names)));
        return body;
    }

    private static string[] NamesIn(string codings) => codings.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    // Its own method, because the runtime loads the library with the first method that names it.
    private static CompressionStream Zstandard(Stream output) => new(output, level: 3, leaveOpen: true);

    private static byte[] Compressed(string name, byte[] body)
    {
        var output = new MemoryStream();
        using (Stream coder = name switch
        {
            "gzip" => new GZipStream(output, CompressionLevel.Fastest, leaveOpen: true),
            "zstd" => Zstandard(output),
            "deflate" => new ZLibStream(output, CompressionLevel.Fastest, leaveOpen: true),
            _ => new BrotliStream(output, CompressionLevel.Fastest, leaveOpen: true),
        }) coder.Write(body);
        return output.ToArray();
    }
}
