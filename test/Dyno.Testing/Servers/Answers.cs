namespace Dyno.Testing;

/// <summary>Answers that many tests send.</summary>
public static class Answers
{
    /// <summary>Status 200 with the body <c>hello</c> and a Content-Length.</summary>
    public const string Hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    /// <summary>Status 200 with the body <c>hello</c> in two chunks.</summary>
    public const string ChunkedHello = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nX-Sum: 5\r\n\r\n";

    /// <summary>An answer with a status, a body and a Content-Length.</summary>
    public static string Of(int status, string body = "", params string[] headers) =>
        $"HTTP/1.1 {status} Status\r\n{string.Concat(headers.Select(h => h + "\r\n"))}Content-Length: {body.Length}\r\n\r\n{body}";
}
