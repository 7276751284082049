using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;
using KestrelServer = Dyno.Testing.KestrelServer;

namespace Dyno.Http.Tests;

/// <summary>HTTP/2: against Kestrel, and servers that misbehave.</summary>
public class Http2DriverTests : DriverTests
{
    private static readonly TlsClientOptions Trusting = new() { CaFile = TestCertificates.AuthorityFile };
    private static readonly KestrelOptions Cleartext = new() { Protocols = HttpProtocols.Http2 };

    private static CancellationToken Now => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Streams_share_one_connection_by_prior_knowledge_and_by_ALPN(bool isTls)
    {
        await using var server = await KestrelServer.StartAsync(isTls
            ? new KestrelOptions { Protocols = HttpProtocols.Http1AndHttp2, Certificate = TestCertificates.Good } : Cleartext);
        var seen = Load(server.Url, new HttpOptions { Tls = Trusting }).Iterate(50, 2000);
        seen.Good.ShouldBe(2000, seen.Example(RequestErrorKind.Protocol) ?? seen.Example(RequestErrorKind.Tls));
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
        seen.Workload.Driver.ShouldBe(Driver == DriverChoice.Linux ? "linux" : "portable");
        seen.Workload.NegotiatedProtocols[0].ShouldBe("HTTP/2");
        server.Seen.Count.ShouldBe(2000);
        server.Seen.ShouldAllBe(r => r.Protocol == "HTTP/2" && r.ConnectionId == server.Seen.First().ConnectionId);
    }

    [Fact]
    public async Task Streams_are_spread_over_as_many_connections_as_asked_for()
    {
        await using var server = await KestrelServer.StartAsync(Cleartext);
        var seen = Load(server.Url, new HttpOptions { StreamsPerConnection = 10 }).Iterate(30, 900);
        seen.Good.ShouldBe(900);
        seen.Recorder.ConnectionsOpened.ShouldBe(3);
        server.Seen.Select(r => r.ConnectionId).Distinct().Count().ShouldBe(3);
    }

    [Fact]
    public async Task More_streams_than_the_server_allows_wait_for_one_that_is_free()
    {
        await using var server = await KestrelServer.StartAsync(Cleartext); // 100 at once
        var seen = Load(server.Url, new HttpOptions { StreamsPerConnection = 300 }).Iterate(300, 3000);
        seen.Good.ShouldBe(3000, seen.Example(RequestErrorKind.Reset));
        seen.Failed.ShouldBe(0);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
        seen.Workload.NegotiatedProtocols.ShouldBe(["HTTP/2", "HTTP/2: 100 of 300 streams a connection, as the server allows"]);
    }

    [Fact]
    public async Task Ten_thousand_streams_are_in_flight_at_once()
    {
        await using var server = await KestrelServer.StartAsync(Cleartext);
        var seen = Load(server.Url, new HttpOptions { StreamsPerConnection = 100 }).Iterate(10_000, 20_000);
        seen.Good.ShouldBe(20_000, seen.Example(RequestErrorKind.Reset) ?? seen.Example(RequestErrorKind.Timeout));
        seen.Recorder.ConnectionsOpened.ShouldBe(100);
        seen.Recorder.MaxActive.ShouldBe(10_000);
    }

    [Fact]
    public async Task Method_headers_body_rows_and_values_arrive_as_planned()
    {
        await using var server = await KestrelServer.StartAsync(Cleartext);
        var request = DriverRun.Get(server.Url) with
        {
            Method = "POST",
            Url = new Uri(server.Url, "/%7B%7Bid%7D%7D?q={{n}}"),
            Body = "n={{name}}"u8.ToArray(),
            Headers = [new HeaderField("Content-Type", "text/plain"), new HeaderField("X-One", "{{name}}!"), new HeaderField("Connection", "close")],
            Slots = [new("n", new RandomIntegerValue(5, 6))],
        };
        var feed = new DataFeed { Columns = ["id", "name"], Rows = [["1", "ann"], ["22", "bobby"]] };
        var options = new HttpOptions { Version = HttpVersionChoice.Http2, Feed = feed };
        new DriverRun { Requests = [request], Options = options }.Iterate(1, 4).Good.ShouldBe(4);
        var seen = server.Seen.Last();
        (seen.Method, seen.Target, seen.Headers["X-One"], seen.Headers["Content-Length"]).ShouldBe(("POST", "/22?q=5", "bobby!", "7"));
        System.Text.Encoding.UTF8.GetString(seen.Body).ShouldBe("n=bobby");
        seen.Headers.ContainsKey("Connection").ShouldBeFalse();
    }

