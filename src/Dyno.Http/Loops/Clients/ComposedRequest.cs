namespace Dyno.Http;

/// <summary>Composes the bytes of requests in a reused buffer.</summary>
internal sealed class ComposedRequest
{
    private const int JoinedBodyBytes = 16 * 1024; // a small body goes out with its head
    private byte[] _bytes = new byte[2 * 1024];
    private int _length;

    /// <summary>The bytes composed last: the head, and a small body.</summary>
    public ReadOnlyMemory<byte> Written { get; private set; }

    /// <summary>A large body, to be sent after <see cref="Written"/>.</summary>
    public ReadOnlyMemory<byte> Rest { get; private set; }

    /// <summary>Composes a request.</summary>
    /// <returns>Why the request cannot be sent; null when it can.</returns>
    public string? Compose(LoopExchange exchange)
    {
        if (!exchange.Followed.IsDefault) return ComposeFollowed(exchange);
        var own = MessageHeaders.Of(exchange.Request)?.NonValidated ?? default;
        var defaults = exchange.Defaults?.NonValidated ?? default;
        if (own.Count + defaults.Count == 0 && exchange.Request is { Content: null, Method.Method: "GET" })
        {
            (Written, Rest) = (exchange.Target.BareGet, default);
            return null;
        }
        return Compose(exchange, own, defaults);
    }

    private string? Compose(LoopExchange exchange, HttpHeadersNonValidated own, HttpHeadersNonValidated defaults)
    {
        _length = 0;
        Text(exchange.Request.Method.Method);
        Bytes(exchange.Target.Line);
        if (own.Count == 0 || exchange.Request.Headers.Host is null) Bytes(exchange.Target.HostLine);
        var problem = own.Count > 0 ? Headers(own, default) : null;
        if (defaults.Count > 0) problem ??= Headers(defaults, own);
        if (exchange.Request.Content is { } content) problem ??= Headers(content.Headers.NonValidated, default);
        return problem ?? End(exchange);
    }

    // After a redirect the headers of the message and of its content are no longer all to be sent.
    private string? ComposeFollowed(LoopExchange exchange)
    {
        _length = 0;
        Text(exchange.Request.Method.Method);
        Bytes(exchange.Target.Line);
        var headers = exchange.Followed;
        if (!headers.Any(h => h.Name.Equals("Host", StringComparison.OrdinalIgnoreCase))) Bytes(exchange.Target.HostLine);
        string? problem = null;
        foreach (var (name, value) in headers) problem ??= Header(name, value);
        return problem ?? End(exchange);
    }

    private string? End(LoopExchange exchange)
    {
        if (exchange.Body.Length > 0 || exchange.Request.Method.Method is "POST" or "PUT" or "PATCH") ContentLength(exchange.Body.Length);
        Bytes("\r\n"u8);
        var isJoined = exchange.Body.Length <= JoinedBodyBytes;
        if (isJoined) Bytes(exchange.Body.Span);
        (Written, Rest) = (_bytes.AsMemory(0, _length), isJoined ? default : exchange.Body);
        return null;
    }

    public static ImmutableArray<HeaderField> HeadersOf(LoopExchange exchange)
    {
        if (!exchange.Followed.IsDefault) return exchange.Followed;
        var own = exchange.Request.Headers.NonValidated;
        var fields = ImmutableArray.CreateBuilder<HeaderField>();
        foreach (var (name, values) in own) fields.Add(new HeaderField(name, values.ToString()));
        foreach (var (name, values) in exchange.Defaults?.NonValidated ?? default)
            if (!own.Contains(name)) fields.Add(new HeaderField(name, values.ToString()));
        foreach (var (name, values) in exchange.Request.Content?.Headers.NonValidated ?? default) fields.Add(new HeaderField(name, values.ToString()));
        return fields.ToImmutable();
    }

    private string? Headers(HttpHeadersNonValidated headers, HttpHeadersNonValidated winners)
    {
        foreach (var (name, values) in headers)
        {
            if (winners.Count > 0 && winners.Contains(name)) continue;
            if (Header(name, values.ToString()) is { } problem) return problem; // several values on one line, as HttpClient writes them
        }
        return null;
    }

    private string? Header(string name, string value)
    {
        if (RequestRules.IsFraming(name)) return null;
        if (!RequestRules.IsHeaderValue(value)) return $"the value of header {name} holds a line break or a NUL";
        Text(name);
        Bytes(": "u8);
        Text(value);
        Bytes("\r\n"u8);
        return null;
    }

    private void ContentLength(int length)
    {
        Bytes("Content-Length: "u8);
        Span<byte> digits = stackalloc byte[11];
        length.TryFormat(digits, out var written, provider: System.Globalization.CultureInfo.InvariantCulture);
        Bytes(digits[..written]);
        Bytes("\r\n"u8);
    }

    private void Text(string text)
    {
        Reserve(Encoding.UTF8.GetMaxByteCount(text.Length));
        _length += Encoding.UTF8.GetBytes(text, _bytes.AsSpan(_length));
    }

    private void Bytes(ReadOnlySpan<byte> bytes)
    {
        Reserve(bytes.Length);
        bytes.CopyTo(_bytes.AsSpan(_length));
        _length += bytes.Length;
    }

    private void Reserve(int more)
    {
        if (_length + more > _bytes.Length) Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _length + more));
    }
}
