using System.Text;

namespace Dyno.Serving.Tests;

/// <summary>What is a request, and what is refused because two readers could take it for two different ones.</summary>
public sealed class RequestHeadTests
{
    [Theory]
    [InlineData("GET /a?b=c HTTP/1.1\r\nHost: localhost:6565", "GET /a?b=c localhost 0 keeps")]
    [InlineData("GET / HTTP/1.1\r\nhost:\t[::1]:6565 \r\nConnection: close", "GET / [::1] 0 closes")]
    [InlineData("GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Close\r\nConnection: keep-alive", "GET / a 0 closes")]
    [InlineData("GET / HTTP/1.0", "GET /  0 closes")]
    [InlineData("GET / HTTP/1.0\r\nConnection: keep-alive", "GET /  0 keeps")]
    [InlineData("GET / HTTP/1.7\r\nHost:", "GET /  0 keeps")]
    [InlineData("GET http://localhost:1/a?b HTTP/1.1\r\nHost: other", "GET /a?b localhost 0 keeps")]
    [InlineData("OPTIONS * HTTP/1.1\r\nHost: a", "OPTIONS * a 0 keeps")]
    [InlineData("PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 12", "PATCH / a 12 keeps")]
    [InlineData("PATCH / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\nExpect: 100-Continue", "PATCH / a chunks continue keeps")]
    public void A_request_is_read(string text, string expected)
    {
        var head = Read(text);

        string[] parts = [head.Method, head.Target, head.Host, head.IsChunked ? "chunks" : $"{head.Length}", .. head.AwaitsContinue ? ["continue"] : Array.Empty<string>(),
            head.KeepsAlive ? "keeps" : "closes"];
        string.Join(' ', parts).ShouldBe(expected);
    }

    [Theory]
    [InlineData(400, "")]
    [InlineData(400, "GET /\r\nHost: a")]
    [InlineData(400, "GET / a HTTP/1.1\r\nHost: a")]
    [InlineData(400, " GET / HTTP/1.1\r\nHost: a")]
    [InlineData(400, "GET  / HTTP/1.1\r\nHost: a")]
    [InlineData(400, "G(T / HTTP/1.1\r\nHost: a")]
    [InlineData(400, "GET /ü HTTP/1.1\r\nHost: a")]
    [InlineData(400, "GET /\0 HTTP/1.1\r\nHost: a")]
    [InlineData(400, "GET a HTTP/1.1\r\nHost: a")]
    [InlineData(400, "GET https://a/ HTTP/1.1\r\nHost: a")]
    [InlineData(400, "GET http://b@a/ HTTP/1.1\r\nHost: a")]
    [InlineData(400, "CONNECT a:1 HTTP/1.1\r\nHost: a")]
    [InlineData(400, "GET / HTTP/1.\r\nHost: a")]
    [InlineData(400, "GET / http/1.1\r\nHost: a")]
    [InlineData(505, "GET / HTTP/2.0\r\nHost: a")]
    [InlineData(400, "GET / HTTP/1.1")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\nHost: a")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a b")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a:b")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a:1/evil")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost : a")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\n folded: b")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\nno colon")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\n: nameless")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\nX: a\nY: b")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\nX: a\rY: b")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +1")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1")]
    [InlineData(400, "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked")]
    [InlineData(400, "GET / HTTP/1.0\r\nTransfer-Encoding: chunked")]
    [InlineData(501, "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked")]
    [InlineData(417, "GET / HTTP/1.1\r\nHost: a\r\nExpect: a-miracle")]
    public void What_is_none_is_refused(int status, string text) =>
        Should.Throw<RefusedRequest>(() => Read(text)).Status.ShouldBe(status);

    [Fact]
    public void More_than_a_hundred_fields_are_refused() =>
        Should.Throw<RefusedRequest>(() => Read("GET / HTTP/1.1\r\nHost: a" + string.Concat(Enumerable.Repeat("\r\nX: y", 100)))).Status.ShouldBe(431);

    private static RequestHead Read(string text) => RequestHead.Read(Encoding.Latin1.GetBytes(text));
}
