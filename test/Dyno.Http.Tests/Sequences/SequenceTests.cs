using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.Http.Tests;

public class SequenceTests
{
    private static readonly AnswerValue Token = new("login", ExchangeSide.Response, ExchangePart.Body, "$.token");

    private readonly ConcurrentDictionary<string, int> _tokens = new();

    [Fact]
    public async Task Each_iteration_logs_in_for_itself_and_uses_its_own_token()
    {
        await using var server = await KestrelServer.StartAsync(answer: AnswerAsync);
        var seen = Run([Login(server), Use(server, Token)], users: 3, iterations: 20);

        seen.Recorder.Iterations.ShouldBe(20);
        seen.Recorder.Steps[0].Statuses[200].ShouldBe(20);
        seen.Recorder.Steps[1].Statuses[200].ShouldBe(20);
        _tokens.Count.ShouldBe(20, "a token that was used twice belongs to another iteration");
        _tokens.Values.ShouldAllBe(uses => uses == 2); // given, and used
        seen.Recorder.ConnectionsOpened.ShouldBeInRange(1, 3);
    }

    [Theory]
    [InlineData(OnceFor.EachUser, 3)]
    [InlineData(OnceFor.AllUsers, 1)]
    public async Task A_login_that_is_sent_once_serves_every_iteration(OnceFor once, int logins)
    {
        await using var server = await KestrelServer.StartAsync(answer: AnswerAsync);
        var seen = Run([Login(server) with { Once = once }, Use(server, Token)], users: 3, iterations: 30);

        seen.Recorder.Iterations.ShouldBe(30);
        seen.Recorder.Steps[0].Statuses[200].ShouldBeInRange(1, logins);
        seen.Recorder.Steps[1].Statuses[200].ShouldBe(30);
        _tokens.Count.ShouldBe((int)seen.Recorder.Steps[0].Statuses[200]);
    }

    [Fact]
    public async Task Cookies_of_a_login_that_is_sent_once_hold_in_every_iteration()
    {
        var answered = new ConcurrentQueue<string>();
        await using var server = await KestrelServer.StartAsync(answer: context =>
        {
            if (context.Request.Path == "/login") context.Response.Headers.SetCookie = "sid=7; Path=/";
            else answered.Enqueue(context.Request.Headers.Cookie.ToString());
            return Task.CompletedTask;
        });
        Run([Login(server) with { Once = OnceFor.EachUser }, Request("use", "GET", Text(server, "use"))], users: 1, iterations: 4);

        answered.ShouldBe(["sid=7", "sid=7", "sid=7", "sid=7"]);
    }

    [Fact]
    public async Task A_login_that_failed_is_sent_again_in_the_next_iteration()
    {
        var logins = 0;
        await using var server = await KestrelServer.StartAsync(answer: context =>
        {
            if (context.Request.Path == "/login" && Interlocked.Increment(ref logins) == 1) context.Response.StatusCode = 503;
            return Task.CompletedTask;
        });
        Run([Login(server) with { Once = OnceFor.AllUsers }, Request("use", "GET", Text(server, "use"))], users: 1, iterations: 5);

        logins.ShouldBe(2);
    }

    [Fact]
    public async Task Headers_xpath_whole_bodies_and_what_was_sent_can_be_used()
    {
        await using var server = await KestrelServer.StartAsync(answer: AnswerAsync);
        var feed = Request("feed", "GET", Text(server, "feed")) with { Label = "feed" };
        var next = Request("next", "POST", TextTemplate.Of(new Uri(server.Url, "echo").AbsoluteUri)) with
        {
            Headers =
            [
                new("X-Tag", Slot(new AnswerValue("feed", ExchangeSide.Response, ExchangePart.Header, "etag"))),
                new("X-Entry", Slot(new AnswerValue("feed", ExchangeSide.Response, ExchangePart.Body, "//a:entry[2]/a:id"))),
                new("X-Sent", Slot(new AnswerValue("feed", ExchangeSide.Request, ExchangePart.Header, "X-Key"))),
            ],
            Body = [new(Slot(new AnswerValue("feed", ExchangeSide.Response, ExchangePart.Body, "*")), System.Text.Encoding.UTF8, default)],
        };
        Run([feed with { Headers = [new("X-Key", Slot(new GuidValue()))] }, next], users: 1, iterations: 1);

        server.Seen.TryDequeue(out var first).ShouldBeTrue();
        server.Seen.TryDequeue(out var second).ShouldBeTrue();
        second.Headers["X-Tag"].ShouldBe("\"v7\"");
        second.Headers["X-Entry"].ShouldBe("two");
        second.Headers["X-Sent"].ShouldBe(first.Headers["X-Key"]);
        Guid.Parse(second.Headers["X-Sent"]).ShouldNotBe(Guid.Empty);
        System.Text.Encoding.UTF8.GetString(second.Body).ShouldBe(Feed);
    }

