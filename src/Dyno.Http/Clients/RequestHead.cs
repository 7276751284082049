namespace Dyno.Http;

/// <summary>Writes the head of a request that is composed at run time, as bytes for the wire.</summary>
internal static class RequestHead
{
    /// <summary>Writes the request line, the header lines and the empty line.</summary>
    /// <param name="request">Method, headers, body length.</param>
    /// <param name="cookies">Value for a Cookie header, joined with the request's own; empty for none.</param>
    /// <param name="close">Whether the server is asked to close the connection.</param>
    /// <param name="output">Receives the bytes.</param>
    public static void Write(WireRequest request, string cookies, bool close, ArrayBufferWriter<byte> output)
    {
        Text(output, request.Method);
        Text(output, " ");
        Text(output, request.Url.PathAndQuery);
        Text(output, " HTTP/1.1\r\n");
        if (!Has(request, "Host")) Line(output, "Host", RequestRules.HostOf(request.Url));
        foreach (var header in request.Headers)
        {
            if (RequestRules.IsFraming(header.Name)) continue;
            if (cookies.Length > 0 && Is(header, "Cookie"))
            {
                Line(output, header.Name, $"{header.Value}; {cookies}");
                cookies = "";
                continue;
            }
            Line(output, header.Name, header.Value);
        }
        if (cookies.Length > 0) Line(output, "Cookie", cookies);
        if (close && !Has(request, "Connection")) Line(output, "Connection", "close");
        if (request.Body.Length > 0 || request.Method is "POST" or "PUT" or "PATCH")
            Line(output, "Content-Length", request.Body.Length.ToString(CultureInfo.InvariantCulture));
        Text(output, "\r\n");
    }

    /// <summary>Why the request cannot be sent; null when it can.</summary>
    public static string? Problem(WireRequest request)
    {
        if (!request.Url.IsAbsoluteUri || request.Url.Scheme is not ("http" or "https"))
            return $"'{request.Url.OriginalString}' is not an absolute http or https URL";
        if (!RequestRules.IsToken(request.Method)) return $"'{request.Method}' is not an HTTP method";
        foreach (var header in request.Headers)
        {
            if (!RequestRules.IsToken(header.Name)) return $"'{header.Name}' is not a header name";
            if (!RequestRules.IsHeaderValue(header.Value)) return $"the value of header {header.Name} holds a line break or a NUL";
        }
        return null;
    }

    public static bool Is(HeaderField header, string name) => header.Name.Equals(name, StringComparison.OrdinalIgnoreCase);

    private static bool Has(WireRequest request, string name)
    {
        foreach (var header in request.Headers)
            if (Is(header, name)) return true;
        return false;
    }

    private static void Line(ArrayBufferWriter<byte> output, string name, string value)
    {
        Text(output, name);
        Text(output, ": ");
        Text(output, value);
        Text(output, "\r\n");
    }

    private static void Text(ArrayBufferWriter<byte> output, string text) => Encoding.UTF8.GetBytes(text, output);
}
