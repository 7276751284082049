namespace Dyno.Http.Tests;

/// <summary>The short way over an open connection, with a loop and without.</summary>
public class DirectSendTests
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(30);

    private const int AnswerBytes = 224; // a WireResponse and a body of 5 bytes

    public static TheoryData<ClientWay> Ways => [.. Enum.GetValues<ClientWay>()];

    [Theory, MemberData(nameof(Ways))]
    public Task What_was_sent_before_goes_out_again_over_the_same_connection(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Answering(Answers.Of(201, "made", "X-Kind: yes"));
        var request = new WireRequest { Url = server.Url };
        way.TrySend(request, Long).ShouldBeFalse("no connection is open");
        way.SendLong(request).IsConnectionReused.ShouldBeFalse();
        for (var i = 0; i < 3; i++)
        {
            var answer = way.Direct(request, Long)!;
            answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
            (answer.Status, answer.Header("x-kind"), Encoding.UTF8.GetString(answer.Body.Span)).ShouldBe((201, "yes", "made"));
            answer.IsConnectionReused.ShouldBeTrue();
            answer.Timings.ConnectingNanos.ShouldBe(0);
            answer.Timings.SendingNanos.ShouldBeGreaterThan(0);
            answer.BytesSent.ShouldBe(server.Received.First().Length);
            answer.BytesReceived.ShouldBeGreaterThan(4);
        }
        server.Connections.ShouldBe(1);
        server.Received.Distinct().Count().ShouldBe(1);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task What_was_never_sent_goes_out_over_an_open_connection_too_with_its_body(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Answering(Answers.Hello);
        way.SendLong(new WireRequest { Url = server.Url });
        foreach (var text in (string[])["", "first", "second", new('x', 16_000)])
        {
            var request = new WireRequest { Method = "POST", Url = new Uri(server.Url, $"/{text.Length}"), Body = Encoding.ASCII.GetBytes(text) };
            for (var i = 0; i < 2; i++)
            {
                var answer = way.Direct(request, Long)!;
                answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
                (answer.Status, answer.IsConnectionReused).ShouldBe((200, true));
                var received = server.Received.Last();
                received.ShouldStartWith($"POST /{text.Length} HTTP/1.1\r\n");
                received.ShouldEndWith($"\r\nContent-Length: {text.Length}\r\n\r\n{text}");
                answer.BytesSent.ShouldBe(received.Length);
            }
        }
        server.Connections.ShouldBe(1);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task What_needs_more_than_one_send_or_cannot_be_sent_takes_the_long_way(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Answering(Answers.Hello);
        way.SendLong(new WireRequest { Url = server.Url });
        var (large, wrong) = (new WireRequest { Method = "POST", Url = server.Url, Body = new byte[20_000] },
            new WireRequest { Url = server.Url, Headers = [new HeaderField("X-Bad", "a\r\nb")] });
        way.TrySend(large, Long).ShouldBeFalse();
        way.TrySend(wrong, Long).ShouldBeFalse();
        way.SendLong(large).Status.ShouldBe(200);
        way.SendLong(wrong).Error.ShouldBe(RequestErrorKind.Protocol);
        server.Connections.ShouldBe(1);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task Every_answer_has_its_own_head_also_when_heads_repeat(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        const string Usual = "HTTP/1.1 200 OK\r\nX-Kind: usual\r\nContent-Length: 5\r\n\r\n";
        const string Other = "HTTP/1.1 404 Gone Away\r\nX-Kind: other\r\nContent-Length: 2\r\n\r\n";
        (string Method, string Head, string Body)[] exchanges = [("GET", Usual, "hello"), ("GET", Usual, "world"), ("HEAD", Usual, ""),
            ("GET", Usual, "again"), ("GET", Other, "no"), ("HEAD", Other, ""), ("HEAD", Usual, ""), ("GET", Usual, "after")];
        using var server = ScriptedServer.Start(_ => [.. exchanges.SelectMany(e => new[] { ServerAction.ReadRequest, ServerAction.Send(e.Head + e.Body) })]);
        foreach (var (method, head, body) in exchanges)
        {
            var answer = way.SendLong(new WireRequest { Url = server.Url, Method = method });
            answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
            (answer.Status, answer.ReasonPhrase, answer.Header("x-kind"), Encoding.UTF8.GetString(answer.Body.Span))
                .ShouldBe(head == Usual ? (200, "OK", "usual", body) : (404, "Gone Away", "other", body));
            answer.BytesReceived.ShouldBe(head.Length + body.Length);
        }
        server.Connections.ShouldBe(1);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task A_kept_connection_that_the_server_has_closed_is_replaced(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.Close);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        for (var i = 0; i < 4; i++)
        {
            SpinWait.SpinUntil(() => server.Closed > i, Long).ShouldBeTrue();
            way.TrySend(request, Long).ShouldBeFalse("no open connection is left");
            var answer = way.SendLong(request);
            answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
            (answer.Status, answer.Resends).ShouldBe((200, 0));
        }
        server.Requests.ShouldBe(5);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task A_request_that_the_server_took_before_it_closed_is_an_error(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest, ServerAction.Close);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        var answer = way.Direct(request, Long)!;
        (answer.Error, answer.Resends).ShouldBe((RequestErrorKind.Closed, 0));
        server.Requests.ShouldBe(2);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task Silence_ends_with_the_time_out(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest, ServerAction.Hang);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        var answer = way.Direct(request, TimeSpan.FromMilliseconds(150))!;
        answer.Error.ShouldBe(RequestErrorKind.Timeout, answer.ErrorText);
        answer.IsConnectionReused.ShouldBeTrue();
    });

    [Theory, MemberData(nameof(Ways))]
    public Task An_answer_that_drips_ends_with_the_time_out_though_something_always_comes(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        var drops = Enumerable.Repeat(new[] { ServerAction.Send("x"), ServerAction.Wait(TimeSpan.FromMilliseconds(20)) }, 300).SelectMany(drop => drop);
        using var server = way.Start([ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest,
            ServerAction.Send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), .. drops]);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        var answer = way.Direct(request, TimeSpan.FromMilliseconds(200))!;
        answer.Error.ShouldBe(RequestErrorKind.Timeout, answer.ErrorText);
        answer.BytesReceived.ShouldBeInRange(1, 300);
    });

    [Theory, MemberData(nameof(Ways))]
    public Task Silence_after_a_late_head_ends_with_the_time_out_not_a_time_out_later(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        var total = TimeSpan.MaxValue;
        for (var time = 0; time < 5 && total >= TimeSpan.FromMilliseconds(330); time++) // a machine that stands still is no fault
        {
            using var server = way.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest,
                ServerAction.Wait(TimeSpan.FromMilliseconds(150)), ServerAction.Send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), ServerAction.Hang);
            var request = new WireRequest { Url = server.Url };
            way.SendLong(request);
            var answer = way.Direct(request, TimeSpan.FromMilliseconds(200))!;
            answer.Error.ShouldBe(RequestErrorKind.Timeout, answer.ErrorText);
            total = TimeSpan.FromTicks(answer.Timings.TotalNanos / 100);
        }
        total.ShouldBeLessThan(TimeSpan.FromMilliseconds(330), "five times more than half a time-out too long");
    });

    [Theory, MemberData(nameof(Ways))]
    public Task An_answer_knows_when_it_was_whole_and_a_failure_when_it_failed(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest, ServerAction.Send(Answers.Hello),
            ServerAction.ReadRequest, ServerAction.Reset);
        var (request, clock) = (new WireRequest { Method = "POST", Url = server.Url }, new EngineClock());
        foreach (var send in (Func<WireResponse>[])[() => way.SendLong(request), () => way.Direct(request, Long)!, () => way.Direct(request, Long)!])
        {
            var before = clock.NowNanos;
            var answer = send();
            answer.EndNanos.ShouldBeInRange(before, clock.NowNanos);
            answer.Timings.TotalNanos.ShouldBeInRange(1, answer.EndNanos - before);
        }
    });

    [Theory, MemberData(nameof(Ways))]
    public Task A_reset_in_the_middle_of_an_answer_is_a_failure(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest,
            ServerAction.Send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"), ServerAction.Wait(TimeSpan.FromMilliseconds(20)), ServerAction.Reset);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        way.Direct(request, Long)!.Error.ShouldBe(RequestErrorKind.Reset);
        way.SendLong(request).IsConnectionReused.ShouldBeFalse();
    });

    [Theory, MemberData(nameof(Ways))]
    public Task A_cut_gives_no_answer_and_the_next_request_another_connection(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest, ServerAction.Hang);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        using var cut = new CancellationTokenSource();
        way.Direct(request, Long, cut, () => server.Requests >= 2).ShouldBeNull();
        way.TrySend(request, Long, cut.Token).ShouldBeFalse("it is cut already");
        way.SendLong(request).IsConnectionReused.ShouldBeFalse();
    });

    [Theory]
    [InlineData(ClientWay.Blocking)]
    [InlineData(ClientWay.Looped)]
    public Task A_request_over_an_open_connection_takes_memory_for_its_answer_only(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        using var server = way.Answering(Answers.Hello);
        var request = new WireRequest { Url = server.Url };
        way.SendLong(request);
        Allocations.Least(() => way.SendOften(request, 100)).ShouldBeLessThanOrEqualTo(100 * AnswerBytes);
    });

    [Theory]
    [InlineData(ClientWay.Blocking, 3, 20, 30)]
    [InlineData(ClientWay.Looped, 3, 20, 30)] // in the middle of the head
    [InlineData(ClientWay.LoopedTls, 3, 20, 30)]
    [InlineData(ClientWay.Looped, 38, 39, 60_000)] // of the body
    [InlineData(ClientWay.LoopedTls, 38, 39, 60_000)]
    [InlineData(ClientWay.Blocking, 38, 39, 60_000)]
    [InlineData(ClientWay.BlockingTls, 38, 39, 60_000)]
    public Task Answers_that_arrive_in_parts_are_put_together(ClientWay kind, params int[] parts) => ClientOnThread.RunAsync(kind, way =>
    {
        var body = string.Concat(Enumerable.Range(0, 20_000).Select(i => $"{i:00000} "));
        using var server = way.Start(ServerAction.ReadRequest, ServerAction.SendSplit(Answers.Of(200, body), parts), ServerAction.Repeat);
        using var other = way.Answering(Answers.Hello);
        var (request, between) = (new WireRequest { Url = server.Url }, new WireRequest { Url = other.Url });
        way.SendLong(request);
        way.SendLong(between);
        for (var i = 0; i < 5; i++)
        {
            Encoding.UTF8.GetString(way.Direct(request, Long)!.Body.Span).ShouldBe(body);
            Encoding.UTF8.GetString(way.Direct(between, Long)!.Body.Span).ShouldBe("hello");
        }
        server.Connections.ShouldBe(1);
    });

    [Theory]
    [InlineData(0)]
    [InlineData(900)]
    [InlineData(1_000)]
    public async Task A_time_out_of_next_to_nothing_is_one(int microseconds)
    {
        using var server = FaultServers.NeverAnswering();
        using var client = ClientModes.New(client: new WireClientOptions { UseCookies = false, MaxRedirects = 0 });
        var request = new WireRequest { Url = server.Url, Timeout = TimeSpan.FromMicroseconds(microseconds) };
        var answer = await client.CallAsync(ClientMode.Blocking, request).WaitAsync(Long, TestContext.Current.CancellationToken);
        answer.Error.ShouldBeOneOf(RequestErrorKind.Timeout, RequestErrorKind.Unreachable);
    }

    [Fact]
    public async Task A_peer_that_takes_a_body_slowly_does_not_put_off_the_time_out()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Server.ReceiveBufferSize = 4096;
        listener.Start();
        using var end = new CancellationTokenSource();
        var taking = Task.Run(async () =>
        {
            using var peer = await listener.AcceptSocketAsync(end.Token);
            var some = new byte[4096];
            while (!end.IsCancellationRequested && await peer.ReceiveAsync(some) > 0) await Task.Delay(5);
        }, TestContext.Current.CancellationToken);
        using var client = ClientModes.New(client: new WireClientOptions { UseCookies = false, MaxRedirects = 0 });
        var request = new WireRequest
        {
            Method = "POST",
            Url = new Uri($"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/"),
            Body = new byte[100_000_000],
            Timeout = TimeSpan.FromMilliseconds(300),
        };
        var answer = await client.CallAsync(ClientMode.Blocking, request).WaitAsync(Long, TestContext.Current.CancellationToken);
        answer.Error.ShouldBe(RequestErrorKind.Timeout, answer.ErrorText);
        await end.CancelAsync();
        await taking;
    }

    [Fact]
    public async Task A_cut_ends_a_connect_whenever_it_comes()
    {
        // Nobody accepts, and the queue of one is full: connecting takes until the time-out.
        using var full = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        full.Listen(0);
        var url = new Uri($"http://{full.LocalEndPoint}/");
        using var first = new TcpClient();
        await first.ConnectAsync((IPEndPoint)full.LocalEndPoint!, TestContext.Current.CancellationToken);
        for (var i = 0; i < 60; i++)
        {
            using var client = ClientModes.New(new HttpOptions { ConnectTimeout = TimeSpan.FromMinutes(5) });
            using var cut = new CancellationTokenSource();
            var sending = Task.Factory.StartNew(() => client.Send(new WireRequest { Url = url, Timeout = TimeSpan.FromMinutes(5) }, cut.Token),
                CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            if (i % 3 > 0) await Task.Delay(i % 3, TestContext.Current.CancellationToken);
            await cut.CancelAsync();
            await Should.ThrowAsync<OperationCanceledException>(() => sending.WaitAsync(Long, TestContext.Current.CancellationToken));
        }
    }

    [Fact]
    public async Task A_connection_that_blocked_serves_calls_that_do_not()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        using var client = ClientModes.New(client: new WireClientOptions { UseCookies = false, MaxRedirects = 0 });
        var request = new WireRequest { Url = server.Url };
        (await client.CallAsync(ClientMode.Blocking, request)).Status.ShouldBe(200);
        (await client.CallAsync(ClientMode.Async, request)).Status.ShouldBe(200);
        (await client.CallAsync(ClientMode.Blocking, request)).IsConnectionReused.ShouldBeTrue();
        server.Connections.ShouldBe(1);
    }
}