    [Fact]
    public async Task A_value_that_is_not_in_the_answer_ends_the_iteration_and_is_one_error_that_says_so()
    {
        await using var server = await KestrelServer.StartAsync(answer: AnswerAsync);
        var seen = Run([Login(server), Use(server, Token with { Path = "$.jwt" })], users: 1, iterations: 5);

        seen.Recorder.Steps[0].Statuses[200].ShouldBe(5);
        seen.Recorder.Steps[1].Statuses[200].ShouldBe(0);
        seen.Recorder.Errors[(int)RequestErrorKind.Scenario].ShouldBe(5);
        seen.Recorder.Examples[(int)RequestErrorKind.Scenario].ShouldNotBeNull().ShouldContain("login.response.body.$.jwt is not in the answer (status 200)");
    }

    [Fact]
    public async Task Cookies_last_for_one_iteration_and_checks_are_about_their_request()
    {
        await using var server = await KestrelServer.StartAsync(answer: AnswerAsync);
        var use = Use(server, Token) with
        {
            Checks = [new ResponseCheck("status == 200", CheckSubject.Status, "", CheckOperator.Equal, 200, "")],
        };
        var seen = Run([Login(server), use], users: 1, iterations: 4);

        var requests = server.Seen.ToArray();
        requests.Where(r => r.Target == "/login").ShouldAllBe(r => !r.Headers.ContainsKey("Cookie"));
        requests.Where(r => r.Target == "/use").ShouldAllBe(r => r.Headers["Cookie"].StartsWith("session="));
        seen.Workload.Checks.ShouldBe(["use: status == 200"]);
        seen.Recorder.CheckPasses[0].ShouldBe(4);
        seen.Recorder.CheckFails[0].ShouldBe(0);
    }