    [Fact]
    public async Task Large_bodies_go_both_ways_through_the_windows()
    {
        var answer = new byte[3_000_000];
        await using var server = await KestrelServer.StartAsync(Cleartext,
            context => context.Response.Body.WriteAsync(answer, context.RequestAborted).AsTask());
        var request = DriverRun.Get(server.Url) with { Method = "POST", Body = new byte[2_000_000] };
        var seen = new DriverRun { Requests = [request], Options = new HttpOptions { Version = HttpVersionChoice.Http2 } }.Iterate(4, 12);
        seen.Good.ShouldBe(12, seen.Example(RequestErrorKind.Protocol));
        server.Seen.ShouldAllBe(r => r.Body.Length == 2_000_000);
        seen.Recorder.Steps[0].BytesReceived.ShouldBeGreaterThan(12L * answer.Length);
        seen.Recorder.BytesSent.ShouldBeGreaterThan(12L * 2_000_000);
    }

    [Fact]
    public async Task A_request_after_a_pause_goes_out_when_the_pause_is_over_and_not_with_the_next_event()
    {
        await using var server = await KestrelServer.StartAsync(Cleartext);
        var seen = Load(server.Url, new HttpOptions { Delay = TimeSpan.FromMilliseconds(1) }).Iterate(1, 60);
        seen.Good.ShouldBe(60);
        // A frame left lying would wait for the loop's own look at its signals, 50 ms, each time.
        seen.Recorder.Steps[0].Service.Min.ShouldBeLessThan(40_000_000);
        var steps = DriverRun.To(server.Url, "a", "b") with { Options = new HttpOptions { Version = HttpVersionChoice.Http2, Delay = TimeSpan.FromMilliseconds(1) } };
        steps.Iterate(1, 30).Recorder.Steps[1].Service.Min.ShouldBeLessThan(40_000_000);
    }

    [Fact]
    public async Task Checks_read_status_headers_and_body()
    {
        await using var server = await KestrelServer.StartAsync(Cleartext, context =>
        {
            context.Response.Headers["x-kind"] = "plain";
            return context.Response.WriteAsync("hello, world");
        });
        var options = new HttpOptions
        {
            Checks =
            [
                new("status == 200", CheckSubject.Status, "", CheckOperator.Equal, 200, ""),
                new("header x-kind == plain", CheckSubject.Header, "x-kind", CheckOperator.Equal, 0, "plain"),
                new("body contains world", CheckSubject.Body, "", CheckOperator.Contains, 0, "world"),
                new("size == 12", CheckSubject.Size, "", CheckOperator.Equal, 12, ""),
                new("body contains moon", CheckSubject.Body, "", CheckOperator.Contains, 0, "moon"),
            ],
        };
        var seen = Load(server.Url, options).Iterate(8, 80);
        seen.Recorder.CheckPasses.ToArray().ShouldBe([80, 80, 80, 80, 0]);
        seen.Recorder.CheckFails.ToArray().ShouldBe([0, 0, 0, 0, 80]);
    }

    [Fact]
    public async Task A_server_that_restarts_is_found_again()
    {
        var server = await KestrelServer.StartAsync(Cleartext);
        var url = server.Url;
        var run = Task.Run(() => Load(url, new HttpOptions()).Loop(8, TimeSpan.FromSeconds(3)), Now);
        await Task.Delay(700, Now);
        await server.DisposeAsync(); // GOAWAY, then the end
        await Task.Delay(300, Now);
        await using var again = await KestrelServer.StartAsync(Cleartext with { Port = url.Port });
        var seen = await run;
        again.Seen.ShouldNotBeEmpty();
        seen.Recorder.ConnectionsOpened.ShouldBeGreaterThan(1);
        seen.Recorder.Reconnects.ShouldBeGreaterThan(0);
        (seen.Errors(RequestErrorKind.Protocol), seen.Errors(RequestErrorKind.Timeout)).ShouldBe((0, 0));
    }

