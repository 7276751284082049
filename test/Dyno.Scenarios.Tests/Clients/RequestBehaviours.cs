namespace Dyno.Scenarios.Tests;

internal static class RequestBehaviours
{
    private const string KnownLength = "bodies are whole before they are sent, so their length is known";

    private static readonly Func<Outcome, string> Whole = static o => o.Message is null ? o.Text : o.Whole;

    public static readonly Behaviour[] All =
    [
        new("a bare GET") { Shows = Whole },
        new("a bare GET over https") { IsTls = true, Shows = Whole },
        new("Accept-Encoding")
        {
            Shows = static o => o.Server.Received.Last().Contains("Accept-Encoding: gzip", StringComparison.Ordinal) ? "Accept-Encoding: gzip, deflate, br" : "none",
            Because = "a load sends the headers that its code names; whatever coding comes is read",
        },
        Of("POST without a body", static url => new(HttpMethod.Post, url)),
        Of("PUT without a body", static url => new(HttpMethod.Put, url)),
        Of("DELETE without a body", static url => new(HttpMethod.Delete, url)),
        Of("a text", static url => new(HttpMethod.Post, url) { Content = new StringContent("h\u00fc") }),
        Of("a form", static url => new(HttpMethod.Post, url) { Content = new FormUrlEncodedContent([new("a", "1 2"), new("b", "&")]) }),
        new("JSON of JsonContent")
        {
            Request = static url => new HttpRequestMessage(HttpMethod.Post, url).WithJsonBody(new { Id = 7, Name = "boots" }),
            Shows = static o => o.Framing,
            Because = KnownLength,
        },
        Of("GET with a body", static url => new(HttpMethod.Get, url) { Content = new StringContent("q") }),
        Of("an empty body", static url => new(HttpMethod.Post, url) { Content = new ByteArrayContent([]) }),
        Of("a method of one's own", static url => new(new HttpMethod("PURGE"), url) { Content = new StringContent("q") }),
        Of("names of headers keep their case and order", static url => new HttpRequestMessage(HttpMethod.Get, url)
            .WithHeader("x-LOWER", "1").WithHeader("Accept", "a/b").WithHeader("X-Upper", "2")),
        Of("several values of a header", static url =>
        {
            var request = new HttpRequestMessage(HttpMethod.Get, url);
            request.Headers.Add("X-A", ["1", "2"]);
            request.Headers.Accept.ParseAdd("text/html, application/json;q=0.5");
            return request;
        }),
        Of("User-Agent", static url => new HttpRequestMessage(HttpMethod.Get, url).WithHeader("User-Agent", "me/1 (x)")),
        new("default headers and those of the request")
        {
            Request = static url => new HttpRequestMessage(HttpMethod.Get, url).WithHeader("X-Both", "own"),
            Settings = static (c, _) =>
            {
                c.DefaultRequestHeaders.Add("X-Default", "1");
                c.DefaultRequestHeaders.Add("X-Both", "default");
            },
            Shows = static o => $"{o.Line("X-Default")}, {o.Line("X-Both")}",
        },
        new("the Host header can be another") { Request = static url => new HttpRequestMessage(HttpMethod.Get, url) { Headers = { Host = "shop.test" } }, Shows = static o => o.Line("Host") },
        new("a URL with a user") { Request = static url => new(HttpMethod.Get, new UriBuilder(url) { UserName = "me", Password = "x" }.Uri), Shows = Whole },
        new("a URL with a fragment") { Request = static url => new(HttpMethod.Get, new Uri(url, "/a#b")) },
        new("a URL with blanks and umlauts") { Request = static url => new(HttpMethod.Get, new Uri(url, "/a b/\u00fc?q=\u00e4 +%20")) },
        new("a URL with dots") { Request = static url => new(HttpMethod.Get, new Uri(url, "/a/../b/./c")) },
        new("a URL relative to the base address")
        {
            Settings = static (c, url) => c.BaseAddress = new Uri(url, "/v1/"),
            Request = static _ => Http.CreateRequest("GET", "orders?x=1"),
            Shows = static o => $"{o.Text} after {o.Requests} of {o.Request.RequestUri}",
        },
        new("a URL of another scheme") { Request = static _ => new(HttpMethod.Get, "ftp://127.0.0.1/"), Shows = static o => o.Last.IsError ? "failed" : o.Text },
        new("a header value beyond ASCII")
        {
            Request = static url => new HttpRequestMessage(HttpMethod.Get, url).WithHeader("X-A", "\u00fc"),
            Shows = static o => o.Message is null ? "failed" : o.Line("X-A"),
            Because = "it goes out in UTF-8, as from every sender of Dyno",
        },
        new("a header value with a line break") { Request = static url => new HttpRequestMessage(HttpMethod.Get, url).WithHeader("X-A", "1\r\nX-B: 2"), Shows = static o =>
            o.Message is null ? "failed" : $"{o.Line("X-A")}, {o.Line("X-B")}", Because = "the line break would make another header of it" },
        new("Expect: 100-continue")
        {
            Request = static url => new(HttpMethod.Post, url) { Content = new StringContent("text"), Headers = { ExpectContinue = true } },
            Shows = static o => $"{o.Text}, {o.Line("Expect")} and {o.Whole.Split("\r\n\r\n")[1]}",
        },
        new("Transfer-Encoding: chunked")
        {
            Request = static url => new(HttpMethod.Post, url) { Content = new StringContent("text"), Headers = { TransferEncodingChunked = true } },
            Shows = static o => o.Framing,
            Because = KnownLength,
        },
        new("a body of unknown length")
        {
            Request = static url => new(HttpMethod.Post, url) { Content = new StreamContent(new Unseekable()) },
            Shows = static o => o.Framing,
            Because = KnownLength,
        },
        new("version 1.0")
        {
            Request = static url => new HttpRequestMessage(HttpMethod.Get, url).WithVersion("1.0"),
            Shows = static o => o.Server.Received.Last().Split("\r\n")[0],
            Because = "every sender of Dyno speaks HTTP/1.1 or later",
        },
        new("version 2.0 or lower over http") { Request = static url => new HttpRequestMessage(HttpMethod.Get, url).WithVersion("2.0"), Shows = static o => $"{o.Text} in {o.Message?.Version}" },
        new("Connection: close of the request")
        {
            Request = static url => new HttpRequestMessage(HttpMethod.Get, url) { Headers = { ConnectionClose = true } },
            Then = static url => new HttpRequestMessage(HttpMethod.Get, url) { Headers = { ConnectionClose = true } },
            Shows = static o => $"{o.Text}, {o.Line("Connection")}, {o.Server.Connections} connections",
        },
    ];

    private static Behaviour Of(string name, Func<Uri, HttpRequestMessage> request) => new(name) { Request = request, Shows = Whole };

    private sealed class Unseekable() : MemoryStream("text"u8.ToArray())
    {
        public override bool CanSeek => false;
    }
}