    [Fact]
    public async Task A_row_of_the_data_is_the_same_for_all_requests_of_an_iteration()
    {
        await using var server = await KestrelServer.StartAsync(answer: AnswerAsync);
        var feed = new DataFeed { Columns = ["id"], Rows = [["a"], ["b"]] };
        var one = Request("one", "GET", new TextTemplate([TextPart.Literal(server.Url.AbsoluteUri), TextPart.Slot("id", new FeedColumn("id"))]));
        Run([one, one with { Name = "two" }], users: 1, iterations: 2, new HttpOptions { Feed = feed });
        server.Seen.Select(r => r.Target).ShouldBe(["/a", "/a", "/b", "/b"]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Over_HTTP_2_the_users_share_connections_and_keep_their_own_cookies(bool isTls)
    {
        await using var server = await KestrelServer.StartAsync(isTls
            ? new KestrelOptions { Protocols = HttpProtocols.Http1AndHttp2, Certificate = TestCertificates.Good }
            : new KestrelOptions { Protocols = HttpProtocols.Http2 }, AnswerAsync);
        var options = new HttpOptions
        {
            Version = HttpVersionChoice.Http2,
            StreamsPerConnection = 10,
            Tls = new TlsClientOptions { CaFile = TestCertificates.AuthorityFile },
        };
        var seen = Run([Login(server), Use(server, Token)], users: 20, iterations: 200, options);

        seen.Recorder.Steps[0].Statuses[200].ShouldBe(200, seen.Example(RequestErrorKind.Protocol) ?? seen.Example(RequestErrorKind.Tls));
        seen.Recorder.Steps[1].Statuses[200].ShouldBe(200);
        _tokens.Values.ShouldAllBe(uses => uses == 2);
        server.Seen.ShouldAllBe(r => r.Protocol == "HTTP/2");
        server.Seen.Where(r => r.Target == "/use").ShouldAllBe(r => "Bearer " + r.Headers["Cookie"].Replace("session=", "", StringComparison.Ordinal) == r.Headers["Authorization"]);
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBeInRange(1, 2);
        seen.Recorder.ConnectionsOpened.ShouldBeInRange(1, 2);
        seen.Workload.NegotiatedProtocols[0].ShouldBe("HTTP/2");
    }

    [Fact]
    public async Task A_server_without_HTTP_2_is_named()
    {
        await using var server = await KestrelServer.StartAsync(answer: AnswerAsync);
        var seen = Run([Login(server)], users: 1, iterations: 2, new HttpOptions { Version = HttpVersionChoice.Http2 });
        seen.Errors(RequestErrorKind.Protocol).ShouldBe(2);
        seen.Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain("does not speak HTTP/2");
    }

    [Theory]
    [InlineData(HttpVersionChoice.Http11)]
    [InlineData(HttpVersionChoice.Http2)]
    public async Task An_answer_that_is_a_stream_of_events_is_timed_event_by_event(HttpVersionChoice version)
    {
        const int Events = 4;
        await using var server = await KestrelServer.StartAsync(
            new KestrelOptions { Protocols = version == HttpVersionChoice.Http2 ? HttpProtocols.Http2 : HttpProtocols.Http1 }, async context =>
            {
                if (context.Request.Path == "/login") { await AnswerAsync(context); return; }
                context.Response.ContentType = "text/event-stream";
                for (var i = 0; i < Events; i++)
                {
                    if (i > 0) await Task.Delay(20, context.RequestAborted);
                    await context.Response.WriteAsync($"data: {i}\n\n", context.RequestAborted);
                    await context.Response.Body.FlushAsync(context.RequestAborted);
                }
            });
        var seen = Run([Login(server), Use(server, Token)], users: 2, iterations: 6, new HttpOptions { Version = version });

        seen.Workload.Steps.Select(s => s.Name).ShouldBe(["login", "use", "use (first event)", "use (next event)"]);
        seen.Recorder.Steps[1].Service.Count.ShouldBe(6);
        seen.Recorder.Steps[2].Service.Count.ShouldBe(6);
        seen.Recorder.Steps[3].Service.Count.ShouldBe(6 * (Events - 1));
        seen.Recorder.Steps[3].Service.Max.ShouldBeGreaterThan(10_000_000, "they come 20 ms apart, and are not read at the end");
    }

    [Fact]
    public void Http_3_pipelining_and_a_number_of_events_are_refused()
    {
        var request = Request("r", "GET", TextTemplate.Of("http://localhost/"));
        Should.Throw<UserFault>(() => new SequenceWorkload([request], new HttpOptions { Version = HttpVersionChoice.Http3 })).Hint.ShouldNotBeNull();
        Should.Throw<UserFault>(() => new SequenceWorkload([request], new HttpOptions { PipelineDepth = 2 })).Hint.ShouldNotBeNull();
        Should.Throw<UserFault>(() => new SequenceWorkload([request], new HttpOptions { MaxEvents = 2 })).Message.ShouldContain("to its end");
    }

    private const string Feed = """<feed xmlns:a="urn:a"><a:entry><a:id>one</a:id></a:entry><a:entry><a:id>two</a:id></a:entry></feed>""";

    private static Outcome Run(DependentRequest[] requests, int users, int iterations, HttpOptions? options = null) =>
        new DriverRun { Requests = [], Create = _ => new SequenceWorkload([.. requests], options ?? new HttpOptions()) }.Iterate(users, iterations);

    private static DependentRequest Login(KestrelServer server) => Request("login", "POST", Text(server, "login")) with { Label = "login" };

    private static DependentRequest Use(KestrelServer server, AnswerValue token) => Request("use", "GET", Text(server, "use")) with
    {
        Headers = [new("Authorization", new TextTemplate([TextPart.Literal("Bearer "), TextPart.Slot("token", token)]))],
    };

    private static DependentRequest Request(string name, string method, TextTemplate url) =>
        new() { Name = name, Method = method, Url = url, ShownUrl = url.Written };

    private static TextTemplate Text(KestrelServer server, string path) => TextTemplate.Of(new Uri(server.Url, path).AbsoluteUri);

    private static TextTemplate Slot(ValueSource source) => new([TextPart.Slot("x", source)]);

    private async Task AnswerAsync(HttpContext context)
    {
        switch (context.Request.Path.Value)
        {
            case "/login":
                var token = Guid.NewGuid().ToString("N");
                _tokens[token] = 1;
                context.Response.Headers.SetCookie = $"session={token}; Path=/";
                await context.Response.WriteAsync($"{{ \"token\": \"{token}\" }}");
                break;
            case "/use":
                var given = context.Request.Headers.Authorization.ToString().Replace("Bearer ", "", StringComparison.Ordinal);
                context.Response.StatusCode = _tokens.ContainsKey(given) ? 200 : 401;
                _tokens.AddOrUpdate(given, 100, (_, uses) => uses + 1);
                break;
            case "/feed":
                context.Response.Headers.ETag = "\"v7\"";
                await context.Response.WriteAsync(Feed);
                break;
        }
    }
}
