using System.IO.Compression;
using static Dyno.Testing.Answers;

namespace Dyno.Scenarios.Tests;

internal static class AnswerBehaviours
{
    public const string TwoWays = "what can be read in two ways is refused, as by every sender of Dyno";

    public static readonly Behaviour[] All =
    [
        Coded("gzip", static s => new GZipStream(s, CompressionLevel.Optimal), "gzip"),
        Coded("zlib", static s => new ZLibStream(s, CompressionLevel.Optimal), "deflate"),
        Coded("raw deflate", static s => new DeflateStream(s, CompressionLevel.Optimal), "deflate"),
        Coded("br", static s => new BrotliStream(s, CompressionLevel.Optimal), "br"),
        new("a coding nobody knows") { Answers = [Of(200, "hello", "Content-Encoding: rot13")], Shows = static o => $"{o.Text}, {o.Header("Content-Encoding")}" },
        new("identity is no coding") { Answers = [Of(200, "hello", "Content-Encoding: identity")], Shows = static o => $"{o.Text}, {o.Header("Content-Encoding")}" },
        new("a body that is not what its coding says") { Answers = [Of(200, "hello", "Content-Encoding: gzip")], Shows = static o => o.Message is null ? "failed" : o.Text },
        new("an empty body with a coding") { Answers = [Of(200, "", "Content-Encoding: gzip")] },
        new("HEAD with a length")
        {
            Request = static url => new HttpRequestMessage(HttpMethod.Head, url),
            Answers = ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"],
            Then = static url => new HttpRequestMessage(HttpMethod.Head, url),
            Shows = static o => $"{o.Text}, length {o.Message?.Content.Headers.ContentLength}, {o.Server.Connections} connection",
        },
        new("204 without a length") { Answers = ["HTTP/1.1 204 No Content\r\n\r\n"], Then = Again, Shows = static o => $"{o.Text} over {o.Server.Connections} connection" },
        new("304 with a length") { Answers = ["HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"], Then = Again, Shows = static o => $"{o.Text} over {o.Server.Connections} connection" },
        new("a length of 0") { Answers = [Of(200)] },
        new("chunks") { Answers = [ChunkedHello], Then = Again, Shows = static o => $"{o.Text}, {o.Header("Transfer-Encoding")}, {o.Server.Connections} connection" },
        new("trailers after the chunks")
        {
            Answers = [ChunkedHello],
            Shows = static o => o.Message is { } m ? string.Join(", ", m.TrailingHeaders.Select(t => $"{t.Key}: {string.Join(" ", t.Value)}")) : o.Text,
            Because = "nothing in a load reads them, and reading them costs each answer in chunks",
        },
        new("a body until the close") { Answers = ["HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"] },
        new("an answer in HTTP/1.0") { Answers = ["HTTP/1.0 200 OK\r\n\r\nhello"], Shows = static o => $"{o.Text} in {o.Message?.Version}" },
        new("100 before the answer") { Answers = ["HTTP/1.1 100 Continue\r\n\r\n" + Hello] },
        new("103 before the answer") { Answers = ["HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + Hello] },
        new("a status line that ends with the status") { Answers = ["HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello"], Shows = static o => $"{o.Text}, reason '{o.Message?.ReasonPhrase}'" },
        new("a status line with an empty reason") { Answers = ["HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\nhello"], Shows = static o => $"{o.Text}, reason '{o.Message?.ReasonPhrase}'" },
        new("a reason of the server's own") { Answers = ["HTTP/1.1 418 I'm a teapot\r\nContent-Length: 0\r\n\r\n"], Shows = static o => $"{o.Text}, reason '{o.Message?.ReasonPhrase}'" },
        new("a status nobody knows") { Answers = [Of(599, "no")], Shows = static o => $"{o.Text} ({o.Last.StatusCode})" },
        new("what EnsureSuccessStatusCode says")
        {
            Answers = ["HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"], Shows = static o => Should.Throw<HttpRequestException>(() => o.Message?.EnsureSuccessStatusCode()).Message,
        },
        new("a header twice") { Answers = [Of(200, "", "X-A: 1", "X-A: 2")], Shows = static o => o.Header("x-a") },
        new("a header without a value") { Answers = [Of(200, "", "X-A:")], Shows = static o => o.Header("X-A") },
        new("blanks around a value") { Answers = [Of(200, "", "X-A: \t 1 2 \t")], Shows = static o => o.Header("X-A") },
        new("a value beyond ASCII") { Answers = [Of(200, "", "X-A: \u00fc")], Shows = static o => o.Header("X-A") },
        new("a value on two lines") { Answers = ["HTTP/1.1 200 OK\r\nX-A: 1\r\n 2\r\nContent-Length: 0\r\n\r\n"], Shows = static o => o.Header("X-A"), Because = TwoWays },
        new("headers of the body are the content's") { Answers = [Of(200, "", "Content-Language: de", "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT", "Server: x")], Shows = static o =>
            $"{string.Join(" ", o.Message!.Headers.Select(h => h.Key))}; {string.Join(" ", o.Message.Content.Headers.Select(h => h.Key))}" },
        new("a close that is announced") { Answers = [Of(200, "hello", "Connection: close")], Then = Again, Shows = static o => $"{o.Text} over {o.Server.Connections} connections" },
        new("a body larger than the client takes") { Settings = static (c, _) => c.MaxResponseContentBufferSize = 4, Shows = static o => o.Message is null ? "failed" : o.Text },
        new("401") { Answers = [Of(401, "who?", "WWW-Authenticate: Basic")] },
    ];

    private static HttpRequestMessage Again(Uri url) => new(HttpMethod.Get, new Uri(url, "/b"));

    private static Behaviour Coded(string name, Func<Stream, Stream> coder, string coding)
    {
        var coded = new MemoryStream();
        using (var stream = coder(coded)) stream.Write("hello hello hello"u8);
        return new Behaviour($"a body in {name}")
        {
            Answers = [Of(200, Encoding.Latin1.GetString(coded.ToArray()), $"Content-Encoding: {coding}")],
            Shows = o => $"{o.Text}, {o.Header("Content-Encoding")}, the length {(o.Message?.Content.Headers.ContentLength == coded.ToArray().Length ? "of the coded body" : "of no coded body")}",
        };
    }
}
