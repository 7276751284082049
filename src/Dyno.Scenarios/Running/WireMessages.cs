namespace Dyno.Scenarios;

/// <summary>Converts answers of the wire client to .NET's messages.</summary>
internal static class WireMessages
{
    public static HttpResponseMessage AnswerOf(HttpRequestMessage request, WireResponse answer)
    {
        var message = AddHeaders(MessageOf(request, answer.Status, answer.ReasonPhrase, VersionOf(answer.Protocol), answer.Body), answer.Headers);
        if (answer.IsDecoded) ForgetCoding(message);
        return message;
    }

    /// <summary>Answers with the same head share one prepared message, whose headers are copied and not added one by one.</summary>
    public static HttpResponseMessage AnswerOf(HttpRequestMessage request, AnswerHead head, ReadOnlyMemory<byte> body, bool isDecoded)
    {
        var message = MessageOf(request, head.Status, head.ReasonPhrase, VersionOf(head), body);
        var pattern = (HttpResponseMessage)(head.Prepared ??= AddHeaders(MessageOf(null, head.Status, "", VersionOf(head), default), head.Headers));
        MessageHeaders.Copy(message.Headers, pattern.Headers);
        MessageHeaders.Copy(message.Content.Headers, pattern.Content.Headers);
        if (isDecoded) ForgetCoding(message);
        return message;
    }

    /// <summary>After redirects the request has the URL and the method of the last one, as HttpClient does it.</summary>
    public static void Follow(HttpRequestMessage request, WireResponse answer)
    {
        if (ReferenceEquals(request.RequestUri, answer.Url)) return;
        request.RequestUri = answer.Url;
        if (request.Method.Method == answer.Method) return;
        (request.Method, request.Content) = (HttpMethod.Parse(answer.Method), null);
    }

    /// <summary>Changes a request as HttpClient does it for a redirect.</summary>
    /// <param name="request">The request; its headers are replaced, those of its content stay with it.</param>
    public static void Follow(HttpRequestMessage request, WireRequest next)
    {
        request.RequestUri = next.Url;
        if (request.Method.Method != next.Method) (request.Method, request.Content) = (HttpMethod.Parse(next.Method), null);
        request.Headers.Clear();
        var kept = request.Content?.Headers.NonValidated ?? default;
        foreach (var (name, value) in next.Headers)
            if (kept.Count == 0 || !kept.Contains(name)) request.Headers.TryAddWithoutValidation(name, value); // takes no header of a content
    }

    public static Version VersionOf(AnswerHead head) => head.IsHttp10 ? HttpVersion.Version10 : HttpVersion.Version11;

    /// <summary>The version of a protocol as the wire client names it.</summary>
    public static Version VersionOf(string protocol) => protocol switch
    {
        "HTTP/1.0" => HttpVersion.Version10,
        "HTTP/2.0" => HttpVersion.Version20,
        _ => HttpVersion.Version11,
    };

    private static HttpResponseMessage MessageOf(HttpRequestMessage? request, int status, string reason, Version version, ReadOnlyMemory<byte> body) =>
        new((HttpStatusCode)status)
        {
            ReasonPhrase = reason,
            RequestMessage = request,
            Version = version,
            Content = new ReadOnlyMemoryContent(body),
        };

    // The headers that described the body before its decoding.
    private static void ForgetCoding(HttpResponseMessage message)
    {
        message.Content.Headers.Remove("Content-Encoding");
        message.Content.Headers.Remove("Content-Length");
    }

    private static HttpResponseMessage AddHeaders(HttpResponseMessage message, ImmutableArray<HeaderField> headers)
    {
        foreach (var (name, value) in headers)
            if (!message.Headers.TryAddWithoutValidation(name, value)) message.Content.Headers.TryAddWithoutValidation(name, value);
        return message;
    }
}
