using System.IO.Compression;

namespace Dyno.Http.Tests;

public class WireClientTests
{
    public static TheoryData<ClientMode> Modes => [ClientMode.Blocking, ClientMode.Async];

    [Theory, MemberData(nameof(Modes))]
    public async Task An_answer_has_status_headers_body_and_phases(ClientMode mode)
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Wait(TimeSpan.FromMilliseconds(20)),
            ServerAction.Send(Answers.Of(201, "made", "X-Kind: yes")), ServerAction.Repeat);
        var clock = new EngineClock();
        WireResponse response;
        long elapsed;
        var tries = 3; // a thread that stands still while it receives receives for longer than the server waits
        do
        {
            using var client = ClientModes.New();
            var from = clock.NowNanos;
            response = await client.GetAsync(mode, server.Url);
            elapsed = clock.NowNanos - from;
        }
        while (response.Timings.WaitingNanos <= response.Timings.ReceivingNanos && --tries > 0);
        response.Error.ShouldBe(RequestErrorKind.None, response.ErrorText);
        response.Status.ShouldBe(201);
        response.ReasonPhrase.ShouldBe("Status");
        response.Header("x-kind").ShouldBe("yes");
        Encoding.UTF8.GetString(response.Body.Span).ShouldBe("made");
        response.Protocol.ShouldBe("HTTP/1.1");
        response.RemoteEndpoint.ShouldBe($"127.0.0.1:{server.Port}");
        var timings = response.Timings;
        timings.ConnectingNanos.ShouldBeGreaterThan(0);
        timings.TlsHandshakingNanos.ShouldBe(0);
        timings.SendingNanos.ShouldBeGreaterThan(0);
        timings.WaitingNanos.ShouldBeGreaterThan(timings.ReceivingNanos);
        timings.DurationNanos.ShouldBe(timings.SendingNanos + timings.WaitingNanos + timings.ReceivingNanos);
        timings.TotalNanos.ShouldBeLessThanOrEqualTo(elapsed);
        response.BytesSent.ShouldBe(server.Received.First().Length);
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task A_connection_is_kept_and_used_again(ClientMode mode)
    {
        using var server = ScriptedServer.Answering(Answers.ChunkedHello);
        using var client = ClientModes.New();
        (await client.GetAsync(mode, server.Url)).IsConnectionReused.ShouldBeFalse();
        var second = await client.GetAsync(mode, server.Url);
        second.IsConnectionReused.ShouldBeTrue();
        second.Timings.ConnectingNanos.ShouldBe(0);
        Encoding.UTF8.GetString(second.Body.Span).ShouldBe("hello");
        server.Connections.ShouldBe(1);
    }

    [Fact]
    public async Task An_answer_over_a_loop_comes_inside_its_wait_to_whoever_asks_for_no_context()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        await Task.Run(() =>
        {
            var clock = new EngineClock();
            using var loop = ClientLoop.TryCreate(clock, WaitStrategy.Frugal);
            Assert.SkipWhen(loop is null, "the loop is Linux's");
            using var client = ClientModes.New(client: new WireClientOptions { UseCookies = false, MaxRedirects = 0, Loop = loop });
            var request = new WireRequest { Url = server.Url };
            client.StaysOnLoop(request).ShouldBeTrue();
            for (var i = 0; i < 3; i++)
            {
                var (sending, until) = (ThreadAfterAnswer(), clock.NowNanos + 10_000_000_000);
                while (!sending.IsCompleted && clock.NowNanos < until)
                    loop.Wait(clock.NowNanos + 10_000_000, isStart: false, static () => false, new WorkerActivity());
                sending.IsCompletedSuccessfully.ShouldBeTrue();
                sending.Result.ShouldBe(Environment.CurrentManagedThreadId);
            }

            async Task<int> ThreadAfterAnswer()
            {
                (await client.SendAsync(request, null, TestContext.Current.CancellationToken).ConfigureAwait(false)).Status.ShouldBe(200);
                return Environment.CurrentManagedThreadId;
            }
        }, TestContext.Current.CancellationToken);
        server.Connections.ShouldBe(1);
    }

    [Theory]
    [InlineData("http://localhost/", null, true)]
    [InlineData("http://localhost/", 0, true)]
    [InlineData("http://localhost/", 1, false)]
    [InlineData("https://localhost/", null, true)]
    public void What_follows_no_redirects_stays_on_a_loop(string url, int? redirects, bool stays)
    {
        using var loop = ClientLoop.TryCreate(new EngineClock(), WaitStrategy.Frugal);
        Assert.SkipWhen(loop is null, "the loop is Linux's");
        using var looped = ClientModes.New(client: new WireClientOptions { MaxRedirects = 0, Loop = loop });
        using var other = ClientModes.New(client: new WireClientOptions { MaxRedirects = 0 });
        var request = new WireRequest { Url = new Uri(url), MaxRedirects = redirects };
        looped.StaysOnLoop(request).ShouldBe(stays);
        other.StaysOnLoop(request).ShouldBeFalse();
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task A_kept_connection_that_the_server_has_closed_is_replaced(ClientMode mode)
    {
        using var server = FaultServers.ClosingAfterEachAnswer();
        using var client = ClientModes.New();
        for (var i = 0; i < 5; i++)
        {
            var response = await client.CallAsync(mode, new WireRequest { Method = i % 2 == 0 ? "GET" : "POST", Url = server.Url });
            response.Error.ShouldBe(RequestErrorKind.None, response.ErrorText);
            (response.Status, response.Resends, response.IsConnectionReused).ShouldBe((200, 0, false));
            while (server.Closed <= i) await Task.Delay(1, TestContext.Current.CancellationToken);
        }
        server.Requests.ShouldBe(5);
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task A_request_that_the_server_took_before_it_closed_is_sent_again_only_as_Go_does(ClientMode mode)
    {
        using var server = ScriptedServer.Start(
            ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest, ServerAction.Close);
        using var plain = ClientModes.New();
        (await SecondAsync(plain, "GET")).ShouldBe((RequestErrorKind.Closed, 0));
        (await SecondAsync(plain, "POST")).ShouldBe((RequestErrorKind.Closed, 0));
        using var asGo = ClientModes.New(client: new WireClientOptions { RepeatsAsGo = true });
        (await SecondAsync(asGo, "GET")).ShouldBe((RequestErrorKind.None, 1));
        asGo.CloseConnections();
        (await SecondAsync(asGo, "POST")).ShouldBe((RequestErrorKind.Closed, 0));
        (await SecondAsync(asGo, "PUT")).ShouldBe((RequestErrorKind.Closed, 0));

        async Task<(RequestErrorKind Error, int Resends)> SecondAsync(WireClient client, string method)
        {
            (await client.GetAsync(mode, server.Url)).Status.ShouldBe(200);
            var response = await client.CallAsync(mode, new WireRequest { Method = method, Url = server.Url });
            return (response.Error, response.Resends);
        }
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task A_post_sends_its_body_and_headers(ClientMode mode)
    {
        await using var server = await KestrelServer.StartAsync();
        using var client = ClientModes.New();
        var body = new byte[200_000];
        new Random(1).NextBytes(body);
        var response = await client.CallAsync(mode, new WireRequest
        {
            Method = "POST",
            Url = new Uri(server.Url, "/a b?c=d#e"),
            Body = body,
            Headers = [new HeaderField("X-One", "1"), new HeaderField("Content-Length", "7")],
        });
        response.Status.ShouldBe(200);
        var seen = server.Seen.ShouldHaveSingleItem();
        seen.Target.ShouldBe("/a%20b?c=d");
        seen.Body.AsSpan().SequenceEqual(body).ShouldBeTrue();
        seen.Headers["X-One"].ShouldBe("1");
        seen.Headers.ContainsKey("Accept-Encoding").ShouldBeFalse();
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task TLS_is_checked_described_and_timed(ClientMode mode)
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = TestCertificates.Good });
        using var client = ClientModes.New();
        var response = await client.GetAsync(mode, server.Url);
        response.Error.ShouldBe(RequestErrorKind.None, response.ErrorText);
        response.Tls.ShouldNotBeNull().ShouldStartWith("TLS 1.3 ");
        response.Timings.TlsHandshakingNanos.ShouldBeGreaterThan(0);
        using var distrusting = ClientModes.New(new HttpOptions());
        (await distrusting.GetAsync(mode, server.Url)).Error.ShouldBe(RequestErrorKind.Tls);
        using var insecure = ClientModes.New(new HttpOptions { Tls = new TlsClientOptions { Insecure = true } });
        (await insecure.GetAsync(mode, server.Url)).Status.ShouldBe(200);
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task Failures_are_values_with_their_kind(ClientMode mode)
    {
        using var refusing = ClientModes.New();
        await FailsAsync(refusing, mode, new Uri($"http://127.0.0.1:{FaultServers.RefusingPort()}/"), RequestErrorKind.Refused);
        await FailsAsync(refusing, mode, new Uri("http://no-such-host.invalid/"), RequestErrorKind.Dns);
        using var resetting = FaultServers.Resetting();
        await FailsAsync(refusing, mode, resetting.Url, RequestErrorKind.Reset);
        using var closing = FaultServers.ClosingWithoutAnswer();
        await FailsAsync(refusing, mode, closing.Url, RequestErrorKind.Closed);
        using var half = FaultServers.ClosingAfterHalfABody();
        await FailsAsync(refusing, mode, half.Url, RequestErrorKind.Closed);
        using var garbage = FaultServers.SendingGarbage("SSH-2.0-x\r\n\r\n"u8.ToArray());
        await FailsAsync(refusing, mode, garbage.Url, RequestErrorKind.Protocol);
        using var plain = ScriptedServer.Start(ServerAction.Send("HTTP/1.1 400 Bad Request\r\n\r\n"), ServerAction.Close);
        await FailsAsync(refusing, mode, new UriBuilder(plain.Url) { Scheme = "https" }.Uri, RequestErrorKind.Tls);
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task The_time_out_covers_silence_dripping_and_the_whole_chain(ClientMode mode)
    {
        using var client = ClientModes.New(client: new WireClientOptions { Timeout = TimeSpan.FromSeconds(1) });
        using var silent = FaultServers.NeverAnswering();
        await FailsAsync(client, mode, silent.Url, RequestErrorKind.Timeout);
        using var dripping = FaultServers.AnsweringAByteEvery(TimeSpan.FromMilliseconds(100));
        await FailsAsync(client, mode, dripping.Url, RequestErrorKind.Timeout);
        using var circling = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Wait(TimeSpan.FromMilliseconds(250)),
            ServerAction.Send(Answers.Of(302, "", "Location: /again")), ServerAction.Repeat);
        var redirects = 0;
        for (var time = 0; time < 3 && redirects == 0; time++) // a machine that stands still lets no redirect through in time
        {
            var response = await client.CallAsync(mode, new WireRequest { Url = circling.Url, MaxRedirects = 1000 });
            response.Error.ShouldBe(RequestErrorKind.Timeout);
            redirects = response.Redirects.Length;
        }
        redirects.ShouldBeInRange(1, 4);
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task A_port_that_never_speaks_tls_is_given_up_after_the_time_of_a_first_handshake(ClientMode mode)
    {
        var options = new HttpOptions { ConnectTimeout = TimeSpan.FromMinutes(5), FirstHandshakeTimeout = TimeSpan.FromMilliseconds(200) };
        using var client = ClientModes.New(options, new WireClientOptions { Timeout = TimeSpan.FromMinutes(5) });
        using var silent = ScriptedServer.Start(ServerAction.Hang);
        var response = await client.GetAsync(mode, new UriBuilder(silent.Url) { Scheme = "https" }.Uri);
        response.Error.ShouldBe(RequestErrorKind.Tls, response.ErrorText);
        response.ErrorText.ShouldStartWith("no TLS handshake within 0.2 s");
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task A_request_whose_time_is_over_while_hands_are_shaken_timed_out(ClientMode mode)
    {
        var options = new HttpOptions { ConnectTimeout = TimeSpan.FromMinutes(5), FirstHandshakeTimeout = TimeSpan.FromMinutes(5) };
        using var client = ClientModes.New(options, new WireClientOptions { Timeout = TimeSpan.FromMilliseconds(200) });
        using var silent = ScriptedServer.Start(ServerAction.Hang);
        await FailsAsync(client, mode, new UriBuilder(silent.Url) { Scheme = "https" }.Uri, RequestErrorKind.Timeout);
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task A_cut_throws(ClientMode mode)
    {
        using var silent = FaultServers.NeverAnswering();
        using var client = ClientModes.New();
        using var cut = new CancellationTokenSource();
        var sending = Task.Run(async () => mode == ClientMode.Async
            ? await client.SendAsync(new WireRequest { Url = silent.Url }, cut.Token)
            : client.Send(new WireRequest { Url = silent.Url }, cut.Token), CancellationToken.None);
        while (silent.Requests == 0) await Task.Delay(5, TestContext.Current.CancellationToken);
        await cut.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => sending);
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task Requests_of_one_client_may_overlap(ClientMode mode)
    {
        await using var server = await KestrelServer.StartAsync(answer: async context =>
        {
            await Task.Delay(20);
            await Microsoft.AspNetCore.Http.HttpResponseWritingExtensions.WriteAsync(context.Response, context.Request.Path.Value!);
        });
        using var client = ClientModes.New();
        var all = await Task.WhenAll(Enumerable.Range(0, 20).Select(i => client.GetAsync(mode, new Uri(server.Url, $"/{i}"))));
        all.Select(r => Encoding.UTF8.GetString(r.Body.Span)).ShouldBe(Enumerable.Range(0, 20).Select(i => $"/{i}"));
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task Bodies_are_bounded_and_may_be_discarded(ClientMode mode)
    {
        using var huge = FaultServers.SendingBodyOf(1L << 30);
        using var client = ClientModes.New(client: new WireClientOptions { MaxBodyBytes = 1 << 20 });
        (await client.GetAsync(mode, huge.Url)).Error.ShouldBe(RequestErrorKind.Protocol);
        using var large = FaultServers.SendingBodyOf(8 << 20);
        var discarded = await client.CallAsync(mode, new WireRequest { Url = large.Url, DiscardBody = true });
        discarded.Error.ShouldBe(RequestErrorKind.None, discarded.ErrorText);
        discarded.Body.Length.ShouldBe(0);
        discarded.BytesReceived.ShouldBeGreaterThan(8 << 20);
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task Bodies_are_decompressed(ClientMode mode)
    {
        await using var server = await KestrelServer.StartAsync(answer: async context =>
        {
            var coding = context.Request.Path.Value![1..];
            context.Response.Headers.ContentEncoding = coding;
            await context.Response.Body.WriteAsync(Encode(coding, Encoding.UTF8.GetBytes(new string('a', 5000))));
        });
        using var client = ClientModes.New();
        foreach (var coding in new[] { "gzip", "deflate", "br" })
            (await client.GetAsync(mode, new Uri(server.Url, coding))).Body.Length.ShouldBe(5000, coding);
        (await client.GetAsync(mode, new Uri(server.Url, "unknown"))).Body.Length.ShouldBe(5000);
        using var raw = ClientModes.New(client: new WireClientOptions { Decompress = false });
        (await raw.GetAsync(mode, new Uri(server.Url, "gzip"))).Body.Length.ShouldBeLessThan(500);
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task A_decompression_bomb_is_defused(ClientMode mode)
    {
        var bomb = Encode("gzip", new byte[64 << 20]);
        bomb.Length.ShouldBeLessThan(1 << 17);
        await using var server = await KestrelServer.StartAsync(answer: async context =>
        {
            context.Response.Headers.ContentEncoding = "gzip";
            await context.Response.Body.WriteAsync(bomb);
        });
        using var client = ClientModes.New(client: new WireClientOptions { MaxBodyBytes = 1 << 20 });
        var response = await client.GetAsync(mode, server.Url);
        response.Error.ShouldBe(RequestErrorKind.Protocol);
        response.ErrorText.ShouldContain("1048576");
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task Damaged_compressed_bodies_are_protocol_errors(ClientMode mode)
    {
        using var server = ScriptedServer.Answering(Answers.Of(200, "this is not gzip at all", "Content-Encoding: gzip"));
        using var client = ClientModes.New();
        (await client.GetAsync(mode, server.Url)).Error.ShouldBe(RequestErrorKind.Protocol);
    }

    [Fact]
    public async Task Requests_that_would_break_the_wire_are_refused()
    {
        using var client = ClientModes.New();
        var url = new Uri("http://127.0.0.1:1/");
        var injected = new WireRequest { Url = url, Headers = [new HeaderField("X", "a\r\nY: b")] };
        (await client.SendAsync(injected, TestContext.Current.CancellationToken)).Error.ShouldBe(RequestErrorKind.Protocol);
        client.Send(new WireRequest { Url = new Uri("ftp://127.0.0.1/") }, TestContext.Current.CancellationToken).ErrorText.ShouldContain("ftp");
    }

    private static async Task FailsAsync(WireClient client, ClientMode mode, Uri url, RequestErrorKind kind)
    {
        var response = await client.GetAsync(mode, url);
        response.Error.ShouldBe(kind, response.ErrorText);
        response.Status.ShouldBe(0);
        response.ErrorText.ShouldNotBeEmpty();
        response.Timings.TotalNanos.ShouldBeGreaterThan(0);
    }

    private static byte[] Encode(string coding, byte[] bytes)
    {
        using var output = new MemoryStream();
        using (Stream encoder = coding switch
        {
            "gzip" => new GZipStream(output, CompressionLevel.Optimal),
            "deflate" => new ZLibStream(output, CompressionLevel.Optimal),
            "br" => new BrotliStream(output, CompressionLevel.Optimal),
            _ => new BufferedStream(output),
        })
            encoder.Write(bytes);
        return output.ToArray();
    }
}
