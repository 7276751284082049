namespace Dyno.Http;

/// <summary>Makes messages for .NET's client from a request that was built for the wire, so that every driver sends the same content. For one thread.</summary>
internal sealed class RequestTemplate
{
    private readonly RequestBytes _request;
    private readonly Version _version;
    private readonly byte[] _composed;
    private readonly Parts? _fixed;

    public RequestTemplate(RequestBytes request, Version version)
    {
        _request = request;
        _version = version;
        _composed = new byte[request.HasSlots ? request.MaxLength : 0];
        if (!request.HasSlots) _fixed = Read(request.Fixed.Span, request.Plan.Url);
    }

    public string Name => _request.Plan.Name;

    /// <summary>Size of the last message as HTTP/1.1 would send it, in bytes. It is the measure of sent bytes, because later versions compress heads.</summary>
    public int LastLength { get; private set; }

    /// <summary>Creates the message for one row of the feed, with new generated values.</summary>
    public HttpRequestMessage Create(int row, ValueMaker values)
    {
        values.BeginRequest();
        LastLength = _request.HasSlots ? _request.Write(row, _composed, values) : _request.Fixed.Length;
        var parts = _fixed ?? Read(_composed.AsSpan(0, LastLength), _request.Plan.Url);
        var message = new HttpRequestMessage(parts.Method, parts.Url)
        {
            Version = _version,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = parts.HasContent ? new ReadOnlyMemoryContent(parts.Body) : null,
        };
        foreach (var (name, value) in parts.Headers)
            if (!message.Headers.TryAddWithoutValidation(name, value)) message.Content?.Headers.TryAddWithoutValidation(name, value);
        return message;
    }

    private static Parts Read(ReadOnlySpan<byte> bytes, Uri url)
    {
        var end = bytes.IndexOf("\r\n\r\n"u8);
        var lines = Encoding.UTF8.GetString(bytes[..end]).Split("\r\n");
        var first = lines[0].Split(' ');
        List<(string, string)> headers = [];
        var hasLength = false;
        foreach (var line in lines.AsSpan(1))
        {
            var colon = line.IndexOf(':', StringComparison.Ordinal);
            var name = line[..colon];
            if (name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase)) hasLength = true; // .NET sets it from the content
            // .NET's client writes Host itself in the form of the HTTP version, so Host is passed on only if it differs from the URL.
            else if (!name.Equals("Host", StringComparison.OrdinalIgnoreCase) || line[(colon + 1)..].Trim() != url.Authority)
                headers.Add((name, line[(colon + 1)..].Trim()));
        }
        var target = new Uri(url, first[1]);
        return new Parts(new HttpMethod(first[0]), target, headers, bytes[(end + 4)..].ToArray(), hasLength);
    }

    private sealed record Parts(HttpMethod Method, Uri Url, List<(string Name, string Value)> Headers, byte[] Body, bool HasContent);
}