    [Fact]
    public async Task A_server_that_is_killed_and_comes_back_is_found_again()
    {
        await using var server = await KestrelServer.StartAsync(Cleartext);
        await using var relay = Relay.To(server.Port);
        var run = Task.Run(() => Load(new Uri($"http://127.0.0.1:{relay.Port}/"), new HttpOptions()).Loop(8, TimeSpan.FromSeconds(3)), Now);
        await Task.Delay(700, Now);
        relay.Cut(); // no GOAWAY: every connection is reset, new ones are refused
        await Task.Delay(300, Now);
        var before = server.Seen.Count;
        relay.Restore();
        var seen = await run;
        before.ShouldBeGreaterThan(0);
        server.Seen.Count.ShouldBeGreaterThan(before);
        seen.Recorder.ConnectionsOpened.ShouldBeGreaterThan(1);
        (seen.Errors(RequestErrorKind.Protocol), seen.Errors(RequestErrorKind.Timeout)).ShouldBe((0, 0));
    }

    [Fact]
    public async Task Over_a_half_open_connection_each_request_times_out_and_when_it_passes_again_the_load_goes_on()
    {
        await using var server = await KestrelServer.StartAsync(Cleartext);
        await using var relay = Relay.To(server.Port);
        var load = Load(new Uri($"http://127.0.0.1:{relay.Port}/"), new HttpOptions { Timeout = TimeSpan.FromMilliseconds(300) });
        var run = Task.Run(() => load.Loop(4, TimeSpan.FromSeconds(3)), Now);
        await Task.Delay(700, Now);
        relay.Pause(); // nobody says that anything is wrong
        await Task.Delay(800, Now);
        var before = server.Seen.Count;
        relay.Restore();
        var seen = await run;
        seen.Errors(RequestErrorKind.Timeout).ShouldBeGreaterThan(3);
        server.Seen.Count.ShouldBeGreaterThan(before + 4);
        (seen.Errors(RequestErrorKind.Protocol), seen.Errors(RequestErrorKind.Reset), seen.Errors(RequestErrorKind.Closed)).ShouldBe((0, 0, 0));
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public async Task A_server_without_HTTP_2_is_named_at_once()
    {
        await using var server = await KestrelServer.StartAsync(
            new KestrelOptions { Protocols = HttpProtocols.Http1, Certificate = TestCertificates.Good });
        var seen = Load(server.Url, new HttpOptions { Tls = Trusting }).Iterate(1, 2);
        seen.Errors(RequestErrorKind.Protocol).ShouldBe(2);
        seen.Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain("by ALPN");
        server.Seen.ShouldBeEmpty();
        await using var plain = await KestrelServer.StartAsync();
        seen = Load(plain.Url, new HttpOptions()).Iterate(1, 2);
        seen.Errors(RequestErrorKind.Protocol).ShouldBe(2);
        seen.Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain("does not speak HTTP/2");
        using var text = ScriptedServer.Answering("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        seen = Load(text.Url, new HttpOptions()).Iterate(1, 2);
        seen.Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain("(HTTP/1.1 400 Bad Request");
    }

    [Fact]
    public void A_server_that_says_nothing_is_a_time_out_and_the_next_request_waits_no_longer_than_its_own()
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Wait(TimeSpan.FromSeconds(20)));
        var seen = Load(server.Url, new HttpOptions { Timeout = TimeSpan.FromMilliseconds(200) }).Iterate(2, 4);
        seen.Errors(RequestErrorKind.Timeout).ShouldBe(4);
    }

    [Fact]
    public async Task A_slow_answer_times_out_alone_at_its_deadline()
    {
        await using var server = await KestrelServer.StartAsync(Cleartext,
            context => context.Request.Path == "/slow" ? Task.Delay(30_000, context.RequestAborted) : context.Response.WriteAsync("quick"));
        var run = DriverRun.To(server.Url, "slow", "quick") with { Options = new HttpOptions { Version = HttpVersionChoice.Http2, Timeout = TimeSpan.FromSeconds(2) } };
        var seen = run.Iterate(4, 8);
        seen.Errors(RequestErrorKind.Timeout).ShouldBe(8);
        seen.Recorder.Steps[1].Service.Count.ShouldBe(8);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
        seen.Recorder.Steps[0].FailedService.Max.ShouldBeInRange(1_999_000_000, 2_010_000_000);
    }

