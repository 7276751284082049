using System.Security.Cryptography;

namespace Dyno.Inputs;

/// <summary>The body of a form with files (RFC 7578). The boundary is computed from the content, so that the same input always gives the same bytes.</summary>
internal sealed class MultipartForm
{
    private readonly List<(string Head, ReadOnlyMemory<byte> Content)> _parts = [];

    public bool IsEmpty => _parts.Count == 0;

    public void Add(string name, string value, string? fileName = null, string? contentType = null) =>
        Add(name, Encoding.UTF8.GetBytes(value), fileName, contentType);

    public void Add(string name, ReadOnlyMemory<byte> content, string? fileName, string? contentType)
    {
        var head = $"Content-Disposition: form-data; name=\"{Quoted(name)}\"";
        if (fileName is not null) head += $"; filename=\"{Quoted(fileName)}\"";
        if (contentType is not null) head += $"\r\nContent-Type: {contentType.ReplaceLineEndings(" ")}";
        _parts.Add((head, content));
    }

    public (byte[] Body, string ContentType) Build()
    {
        var boundary = Boundary();
        var body = new MemoryStream();
        foreach (var (head, content) in _parts)
        {
            body.Write(Encoding.UTF8.GetBytes($"--{boundary}\r\n{head}\r\n\r\n"));
            body.Write(content.Span);
            body.Write("\r\n"u8);
        }

        body.Write(Encoding.UTF8.GetBytes($"--{boundary}--\r\n"));
        return (body.ToArray(), $"multipart/form-data; boundary={boundary}");
    }

    // 128 bits of a hash over the parts, which no part holds by accident.
    private string Boundary()
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var (head, content) in _parts)
        {
            hash.AppendData(Encoding.UTF8.GetBytes(head));
            hash.AppendData(content.Span);
        }

        return "dyno-" + Convert.ToHexStringLower(hash.GetHashAndReset().AsSpan(0, 16));
    }

    // Escapes as browsers do (WHATWG HTML, multipart/form-data encoding algorithm).
    private static string Quoted(string text) =>
        text.Replace("\"", "%22", StringComparison.Ordinal).Replace("\r", "%0D", StringComparison.Ordinal).Replace("\n", "%0A", StringComparison.Ordinal);
}
