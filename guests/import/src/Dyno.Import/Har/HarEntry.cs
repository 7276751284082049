namespace Dyno.Import;

/// <summary>Reads one entry of a recording.</summary>
internal static class HarEntry
{
    /// <summary>The request of the entry; null when the entry has none, or is wrong.</summary>
    public static RequestDraft? Read(DocumentNode entry, HarLeftovers left, SourcePlace file)
    {
        var place = entry.In(file);
        if (entry["request"] is not { Kind: NodeKind.Object } request)
        {
            place.Problem("the entry has no request", "export the recording again");
            return null;
        }

        var (text, method) = (request.Of("url") ?? "", request.Of("method") ?? "GET");
        if (!IsHttp(text) || method.Equals("CONNECT", StringComparison.OrdinalIgnoreCase))
        {
            left.OtherSchemes++;
            return null;
        }

        place = (request["url"] ?? request).In(file);
        if (!MethodName.TryRead(method, place, out method) || !TargetUrl.TryRead(text, place, out var url, out _)) return null;
        if (request.Of("httpVersion") is ['h' or 'H', '2' or '3', ..] or "HTTP/2" or "HTTP/2.0" or "HTTP/3" or "http/2.0") left.Http2++;
        var headers = HeadersOf(request, url, file);
        var body = BodyOf(request["postData"], headers, file);
        return new RequestDraft
        {
            Method = method,
            Url = TextTemplate.Of(url.AbsoluteUri),
            Headers = headers.ToImmutable(),
            Body = body is { Length: > 0 } ? [new BodyPart { Bytes = body }] : [],
            Line = entry.Line,
            Column = entry.Column,
        };
    }

    private static bool IsHttp(string url) =>
        url.StartsWith("http://", StringComparison.OrdinalIgnoreCase) || url.StartsWith("https://", StringComparison.OrdinalIgnoreCase);

    private static ImportedHeaders HeadersOf(DocumentNode request, Uri url, SourcePlace file)
    {
        var headers = new ImportedHeaders(isRecording: true);
        foreach (var header in request.All("headers"))
        {
            var (name, value) = (header.Of("name") ?? "", header.Of("value") ?? "");
            var isOwnHost = name.Equals("Host", StringComparison.OrdinalIgnoreCase) && value.Equals(url.Authority, StringComparison.OrdinalIgnoreCase);
            // Some tools join repeated headers with line breaks.
            if (!isOwnHost) headers.Add(name, TextTemplate.Of(value.Trim().ReplaceLineEndings(", ")), header.In(file));
        }

        if (!headers.Has("Cookie") && request.All("cookies") is { Count: > 0 } cookies)
            headers.Add("Cookie", TextTemplate.Of(string.Join("; ", cookies.Select(c => $"{c.Of("name")}={c.Of("value")}"))), request.In(file));
        return headers;
    }

    private static byte[]? BodyOf(DocumentNode? data, ImportedHeaders headers, SourcePlace file)
    {
        if (data is null) return null;
        var type = data.Of("mimeType") ?? headers.Find("Content-Type") ?? "";
        if (data.Of("text") is { Length: > 0 } text)
        {
            if (type.Length > 0) headers.AddDefault("Content-Type", type);
            return data.Of("encoding") == "base64" || data.Of("_encoding") == "base64" ? FromBase64(text, data.In(file)) : Encoding.UTF8.GetBytes(text);
        }

        if (data.All("params") is not { Count: > 0 } fields) return null;
        if (!type.StartsWith("multipart/", StringComparison.OrdinalIgnoreCase))
        {
            headers.AddDefault("Content-Type", "application/x-www-form-urlencoded");
            return Encoding.UTF8.GetBytes(string.Join('&', fields.Select(f => $"{Escaped(f.Of("name"))}={Escaped(f.Of("value"))}")));
        }

        return Multipart(fields, headers, data.In(file));
    }

    // Browsers record the names of files, not their content.
    private static byte[] Multipart(List<DocumentNode> fields, ImportedHeaders headers, SourcePlace place)
    {
        var form = new MultipartForm();
        foreach (var field in fields)
        {
            form.Add(field.Of("name") ?? "", field.Of("value") ?? "", field.Of("fileName"), field.Of("contentType"));
            if (field.Of("fileName") is { } file && string.IsNullOrEmpty(field.Of("value")))
                place.Warning($"the recording does not hold the content of the file \"{InText.Quote(file)}\"", "write it into the body");
        }

        var (body, contentType) = form.Build();
        headers.Replace("Content-Type", contentType);
        return body;
    }

    // Recordings write the same text both as "a+b%20c" and as "a b c".
    private static string Escaped(string? text) => Uri.EscapeDataString(Uri.UnescapeDataString((text ?? "").Replace('+', ' ')));

    private static byte[] FromBase64(string text, SourcePlace place)
    {
        var bytes = new byte[text.Length];
        if (Convert.TryFromBase64String(text, bytes, out var length)) return bytes[..length];
        place.Problem("the body is marked as base64, but is not valid base64", "export the recording again");
        return [];
    }
}
