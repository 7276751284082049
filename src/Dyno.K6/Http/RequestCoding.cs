using System.Collections.Immutable;
using System.IO.Compression;
using Dyno.Http.Interop;
using Dyno.Http.Requests;
using Dyno.JavaScript;

namespace Dyno.K6.Http;

/// <summary>The param <c>compression</c>: one coding, or several with commas, for the body of a request.</summary>
internal static class RequestCoding
{
    /// <summary>What is wrong with the codings; null when each is known.</summary>
    public static string? Problem(string codings) =>
        NamesIn(codings).FirstOrDefault(name => name is not ("gzip" or "deflate" or "br" or "zstd")) is { } unknown
            ? $"'{unknown}' is not a compression: write gzip, deflate, br or zstd, or several with commas" : null;

    /// <summary>The body in its codings, which become a header too unless the script has set that itself.</summary>
    /// <exception cref="HostException">The system lacks what a coding needs.</exception>
    public static byte[] Compress(string codings, byte[] body, ImmutableArray<HeaderField>.Builder headers)
    {
        var names = NamesIn(codings);
        foreach (var name in names) body = name == "zstd" ? Zstandard(body) : Compressed(name, body);
        if (!headers.Any(h => h.Name.Equals("Content-Encoding", StringComparison.OrdinalIgnoreCase)))
            headers.Add(new HeaderField("Content-Encoding", string.Join(", ", names)));
        return body;
    }

    private static string[] NamesIn(string codings) => codings.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    private static byte[] Zstandard(byte[] body) =>
        Zstd.IsAvailable ? Zstd.Compress(body) : throw new HostException("zstd needs the system's libzstd: " + Zstd.HowToInstall);

    private static byte[] Compressed(string name, byte[] body)
    {
        var output = new MemoryStream();
        using (Stream coder = name switch
        {
            "gzip" => new GZipStream(output, CompressionLevel.Fastest, leaveOpen: true),
            "deflate" => new ZLibStream(output, CompressionLevel.Fastest, leaveOpen: true),
            _ => new BrotliStream(output, CompressionLevel.Fastest, leaveOpen: true),
        }) coder.Write(body);
        return output.ToArray();
    }
}
