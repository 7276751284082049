namespace Dyno.K6;

/// <summary>The option <c>httpDebug</c>: every request and its answer, if there is one, as text.</summary>
internal static class HttpLog
{
    public static void Write(Action<string, string> log, WireRequest sent, WireResponse answer, bool withBodies)
    {
        var request = new StringBuilder($"Request:\n{sent.Method} {sent.Url.PathAndQuery} HTTP/1.1\r\nHost: {sent.Url.Authority}\r\n");
        Append(request, sent.Headers, sent.Body, withBodies);
        log("info", request.ToString());
        if (answer.Error != RequestErrorKind.None) return;
        var response = new StringBuilder($"Response:\n{answer.Protocol} {answer.Status} {answer.ReasonPhrase}\r\n");
        Append(response, answer.Headers, answer.Body, withBodies);
        log("info", response.ToString());
    }

    private static void Append(StringBuilder text, IEnumerable<HeaderField> headers, ReadOnlyMemory<byte> body, bool withBody)
    {
        foreach (var header in headers) text.Append(Results.Redaction.Header(header.Name, header.Value)).Append("\r\n");
        text.Append("\r\n");
        if (withBody) text.Append(Encoding.UTF8.GetString(body.Span));
    }
}
