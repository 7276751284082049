using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.Http.Tests;

/// <summary>The client of code over HTTP/2, with a loop and without, by ALPN and by prior knowledge.</summary>
public class Http2ClientTests
{
    private static readonly KestrelOptions Cleartext = new() { Protocols = HttpProtocols.Http2 };
    private static readonly KestrelOptions Both = new() { Protocols = HttpProtocols.Http1AndHttp2, Certificate = TestCertificates.Good };

    public static TheoryData<ClientWay> Ways => [.. Enum.GetValues<ClientWay>()];

    private static KestrelOptions OptionsOf(ClientWay way) => way is ClientWay.BlockingTls or ClientWay.LoopedTls ? Both : Cleartext;

    private static WireVersion VersionOf(ClientWay way) => way is ClientWay.BlockingTls or ClientWay.LoopedTls ? WireVersion.Agreed : WireVersion.Http2;

    [Theory, MemberData(nameof(Ways))]
    public async Task Requests_and_answers_are_those_of_HTTP_1_over_one_connection(ClientWay kind)
    {
        await using var server = await KestrelServer.StartAsync(OptionsOf(kind), context =>
        {
            context.Response.StatusCode = 201;
            context.Response.Headers["X-Kind"] = "made";
            context.Response.Headers.SetCookie = new[] { "a=1", "b=2" };
            return context.Response.WriteAsync($"{context.Request.Method} {context.Request.Host} {context.Request.Body.Length}");
        });
        await ClientOnThread.RunAsync(kind, way =>
        {
            var request = new WireRequest
            {
                Method = "POST",
                Url = new Uri(server.Url, "/make?x=1"),
                Headers = [new("X-Give", "ä"), new("Connection", "close"), new("Content-Length", "99"), new("TE", "gzip")],
                Body = "body!"u8.ToArray(),
            };
            for (var i = 0; i < 4; i++)
            {
                var answer = way.SendLong(request);
                answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
                (answer.Status, answer.ReasonPhrase, answer.Protocol, answer.Header("x-kind")).ShouldBe((201, "Created", "HTTP/2.0", "made"));
                answer.Headers.Where(h => h.Name == "set-cookie").Select(h => h.Value).ShouldBe(["a=1", "b=2"]);
                Encoding.UTF8.GetString(answer.Body.Span).ShouldBe($"POST 127.0.0.1:{server.Port} 5");
                (answer.IsConnectionReused, answer.RemoteEndpoint).ShouldBe((i > 0, $"127.0.0.1:{server.Port}"));
                (answer.Timings.ConnectingNanos > 0).ShouldBe(i == 0);
                (answer.Timings.TlsHandshakingNanos > 0, answer.Tls is not null).ShouldBe((i == 0 && OptionsOf(kind) == Both, OptionsOf(kind) == Both));
                answer.Timings.WaitingNanos.ShouldBeGreaterThan(0);
                answer.BytesSent.ShouldBeGreaterThan(5 + 18);
                answer.BytesReceived.ShouldBeGreaterThan(18);
            }
        }, version: VersionOf(kind));
        server.Seen.ShouldAllBe(r => r.Protocol == "HTTP/2" && r.Target == "/make?x=1" && r.ConnectionId == server.Seen.First().ConnectionId);
        server.Seen.ShouldAllBe(r => r.Headers["Content-Length"] == "5" && !r.Headers.ContainsKey("Connection") && !r.Headers.ContainsKey("TE"));
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Requests_at_once_are_streams_of_one_connection(ClientWay kind)
    {
        using var all = new CountdownEvent(20);
        var together = new TaskCompletionSource();
        await using var server = await KestrelServer.StartAsync(OptionsOf(kind), async context =>
        {
            if (all.Signal()) together.SetResult(); // nobody is answered before all are there
            await together.Task;
            await context.Response.WriteAsync(context.Request.Path);
        });
        await ClientOnThread.RunAsync(kind, way =>
        {
            var answers = way.SendTogether([.. Enumerable.Range(0, 20).Select(i => new WireRequest { Url = new Uri(server.Url, $"/{i}") })]);
            answers.ShouldAllBe(a => a.Error == RequestErrorKind.None);
            answers.Select(a => Encoding.UTF8.GetString(a.Body.Span)).ShouldBe(Enumerable.Range(0, 20).Select(i => $"/{i}"));
            answers.Count(a => !a.IsConnectionReused).ShouldBe(1);
        }, version: VersionOf(kind));
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBe(1);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task More_at_once_than_the_server_allows_get_another_connection(ClientWay kind)
    {
        await using var server = await KestrelServer.StartAsync(OptionsOf(kind)); // 100 streams at once
        await ClientOnThread.RunAsync(kind, way =>
        {
            for (var round = 0; round < 3; round++)
            {
                var answers = way.SendTogether([.. Enumerable.Range(0, 250).Select(_ => new WireRequest { Url = server.Url })]);
                answers.Where(a => a.Error != RequestErrorKind.None).Select(a => a.ErrorText).ShouldBeEmpty();
            }
        }, version: VersionOf(kind));
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBeInRange(1, 3);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Large_bodies_go_and_come_through_the_windows(ClientWay kind)
    {
        var large = new byte[3_000_000];
        await using var server = await KestrelServer.StartAsync(OptionsOf(kind), context => context.Response.Body.WriteAsync(large).AsTask());
        await ClientOnThread.RunAsync(kind, way =>
        {
            var request = new WireRequest { Method = "POST", Url = server.Url, Body = new byte[2_000_000] };
            foreach (var answer in way.SendTogether(request, request, request, request).Append(way.SendLong(request)))
            {
                answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
                (answer.Body.Length, answer.BytesReceived > 3_000_000, answer.BytesSent > 2_000_000).ShouldBe((3_000_000, true, true));
            }
            way.SendLong(request with { DiscardBody = true }).Body.Length.ShouldBe(0);
            way.SendLong(new WireRequest { Method = "HEAD", Url = server.Url }).Status.ShouldBe(200);
        }, version: VersionOf(kind));
        server.Seen.Where(r => r.Method == "POST").ShouldAllBe(r => r.Body.Length == 2_000_000);
    }

    [Theory]
    [InlineData(ClientWay.BlockingTls)]
    [InlineData(ClientWay.LoopedTls)]
    public async Task A_server_that_does_not_choose_HTTP_2_is_spoken_to_in_HTTP_1(ClientWay kind)
    {
        await using var server = await KestrelServer.StartAsync(Both with { Protocols = HttpProtocols.Http1 });
        await ClientOnThread.RunAsync(kind, way =>
        {
            var request = new WireRequest { Url = server.Url };
            way.SendTogether(request, request, request).ShouldAllBe(a => a.Error == RequestErrorKind.None && a.Protocol == "HTTP/1.1");
            var again = way.SendLong(request);
            (again.Protocol, again.IsConnectionReused).ShouldBe(("HTTP/1.1", true));
            way.TrySend(request, TimeSpan.FromSeconds(30)).ShouldBeTrue("the short way is open");
        }, version: WireVersion.Agreed);
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBeInRange(1, 3);
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task Where_HTTP_2_is_a_must_a_server_without_it_is_named(ClientWay kind)
    {
        await using var server = await KestrelServer.StartAsync(OptionsOf(kind) with { Protocols = HttpProtocols.Http1 });
        await ClientOnThread.RunAsync(kind, way =>
        {
            foreach (var answer in way.SendTogether(new WireRequest { Url = server.Url }, new WireRequest { Url = server.Url }))
            {
                answer.Error.ShouldBe(RequestErrorKind.Protocol, answer.ErrorText);
                answer.ErrorText.ShouldContain("does not speak HTTP/2");
            }
        }, version: WireVersion.Http2);
        server.Seen.ShouldBeEmpty();
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_time_out_and_a_cut_end_their_own_stream_only(ClientWay kind)
    {
        var gone = new ConcurrentQueue<string>();
        await using var server = await KestrelServer.StartAsync(OptionsOf(kind), async context =>
        {
            if (context.Request.Path == "/quick") { await context.Response.WriteAsync("quick"); return; }
            try { await Task.Delay(30_000, context.RequestAborted); }
            catch (OperationCanceledException) { gone.Enqueue(context.Request.Path); }
        });
        await ClientOnThread.RunAsync(kind, way =>
        {
            var quick = new WireRequest { Url = new Uri(server.Url, "/quick") };
            way.SendLong(quick).Status.ShouldBe(200);
            var slow = way.SendLong(new WireRequest { Url = new Uri(server.Url, "/late"), Timeout = TimeSpan.FromMilliseconds(200) });
            (slow.Error, slow.Status).ShouldBe((RequestErrorKind.Timeout, 0), slow.ErrorText);
            slow.Timings.TotalNanos.ShouldBeGreaterThan(199_000_000);
            using var cut = new CancellationTokenSource();
            var endless = new WireRequest { Url = new Uri(server.Url, "/cut") };
            Should.Throw<OperationCanceledException>(() => way.SendLong(endless, cut, () => server.Seen.Any(r => r.Target == "/cut")));
            var next = way.SendLong(quick);
            (next.Status, next.IsConnectionReused).ShouldBe((200, true));
        }, version: VersionOf(kind));
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBe(1);
        SpinWait.SpinUntil(() => gone.Count == 2, TimeSpan.FromSeconds(10)).ShouldBeTrue("the server was told by RST_STREAM");
    }

    [Theory, MemberData(nameof(Ways))]
    public async Task A_server_that_goes_away_and_comes_back_is_found_again(ClientWay kind)
    {
        var server = await KestrelServer.StartAsync(OptionsOf(kind));
        await ClientOnThread.RunAsync(kind, way =>
        {
            var request = new WireRequest { Url = server.Url };
            way.SendLong(request).Status.ShouldBe(200);
            Task.Run(server.GoAwayAsync).GetAwaiter().GetResult(); // GOAWAY, then the end
            way.SendLong(request).Error.ShouldBe(RequestErrorKind.Refused);
            server = Task.Run(() => KestrelServer.StartAsync(OptionsOf(kind) with { Port = request.Url.Port })).GetAwaiter().GetResult();
            var again = way.SendLong(request);
            again.Error.ShouldBe(RequestErrorKind.None, again.ErrorText);
            (again.Status, again.IsConnectionReused).ShouldBe((200, false));
            way.CloseConnections();
            way.SendLong(request).IsConnectionReused.ShouldBeFalse();
        }, version: VersionOf(kind));
        await server.DisposeAsync();
    }

    [Theory]
    [InlineData(ClientWay.Blocking)]
    [InlineData(ClientWay.Looped)]
    public Task What_the_server_has_not_begun_is_sent_again(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        // The first connection takes one stream and no more; the second refuses one, and takes it when it comes again.
        var away = new Http2Frames().Settings().GoAway(1, ErrorCode.NoError).Headers(1, true, ":status: 204").ToArray();
        var refusing = new Http2Frames().Settings().Number(FrameType.ResetStream, 1, (uint)ErrorCode.RefusedStream).ToArray();
        var taking = new Http2Frames().Headers(3, true, ":status: 204").ToArray();
        var wait = ServerAction.Wait(TimeSpan.FromMilliseconds(300));
        using var server = ScriptedServer.Start(n => n == 0
            ? [ServerAction.ReadRequest, ServerAction.Send(away), ServerAction.Hang]
            : [ServerAction.ReadRequest, ServerAction.Send(refusing), wait, ServerAction.Send(taking), ServerAction.Hang]);
        var request = new WireRequest { Method = "POST", Url = server.Url };
        for (var i = 0; i < 2; i++)
        {
            var answer = way.SendLong(request);
            answer.Error.ShouldBe(RequestErrorKind.None, answer.ErrorText);
            answer.Status.ShouldBe(204);
        }
        server.Connections.ShouldBe(2);
    }, new HttpOptions(), WireVersion.Http2);

    [Theory]
    [InlineData(ClientWay.Blocking)]
    [InlineData(ClientWay.Looped)]
    public Task A_reset_stream_a_bad_answer_and_a_breach_are_errors_by_their_names(ClientWay kind) => ClientOnThread.RunAsync(kind, way =>
    {
        var reset = new Http2Frames().Settings().Number(FrameType.ResetStream, 1, (uint)ErrorCode.InternalError).ToArray();
        var bad = new Http2Frames().Settings().Headers(1, true, ":status: abc").ToArray();
        var breach = new Http2Frames().Settings().Headers(2, true, ":status: 200").ToArray();
        var cut = new Http2Frames().Settings().Headers(1, false, ":status: 200").Data(1, false, "half").ToArray();
        var scripts = new[] { reset, bad, breach, cut };
        var wait = ServerAction.Wait(TimeSpan.FromMilliseconds(50));
        using var server = ScriptedServer.Start(n => [ServerAction.ReadRequest, ServerAction.Send(scripts[n % 4]), wait, ServerAction.Close]);
        foreach (var (kindOfError, text) in new[]
        {
            (RequestErrorKind.Reset, "the server reset the stream: INTERNAL_ERROR"), (RequestErrorKind.Protocol, "no valid status"),
            (RequestErrorKind.Protocol, "a stream that it must not refer to"), (RequestErrorKind.Closed, "before the answer was whole"),
        })
        {
            way.CloseConnections();
            var answer = way.SendLong(new WireRequest { Method = "POST", Url = server.Url });
            answer.Error.ShouldBe(kindOfError, answer.ErrorText);
            answer.ErrorText.ShouldContain(text);
        }
    }, new HttpOptions(), WireVersion.Http2);

    [Fact]
    public async Task Users_without_a_loop_share_the_connections_of_one_client()
    {
        await using var server = await KestrelServer.StartAsync(Both);
        using var client = ClientModes.New(client: new WireClientOptions { Version = WireVersion.Agreed });
        await Task.WhenAll(Enumerable.Range(0, 60).Select(async _ =>
        {
            for (var i = 0; i < 20; i++)
            {
                var answer = await client.SendAsync(new WireRequest { Url = server.Url }, TestContext.Current.CancellationToken);
                answer.Status.ShouldBe(200, answer.ErrorText);
            }
        }));
        server.Seen.Count.ShouldBe(1200);
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBe(1);
    }

    [Fact]
    public async Task A_client_that_keeps_no_connection_closes_those_of_HTTP_2_too()
    {
        await using var server = await KestrelServer.StartAsync(Both);
        using var client = ClientModes.New(new HttpOptions { ReuseConnections = false, Tls = new TlsClientOptions { Insecure = true } },
            new WireClientOptions { Version = WireVersion.Agreed });
        for (var i = 0; i < 3; i++)
        {
            var answer = await client.SendAsync(new WireRequest { Url = server.Url }, TestContext.Current.CancellationToken);
            (answer.Status, answer.Protocol, answer.IsConnectionReused).ShouldBe((200, "HTTP/2.0", false));
        }
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBe(3);
    }
}