    [Fact]
    public void GOAWAY_drains_and_the_next_requests_go_to_a_new_connection_without_an_error()
    {
        // Each connection answers one stream and says that it takes no more; the other one was not begun.
        var frames = new Http2Frames().Settings().GoAway(1, ErrorCode.NoError).Headers(1, true, ":status: 204").ToArray();
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(frames), ServerAction.Wait(TimeSpan.FromMilliseconds(300)));
        var seen = Load(server.Url, new HttpOptions()).Iterate(1, 3);
        seen.Good.ShouldBe(3, seen.Example(RequestErrorKind.Reset));
        seen.Recorder.ConnectionsOpened.ShouldBe(3);
        seen.Recorder.Reconnects.ShouldBe(2);
    }

    [Theory]
    [InlineData("flood of PING frames")]
    [InlineData("padding")]
    [InlineData("a stream that it must not refer to")]
    [InlineData("exceeds the largest size")]
    public void A_server_that_breaks_the_protocol_is_told_so_and_its_requests_fail_by_that_name(string word)
    {
        var frames = new Http2Frames().Settings();
        switch (word)
        {
            case "padding": frames.Headers(1, false, ":status: 200").Frame(FrameType.Data, FrameFlags.Padded, 1, 9, 0); break;
            case "a stream that it must not refer to": frames.Headers(2, true, ":status: 200"); break;
            case "exceeds the largest size": frames.Frame(FrameType.Data, 0, 1, new byte[20_000]); break;
            default:
                for (var i = 0; i < 1100; i++) frames.Frame(FrameType.Ping, 0, 0, new byte[8]);
                break;
        }
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(frames.ToArray()),
            ServerAction.Wait(TimeSpan.FromMilliseconds(300)));
        var seen = Load(server.Url, new HttpOptions()).Iterate(1, 2);
        seen.Errors(RequestErrorKind.Protocol).ShouldBe(2);
        seen.Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain(word);
    }

    [Fact]
    public void Servers_that_break_the_protocol_in_different_ways_are_told_apart()
    {
        var flood = new Http2Frames().Settings();
        for (var i = 0; i < 1100; i++) flood.Frame(FrameType.Ping, 0, 0, new byte[8]);
        var padding = new Http2Frames().Settings().Headers(1, false, ":status: 200").Frame(FrameType.Data, FrameFlags.Padded, 1, 9, 0);
        using var first = Breaking(flood);
        using var second = Breaking(padding);

        var seen = (Load(first.Url, new HttpOptions()) with
        {
            Requests = [DriverRun.Get(first.Url),
            DriverRun.Get(second.Url)]
        }).Iterate(1, 3);

        seen.Errors(RequestErrorKind.Protocol).ShouldBe(6);
        seen.Recorder.Varieties.ShouldBe([("flood of PING frames", 3), ("a frame is shorter than its padding", 3)]);

        static ScriptedServer Breaking(Http2Frames frames) =>
            ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(frames.ToArray()),
            ServerAction.Wait(TimeSpan.FromMilliseconds(300)));
    }

    private static DriverRun Load(Uri url, HttpOptions options) =>
        new() { Requests = [DriverRun.Get(url)], Options = options with { Version = HttpVersionChoice.Http2 } };
}

/// <summary>HTTP/2 allocates nothing per request either: headers that are known, and those with values made anew.</summary>
[Collection(nameof(Alone))]
public class Http2AllocationTests
{
    private const int Requests = 40_000;

    [Theory]
    [InlineData(DriverChoice.Linux, false)]
    [InlineData(DriverChoice.Linux, true)]
    [InlineData(DriverChoice.Portable, false)]
    public void A_request_allocates_nothing(DriverChoice driver, bool hasValues)
    {
        using var server = new QuietHttp2Server();
        long before = 0, after = 0;
        var plan = DriverRun.Get(server.Url);
        if (hasValues)
            plan = plan with
            {
                Method = "POST",
                Url = new Uri(plan.Url, "items?at={{now}}"),
                Headers = [new("X-Request-Id", "{{id}}")],
                Body = "{ \"id\": \"{{id}}\" }"u8.ToArray(),
                Slots = [new("id", new GuidValue()), new("now", new DateTimeValue("R", TimeShift.None, false))],
            };
        var run = new DriverRun
        {
            Requests = [plan],
            Driver = driver,
            Options = new HttpOptions { Version = HttpVersionChoice.Http2, StreamsPerConnection = 4 },
            AroundPhase = phase =>
            {
                if (phase == 2) before = GC.GetTotalAllocatedBytes(precise: true);
                if (phase == 3) after = GC.GetTotalAllocatedBytes(precise: true);
            },
        };
        var least = long.MaxValue;
        for (var time = 0; time < 3 && least >= Requests; time++)
        {
            run.Run(DriverRun.Count(8, 1000), DriverRun.Count(8, Requests)).Good.ShouldBe(Requests);
            least = Math.Min(least, after - before);
        }
        least.ShouldBeLessThan(Requests);
    }
}
