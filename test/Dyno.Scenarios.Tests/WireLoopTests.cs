using System.Net.Sockets;
using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.Scenarios.Tests;

/// <summary>The wire client on a scenario's own thread (Linux; elsewhere the same code goes over .NET's sockets).</summary>
public sealed class WireLoopTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task Goes_on_on_the_thread_of_the_scenario_after_each_answer()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the loop is Linux's");
        using var server = ScriptedServer.Answering(Answers.Hello);
        using var client = DynoHttp.CreateClient();
        var threads = new ConcurrentDictionary<int, int>();
        // Where the machine holds the thread up for long, somebody else helps out: the best of three times counts.
        for (var time = 1; time == 1 || (time <= 3 && threads.Values.Max() <= 600); time++)
        {
            threads.Clear();
            var before = server.Requests;

            var stats = await RunAsync(8, 400, async _ =>
            {
                threads.AddOrUpdate(Environment.CurrentManagedThreadId, 1, (_, times) => times + 1);
                var first = await Http.Send(client, Http.CreateRequest("GET", server.Url.ToString()));
                threads.AddOrUpdate(Environment.CurrentManagedThreadId, 1, (_, times) => times + 1);
                first.IsError.ShouldBeFalse();
                return await Http.Send(client, Http.CreateRequest("GET", server.Url.ToString()));
            });

            stats.ScenarioStats.Get("wire").AllOkCount.ShouldBe(400);
            (server.Requests - before).ShouldBe(800);
            stats.ScenarioStats.Get("wire").Ok.DataTransfer.MinBytes.ShouldBe(Answers.Hello.Length);
        }

        threads.Values.Max().ShouldBeGreaterThan(600);
    }

    [Theory]
    [InlineData(true, "2.0", HttpVersionPolicy.RequestVersionOrLower, "HTTP/2")]
    [InlineData(true, "2.0", HttpVersionPolicy.RequestVersionExact, "HTTP/2")]
    [InlineData(true, "1.1", HttpVersionPolicy.RequestVersionOrHigher, "HTTP/2")]
    [InlineData(true, "1.1", HttpVersionPolicy.RequestVersionOrLower, "HTTP/1.1")]
    [InlineData(false, "2.0", HttpVersionPolicy.RequestVersionExact, "HTTP/2")]
    public async Task Speaks_the_version_that_a_request_asks_for_and_shares_connections(bool isTls, string version, HttpVersionPolicy policy, string expected)
    {
        await using var server = await KestrelServer.StartAsync(isTls
            ? new KestrelOptions { Protocols = HttpProtocols.Http1AndHttp2, Certificate = TestCertificates.Good }
            : new KestrelOptions { Protocols = HttpProtocols.Http2 });
        using var client = DynoHttp.CreateClient(insecure: true);

        var stats = await RunAsync(8, 200, async _ =>
        {
            var request = Http.CreateRequest("POST", server.Url.ToString()).WithVersion(version).WithBody(new StringContent("hello"));
            request.VersionPolicy = policy;
            var answer = await Http.Send(client, request);
            answer.Payload.Version.Major.ShouldBe(expected == "HTTP/2" ? 2 : 1);
            return answer;
        });

        stats.ScenarioStats.Get("wire").AllOkCount.ShouldBe(200);
        server.Seen.Count.ShouldBe(200);
        server.Seen.ShouldAllBe(r => r.Protocol == expected && r.Body.Length == 5);
        if (expected == "HTTP/2") server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBe(1);
    }

    [Fact]
    public async Task A_server_without_HTTP_2_is_an_error_where_it_is_a_must_and_HTTP_1_elsewhere()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = TestCertificates.Good });
        using var client = DynoHttp.CreateClient(insecure: true);
        var lower = await Http.Send(client, Http.CreateRequest("GET", server.Url.ToString()).WithVersion("2.0"));
        (lower.IsError, lower.Payload.Version).ShouldBe((false, HttpVersion.Version11));
        var request = Http.CreateRequest("GET", server.Url.ToString()).WithVersion("2.0");
        request.VersionPolicy = HttpVersionPolicy.RequestVersionExact;
        var must = await Http.Send(client, request);
        must.IsError.ShouldBeTrue();
        must.Message.ShouldContain("does not speak HTTP/2");
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\nHost: HOST\r\n\r\n", "GET", null)]
    [InlineData("GET / HTTP/1.1\r\nHost: HOST\r\nX-One: 1\r\nX-All: a\r\n\r\n", "GET", "X-One")]
    [InlineData("POST / HTTP/1.1\r\nHost: HOST\r\nX-All: a\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n\r\nhello", "POST", "body")]
    public async Task Sends_the_bytes_that_were_asked_for(string expected, string method, string? kind)
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        using var client = DynoHttp.CreateClient();
        if (kind is not null) client.DefaultRequestHeaders.Add("X-All", "a");

        await RunAsync(1, 1, async _ =>
        {
            var request = Http.CreateRequest(method, server.Url.ToString());
            if (kind == "X-One") request.WithHeader("X-One", "1");
            if (kind == "body") request.WithBody(new StringContent("hello"));
            return await Http.Send(client, request);
        });

        server.Received.ShouldHaveSingleItem().ShouldBe(expected.Replace("HOST", $"127.0.0.1:{server.Port}", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Lets_a_large_body_go_out_in_pieces_and_come_back()
    {
        var body = string.Concat(Enumerable.Range(0, 400_000).Select(i => $"{i} "));
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        await using var server = builder.Build();
        server.Urls.Add("http://127.0.0.1:0");
        server.MapPost("/", async (HttpRequest request) => TypedResults.Text(await new StreamReader(request.Body).ReadToEndAsync()));
        await server.StartAsync(TestContext.Current.CancellationToken);
        using var client = DynoHttp.CreateClient();

        var stats = await RunAsync(3, 6, async _ =>
        {
            var answer = await Http.Send(client, Http.CreateRequest("POST", server.Urls.First()).WithBody(new StringContent(body)));
            return await answer.Payload.Content.ReadAsStringAsync() == body ? Response.Ok() : Response.Fail();
        });

        stats.ScenarioStats.Get("wire").AllOkCount.ShouldBe(6);
    }

    [Fact]
    public async Task Reads_answers_however_they_are_cut_into_segments()
    {
        string[] answers = [Answers.Hello, Answers.ChunkedHello, "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n" + Answers.Hello];
        using var server = ScriptedServer.Start(connection =>
        {
            var random = new Random(8 + connection); // its own: connections come at the same time
            return [.. Enumerable.Range(0, 40).SelectMany(i =>
            {
                var answer = answers[(connection + i) % answers.Length];
                int[] cuts = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => random.Next(1, answer.Length - 1)).Distinct().Order()];
                return new[] { ServerAction.ReadRequest, ServerAction.SendSplit(answer, cuts) };
            })];
        });
        using var client = DynoHttp.CreateClient();

        var stats = await RunAsync(2, 40, async _ =>
        {
            var answer = await Http.Send(client, Http.CreateRequest("GET", server.Url.ToString()));
            return await answer.Payload.Content.ReadAsStringAsync() == "hello" ? answer : Response.Fail("other");
        });

        stats.ScenarioStats.Get("wire").AllOkCount.ShouldBe(40);
    }

    /// <summary>Answers with the same head share what was made of it: nobody may notice, not even who changes his answer.</summary>
    [Fact]
    public async Task Hands_on_every_header_of_every_answer_also_when_heads_repeat()
    {
        const string Usual = "HTTP/1.1 200 OK\r\nServer: a\r\nSet-Cookie: x=1\r\nSet-Cookie: y=2\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n";
        const string Other = "HTTP/1.1 404 Gone Away\r\nX-Other: b\r\nContent-Length: 2\r\n\r\n";
        // The answer to HEAD has the head of the one to GET, and no body.
        (string Method, string Head, string Body)[] exchanges = [("GET", Usual, "hello"), ("GET", Usual, "world"), ("HEAD", Usual, ""),
            ("GET", Usual, "again"), ("GET", Other, "no"), ("HEAD", Other, ""), ("GET", Usual, "after")];
        using var server = ScriptedServer.Start(_ => [.. exchanges.SelectMany(e => new[] { ServerAction.ReadRequest, ServerAction.Send(e.Head + e.Body) })]);
        using var client = DynoHttp.CreateClient();
        var seen = new List<string>();

        await RunAsync(1, exchanges.Length, async context =>
        {
            var sent = await Http.Send(client, Http.CreateRequest(exchanges[context.InvocationNumber - 1].Method, server.Url.ToString()));
            var answer = sent.Payload;
            string[] lines = [.. answer.Headers.Concat(answer.Content.Headers).Select(h => $"{h.Key}: {string.Join(" and ", h.Value)}")];
            seen.Add($"{sent.StatusCode} {answer.ReasonPhrase}; {string.Join("; ", lines)}; {await answer.Content.ReadAsStringAsync()}");
            answer.Headers.Clear();
            answer.Content.Headers.Clear();
            return Response.Ok();
        });

        seen.ShouldBe(exchanges.Select(e => e.Head == Usual
            ? $"OK OK; Server: a; Set-Cookie: x=1 and y=2; Content-Type: text/plain; Content-Length: 5; {e.Body}"
            : $"NotFound Gone Away; X-Other: b; Content-Length: 2; {e.Body}"));
        server.Connections.ShouldBe(1);
    }

    [Fact]
    public async Task Replaces_a_kept_connection_that_the_server_has_closed()
    {
        using var server = FaultServers.ClosingAfterEachAnswer();
        using var client = DynoHttp.CreateClient();

        var stats = await RunAsync(1, 10, async _ =>
        {
            var answer = await Http.Send(client, Http.CreateRequest("POST", server.Url.ToString()));
            while (server.Closed < server.Connections) await Task.Delay(1, TestContext.Current.CancellationToken);
            return answer;
        });

        stats.ScenarioStats.Get("wire").AllOkCount.ShouldBe(10);
        server.Connections.ShouldBe(10);
    }

    [Fact]
    public async Task Sends_no_request_again_that_the_server_took_before_it_closed()
    {
        using var server = ScriptedServer.Start(
            ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest, ServerAction.Close);
        using var client = DynoHttp.CreateClient();

        var stats = await RunAsync(1, 10, async _ => await Http.Send(client, Http.CreateRequest("GET", server.Url.ToString())));

        stats.Result.Measured.Errors.ShouldHaveSingleItem().ShouldSatisfyAllConditions(e => e.Kind.ShouldBe("closed"), e => e.Count.ShouldBe(5));
        (server.Requests, stats.Result.Measured.Totals.Resends).ShouldBe((10, 0));
    }

    [Fact]
    public async Task Names_each_fault_as_the_other_client_does()
    {
        using var closing = FaultServers.ClosingWithoutAnswer();
        using var resetting = FaultServers.Resetting();
        using var half = FaultServers.ClosingAfterHalfABody();
        using var garbage = FaultServers.SendingGarbage("SSH-2.0-OpenSSH\r\n"u8.ToArray());
        using var client = DynoHttp.CreateClient();
        string[] urls = [closing.Url.ToString(), resetting.Url.ToString(), half.Url.ToString(), garbage.Url.ToString(),
            $"http://127.0.0.1:{FaultServers.RefusingPort()}/", "http://no-such-host.invalid/"];

        var stats = await RunAsync(1, 6, async context => await Http.Send(client, Http.CreateRequest("GET", urls[context.InvocationNumber - 1])));

        stats.ScenarioStats.Get("wire").AllFailCount.ShouldBe(6);
        stats.Result.Measured.Errors.ToDictionary(e => e.Kind, e => e.Count).ShouldBe(
            new Dictionary<string, long> { ["closed"] = 2, ["reset"] = 1, ["protocol"] = 1, ["refused"] = 1, ["dns"] = 1 }, ignoreOrder: true);
    }

    [Fact]
    public async Task Ends_a_request_at_its_time_out_and_a_cancelled_one_soon()
    {
        using var server = FaultServers.NeverAnswering();
        using var brief = DynoHttp.CreateClient(timeout: TimeSpan.FromMilliseconds(100));
        using var patient = DynoHttp.CreateClient(timeout: TimeSpan.FromMinutes(10));

        var stats = await RunAsync(2, 4, async context =>
        {
            if (context.InvocationNumber == 1) return await Http.Send(brief, Http.CreateRequest("GET", server.Url.ToString()));
            using var patience = new CancellationTokenSource(TimeSpan.FromMilliseconds(50));
            return await Http.Send(patient, HttpClientArgs.Create(cancellationToken: patience.Token), Http.CreateRequest("GET", server.Url.ToString()));
        });

        stats.Result.Measured.Errors.ShouldHaveSingleItem().Kind.ShouldBe("timeout");
        stats.ScenarioStats.Get("wire").AllFailCount.ShouldBe(4);
    }

    [Fact]
    public async Task A_time_out_that_ends_while_connecting_is_one_too()
    {
        // Nobody accepts, and the queue of one is full: connecting takes until the time-out.
        using var full = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        full.Listen(0);
        using var first = new TcpClient();
        await first.ConnectAsync((IPEndPoint)full.LocalEndPoint!, TestContext.Current.CancellationToken);
        using var brief = DynoHttp.CreateClient(timeout: TimeSpan.FromMilliseconds(100));

        var stats = await RunAsync(1, 2, async _ => await Http.Send(brief, Http.CreateRequest("GET", $"http://{full.LocalEndPoint}/")));

        stats.Result.Measured.Errors.ShouldHaveSingleItem().Kind.ShouldBe("timeout");
    }

    [Fact]
    public async Task Follows_redirects_and_gives_up_on_those_that_lead_nowhere()
    {
        using var goal = ScriptedServer.Answering(Answers.Of(200, "there"));
        using var server = ScriptedServer.Start(connection => connection == 0
            ? [ServerAction.ReadRequest, ServerAction.Send(Answers.Of(302, "", $"Location: {goal.Url}x")),
                ServerAction.ReadRequest, ServerAction.Send(Answers.Of(302, "", "Location: ftp://nowhere/"))]
            : [ServerAction.Close]);
        using var client = DynoHttp.CreateClient();

        var stats = await RunAsync(1, 2, async _ => await Http.Send(client, Http.CreateRequest("GET", server.Url.ToString())));

        stats.ScenarioStats.Get("wire").AllOkCount.ShouldBe(1);
        goal.Received.ShouldHaveSingleItem().ShouldStartWith("GET /x HTTP/1.1\r\n");
        stats.Result.Measured.Errors.ShouldHaveSingleItem().FirstExample.ShouldContain("leads to no http or https URL");
    }

    [Fact]
    public async Task Opens_the_connections_of_a_crowd_a_few_at_a_time()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        using var client = DynoHttp.CreateClient();

        var stats = await RunAsync(500, 2_000, async _ => await Http.Send(client, Http.CreateRequest("GET", server.Url.ToString())));

        stats.ScenarioStats.Get("wire").AllOkCount.ShouldBe(2_000);
        server.Connections.ShouldBeLessThanOrEqualTo(1_000); // on a machine that holds the thread up, some go another way
    }

    /// <summary>The thread that could read the answer is the one that waits for it: only somebody else can help.</summary>
    [Fact]
    public async Task Does_not_hang_when_code_waits_for_an_answer_without_awaiting()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        using var client = DynoHttp.CreateClient();

        var stats = await RunAsync(2, 16, async _ =>
        {
            var answer = await Http.Send(client, Http.CreateRequest("GET", server.Url.ToString()));
#pragma warning disable xUnit1031 // what users do, and must not
            return answer.IsError ? answer : Http.Send(client, Http.CreateRequest("GET", server.Url.ToString())).Result;
#pragma warning restore xUnit1031
        });

        stats.ScenarioStats.Get("wire").AllOkCount.ShouldBe(16);
        if (OperatingSystem.IsLinux()) stats.Result.Health.Findings.ShouldContain(f => f.Rule == "scenario-blocks");
    }

    [Fact]
    public async Task Lets_code_go_on_that_waits_for_an_answer_when_the_run_is_over()
    {
        using var server = FaultServers.NeverAnswering();
        using var client = DynoHttp.CreateClient(timeout: TimeSpan.FromMinutes(10));
        var ended = new TaskCompletionSource<Response<HttpResponseMessage>>(TaskCreationOptions.RunContinuationsAsynchronously);
        var scenario = Scenario.Create("wire", async _ =>
            {
                var answer = await Http.Send(client, Http.CreateRequest("GET", server.Url.ToString()));
                ended.TrySetResult(answer);
                return answer;
            })
            .WithCompletionTimeout(TimeSpan.Zero).WithLoadSimulations(Simulation.KeepConstant(1, 3 * Second));

        var stats = await DynoRunner.RunAsync(scenario);
        var late = await ended.Task.WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);

        late.IsError.ShouldBeTrue();
        stats.Result.Measured.Totals.InterruptedIterations.ShouldBe(1);
        stats.ScenarioStats.Get("wire").AllRequestCount.ShouldBe(0);
    }

    private static Task<NodeStats> RunAsync(int users, int iterations, Func<IScenarioContext, ValueTask<IResponse>> run) => DynoRunner.RunAsync(
        Scenario.Create("wire", run).WithLoadSimulations(Simulation.IterationsForConstant(users, iterations)));
}
