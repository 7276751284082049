using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Dyno.Serving.Tests;

public sealed class HttpServerTests
{
    private static readonly HttpServerOptions Options = new() { MostBodyBytes = 1000 };

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_request_is_answered_and_its_connection_stays_open()
    {
        await using var server = Start("localhost");
        using var client = await ConnectAsync(server);

        (await client.AskAsync("PUT /a/b?c HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi")).ShouldEndWith("\r\n\r\nPUT /a/b c hi");
        var second = await client.AskAsync("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        second.ShouldStartWith("HTTP/1.1 200 OK\r\n");
        second.ShouldContain("\r\nContent-Type: text/plain\r\n");
        second.ShouldEndWith("\r\n\r\nGET /  ");
        second.ShouldNotContain("Server:");
    }

    [Fact]
    public async Task Requests_sent_at_once_are_answered_in_turn()
    {
        await using var server = Start("localhost");
        using var client = await ConnectAsync(server);

        var text = await client.AskAsync("GET /1 HTTP/1.1\r\nHost: localhost\r\n\r\nGET /2 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", toEnd: true);

        text.IndexOf("GET /1", StringComparison.Ordinal).ShouldBeGreaterThan(0);
        text.IndexOf("GET /2", StringComparison.Ordinal).ShouldBeGreaterThan(text.IndexOf("GET /1", StringComparison.Ordinal));
        text.ShouldContain("Connection: close");
    }

    [Fact]
    public async Task A_head_has_no_body_and_the_next_answer_follows_it()
    {
        await using var server = Start("localhost");
        using var client = await ConnectAsync(server);

        var text = await client.AskAsync("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /2 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", toEnd: true);

        text.ShouldContain("Content-Length: 8\r\n");
        text.Split("\r\n\r\n")[1].ShouldStartWith("HTTP/1.1 200 OK");
    }

    [Fact]
    public async Task Who_waits_to_be_told_to_go_on_is_told()
    {
        await using var server = Start("localhost");
        using var client = await ConnectAsync(server);

        (await client.AskAsync("PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")).ShouldBe("HTTP/1.1 100 Continue\r\n\r\n");
        (await client.AskAsync("ok")).ShouldEndWith("PUT /  ok");
    }

    [Theory]
    [InlineData("nonsense\r\n\r\n", "HTTP/1.1 400 Bad Request", "Content-Length: 0")]
    [InlineData("PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{100000}", "HTTP/1.1 413 Payload Too Large", "Content-Length: 0")]
    [InlineData("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", "HTTP/1.1 421 Misdirected Request", "this is localhost, not evil.example")]
    [InlineData("GET /throw HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "HTTP/1.1 500 Internal Server Error", "could not be made")]
    public async Task What_cannot_be_answered_says_why(string request, string line, string sentence)
    {
        await using var server = Start("localhost");
        using var client = await ConnectAsync(server);

        var text = await client.AskAsync(request.Replace("{100000}", new string('x', 100_000), StringComparison.Ordinal), toEnd: true);

        text.ShouldStartWith(line + "\r\n");
        text.ShouldContain(sentence);
    }

    [Theory]
    [InlineData("POST", "https://evil.example", 403)]
    [InlineData("POST", "null", 403)]
    [InlineData("GET", "http://localhost:1", 403)]
    [InlineData("POST", "http://localhost:99", 200)]
    [InlineData("POST", "http://LOCALHOST:99", 200)]
    public async Task Pages_of_other_places_may_not_ask(string method, string origin, int status)
    {
        await using var server = Start("localhost");
        using var client = await ConnectAsync(server);

        (await client.AskAsync($"{method} / HTTP/1.1\r\nHost: localhost:99\r\nOrigin: {origin}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", toEnd: true))
            .ShouldStartWith($"HTTP/1.1 {status} ");
    }

    [Theory]
    [InlineData("localhost", "LOCALHOST:99", true)]
    [InlineData("localhost", "127.0.0.1", true)]
    [InlineData("localhost", "[::1]", true)]
    [InlineData("127.0.0.1", "localhost", true)]
    [InlineData("127.0.0.1", "a.example", false)]
    [InlineData(HttpServer.Anywhere, "runner-1.tests.svc", true)]
    public async Task It_answers_to_its_own_names(string host, string name, bool answers)
    {
        await using var server = Start(host);
        using var client = await ConnectAsync(server);
        (await client.AskAsync($"GET / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n", toEnd: true)).ShouldStartWith(answers ? "HTTP/1.1 200 " : "HTTP/1.1 421 ");
    }

    [Theory]
    [InlineData("localhost")]
    [InlineData(HttpServer.Anywhere)]
    public async Task Both_kinds_of_loopback_lead_to_it(string host)
    {
        Assert.SkipUnless(Socket.OSSupportsIPv6, "this machine has no IPv6");
        await using var server = Start(host);
        foreach (var address in new[] { IPAddress.Loopback, IPAddress.IPv6Loopback })
        {
            using var client = await ConnectAsync(server, address);
            (await client.AskAsync("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")).ShouldStartWith("HTTP/1.1 200 ");
        }
    }

    [Fact]
    public async Task A_port_that_is_taken_is_told()
    {
        await using var server = Start("127.0.0.1");
        Should.Throw<SocketException>(() => HttpServer.Start("127.0.0.1", server.Port, Options, AnswerAsync)).SocketErrorCode.ShouldBe(SocketError.AddressAlreadyInUse);
    }

    /// <summary>Who polls the port until somebody answers must not disturb him who begins to listen.</summary>
    [Fact]
    public async Task Callers_that_come_while_it_begins_are_answered()
    {
        int port;
        await using (var before = Start("127.0.0.1")) port = before.Port;
        for (var round = 0; round < 20; round++)
        {
            var callers = Enumerable.Range(0, 8).Select(_ => Task.Run(() => PollAsync(port))).ToArray();
            await Task.Yield();
            await using var server = HttpServer.Start("127.0.0.1", port, Options, AnswerAsync);
            foreach (var answer in await Task.WhenAll(callers)) answer.ShouldStartWith("HTTP/1.1 200 OK");
        }
    }

    [Fact]
    public async Task Who_is_beyond_the_most_connections_is_not_served()
    {
        await using var server = HttpServer.Start("127.0.0.1", 0, Options with { MostConnections = 2 }, AnswerAsync);
        using var first = await ConnectAsync(server);
        using var second = await ConnectAsync(server);
        foreach (var client in new[] { first, second }) (await client.AskAsync("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")).ShouldStartWith("HTTP/1.1 200 ");

        using (var third = await ConnectAsync(server)) (await third.AskAsync("", toEnd: true)).ShouldBe("");

        first.Dispose();
        (await PollAsync(server.Port)).ShouldStartWith("HTTP/1.1 200 OK"); // there is room again
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("GET / HT", "HTTP/1.1 408 Request Timeout")]
    [InlineData("PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n12", "HTTP/1.1 408 Request Timeout")]
    public async Task Who_sends_nothing_or_not_all_is_not_waited_for_without_end(string part, string answer)
    {
        var impatient = Options with { Patience = TimeSpan.FromMilliseconds(50), IdleTime = TimeSpan.FromMilliseconds(50) };
        await using var server = HttpServer.Start("127.0.0.1", 0, impatient, AnswerAsync);
        using var client = await ConnectAsync(server);
        var text = await client.AskAsync(part, toEnd: true);
        if (answer.Length == 0) text.ShouldBe("");
        else text.ShouldStartWith(answer + "\r\n");
    }

    [Fact]
    public async Task Its_end_waits_for_answers_that_are_being_made_and_takes_no_request_more()
    {
        var (asked, go) = (new TaskCompletionSource(), new TaskCompletionSource());
        var server = HttpServer.Start("127.0.0.1", 0, Options, async request =>
        {
            asked.SetResult();
            await go.Task;
            return await AnswerAsync(request);
        });
        using var idle = await ConnectAsync(server);
        using var client = await ConnectAsync(server);
        var answer = client.AskAsync("GET /last HTTP/1.1\r\nHost: localhost\r\n\r\n", toEnd: true);
        await asked.Task;

        var ending = server.DisposeAsync().AsTask();
        (await idle.AskAsync("", toEnd: true)).ShouldBe("");
        ending.IsCompleted.ShouldBeFalse();
        go.SetResult();

        (await answer).ShouldEndWith("\r\n\r\nGET /last  ");
        await ending;
        await Should.ThrowAsync<SocketException>(() => ConnectAsync(server));
    }

    [Fact]
    public async Task Its_end_does_not_wait_for_an_answer_that_never_comes()
    {
        var asked = new TaskCompletionSource();
        var server = HttpServer.Start("127.0.0.1", 0, Options with { LastAnswers = TimeSpan.FromMilliseconds(50) }, async _ =>
        {
            asked.SetResult();
            await Task.Delay(Timeout.Infinite, Cancelled);
            throw new InvalidOperationException();
        });
        using var client = await ConnectAsync(server);
        var answer = client.AskAsync("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", toEnd: true);
        await asked.Task;

        await server.DisposeAsync();

        (await Should.ThrowAsync<IOException>(() => answer)).GetBaseException().ShouldBeOfType<SocketException>()
            .SocketErrorCode.ShouldBe(SocketError.ConnectionReset);
    }

    private static HttpServer Start(string host) => HttpServer.Start(host, 0, Options, AnswerAsync);

    private static Task<ServedResponse> AnswerAsync(ServedRequest request)
    {
        if (request.Path == "/throw") throw new InvalidOperationException("secret");
        var text = $"{request.Method} {request.Path} {request.Query} {Encoding.UTF8.GetString(request.Body.Span)}";
        return Task.FromResult(new ServedResponse(200, "text/plain", Encoding.UTF8.GetBytes(text)));
    }

    private static async Task<string> PollAsync(int port)
    {
        while (true)
        {
            try
            {
                using var client = new Client();
                await client.ConnectAsync(IPAddress.Loopback, port);
                if (await client.AskAsync("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", toEnd: true) is { Length: > 0 } answer
                    && !answer.StartsWith("HTTP/1.1 503", StringComparison.Ordinal)) return answer;
            }
            catch (Exception e) when (e is SocketException or IOException)
            {
                await Task.Yield();
            }
        }
    }

    private static Task<Client> ConnectAsync(HttpServer server) => ConnectAsync(server, IPAddress.Loopback);

    private static async Task<Client> ConnectAsync(HttpServer server, IPAddress address)
    {
        var client = new Client();
        await client.ConnectAsync(address, server.Port);
        return client;
    }

    private sealed class Client : IDisposable
    {
        private readonly TcpClient _tcp = new();

        public Task ConnectAsync(IPAddress address, int port)
        {
            _tcp.Client.Dispose();
            _tcp.Client = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            return _tcp.Client.ConnectAsync(address, port, Cancelled).AsTask();
        }

        public void Dispose() => _tcp.Dispose();

        // To the end of the connection, or of one answer.
        public async Task<string> AskAsync(string text, bool toEnd = false)
        {
            var stream = _tcp.GetStream();
            if (text.Length > 0) await stream.WriteAsync(Encoding.Latin1.GetBytes(text), Cancelled);
            var (answer, buffer) = (new StringBuilder(), new byte[8192]);
            while (await stream.ReadAsync(buffer, Cancelled) is > 0 and var count)
            {
                answer.Append(Encoding.Latin1.GetString(buffer, 0, count));
                if (!toEnd && IsWhole(answer.ToString())) break;
            }
            return answer.ToString();
        }

        private static bool IsWhole(string answer)
        {
            var end = answer.IndexOf("\r\n\r\n", StringComparison.Ordinal);
            if (end < 0) return false;
            var length = answer.Split("Content-Length: ") is [_, var rest, ..] ? int.Parse(rest.Split('\r')[0], null) : 0;
            return answer.Length >= end + 4 + length;
        }
    }
}
