using System.Net.WebSockets;

namespace Dyno.Http.Tests;

/// <summary>Messages over WebSockets, against Kestrel.</summary>
public class WebSocketDriverTests : DriverTests
{
    [Fact]
    public async Task Each_message_is_answered_over_one_connection_and_the_socket_is_closed_in_order()
    {
        await using var server = await SocketServer.StartAsync();
        var seen = To(server.Url, "echo", "ping").Iterate(2, 1000);
        seen.Good.ShouldBe(1000, seen.Example(RequestErrorKind.Protocol));
        seen.Recorder.ConnectionsOpened.ShouldBe(2);
        seen.Recorder.Upgrading.Count.ShouldBe(2);
        await EndsAsync(server, 2);
        server.Ends.ShouldAllBe(end => end == WebSocketCloseStatus.NormalClosure);
    }

    [Theory]
    [InlineData(126)]
    [InlineData(70_000)]
    [InlineData(2_000_000)]
    public async Task Messages_of_every_length_come_back_whole(int length)
    {
        await using var server = await SocketServer.StartAsync();
        var run = To(server.Url, "echo", new string('x', length));
        var seen = (run with { Options = run.Options with { Checks = [Check($"size == {length}", CheckSubject.Size, length)] } }).Iterate(2, 10);
        seen.Good.ShouldBe(10, seen.Example(RequestErrorKind.Protocol));
        seen.Recorder.CheckPasses[0].ShouldBe(10);
    }

    [Fact]
    public async Task Over_TLS_and_packed_nothing_is_different()
    {

        await using var server = await SocketServer.StartAsync(TestCertificates.Good, compresses: true);
        var run = To(server.Url, "echo", string.Concat(Enumerable.Repeat("again and again ", 500)));
        var seen = (run with
        {
            Options = run.Options with
            {
                WebSocket = new WebSocketOptions { Compresses = true },
                Tls = new TlsClientOptions { Insecure = true },
                Checks = [new ResponseCheck("body contains", CheckSubject.Body, "", CheckOperator.Contains, 0, "again and again")],
            },
        }).Iterate(3, 300);
        seen.Good.ShouldBe(300, seen.Example(RequestErrorKind.Protocol));
        seen.Recorder.CheckPasses[0].ShouldBe(300);
        seen.Workload.NegotiatedProtocols.ShouldContain("WebSocket permessage-deflate");
        seen.Recorder.BytesSent.ShouldBeLessThan(300 * 1000, "8,000 bytes a message, packed");
    }

    [Fact]
    public void In_an_open_model_a_message_is_timed_from_its_intended_start()
    {
        var agrees = TimeSpan.FromMilliseconds(300);
        using var server = new RawSocketServer(async stream =>
        {
            await stream.ReadAtLeastAsync(new byte[1000], 1);
            await stream.WriteAsync(ServerFrames.Text("pong"));
            await RawSocketServer.HangAsync(stream);
        }, request =>
        {
            Thread.Sleep(agrees);
            return ServerFrames.Accept(request);
        });
        // One start, which waits for the server to agree before its message can be sent: that is no service, and a wait all the same.
        var step = To(server.Url, "", "ping").Arrive(1, TimeSpan.FromSeconds(1), 1).Recorder.Steps[0];
        step.Service.Count.ShouldBe(1);
        step.Response.Count.ShouldBe(1);
        (step.Response.Max - step.Service.Max).ShouldBeGreaterThanOrEqualTo((long)agrees.TotalNanoseconds);
    }

    [Fact]
    public async Task Answers_in_another_order_find_their_message_by_a_field()
    {
        await using var server = await SocketServer.StartAsync();
        var slots = new GeneratedSlot("n", new GuidValue());
        var run = To(server.Url, "shuffled", """{"id": "{{n}}"}""");
        run = run with { Requests = [run.Requests[0] with { Slots = [slots], WebSocket = run.Requests[0].WebSocket! with { MatchField = "$.id" } }] };
        var seen = (run with { Options = run.Options with { PipelineDepth = 2 } }).Iterate(2, 200);
        seen.Good.ShouldBe(200);
        seen.Recorder.ConnectionsOpened.ShouldBe(1);
        seen.Recorder.Steps[1].Service.Count.ShouldBe(0, "no message came that nobody waited for");
    }

    [Fact]
    public async Task Messages_that_nobody_waits_for_are_timed_apart()
    {
        await using var server = await SocketServer.StartAsync();
        var run = To(server.Url, "push", """{"id": 7}""");
        run = run with { Requests = [run.Requests[0] with { WebSocket = run.Requests[0].WebSocket! with { MatchField = "$.id" } }] };
        var seen = run.Iterate(1, 10);
        seen.Recorder.Steps[0].Service.Count.ShouldBe(10);
        seen.Recorder.Steps[1].Service.Count.ShouldBe(5);
    }

    [Fact]
    public async Task A_message_that_nothing_answers_is_done_when_it_is_sent()
    {
        await using var server = await SocketServer.StartAsync();
        var run = To(server.Url, "echo", "note");
        var seen = (run with { Requests = [run.Requests[0] with { WebSocket = run.Requests[0].WebSocket! with { Answers = 0 } }] }).Iterate(2, 100);
        seen.Recorder.Steps[0].Service.Count.ShouldBe(100);
        seen.Recorder.ConnectionsOpened.ShouldBe(2);
    }

    [Fact]
    public async Task Sockets_are_held_open_until_the_end_and_pinged()
    {
        await using var server = await SocketServer.StartAsync();
        var run = To(server.Url, "echo");
        run = run with { Options = run.Options with { WebSocket = new WebSocketOptions { PingInterval = TimeSpan.FromMilliseconds(300) } } };
        var seen = run.Run(new ConstantVus { VirtualUsers = 50, Duration = TimeSpan.FromSeconds(1) }.CreatePacers(1, 0)[0]);
        seen.Recorder.Steps[0].Service.Count.ShouldBe(50);
        seen.Recorder.Iterations.ShouldBe(50);
        seen.Recorder.InterruptedIterations.ShouldBe(0);
        seen.Recorder.Steps[2].Service.Count.ShouldBeGreaterThan(50);
        await EndsAsync(server, 50);
        server.Ends.ShouldAllBe(end => end == WebSocketCloseStatus.NormalClosure);
    }

    [Theory]
    [InlineData(1000)]
    [InlineData(1001)]
    [InlineData(1002)]
    [InlineData(1003)]
    [InlineData(1007)]
    [InlineData(1008)]
    [InlineData(1009)]
    [InlineData(1010)]
    [InlineData(1011)]
    [InlineData(3000)]
    [InlineData(4321)]
    public async Task A_close_of_the_server_says_its_code_and_counts_a_reconnect(int code)
    {
        await using var server = await SocketServer.StartAsync();
        var seen = To(server.Url, $"close?code={code}", "ping").Iterate(1, 3);
        seen.Errors(RequestErrorKind.Closed).ShouldBe(3);
        seen.Example(RequestErrorKind.Closed).ShouldNotBeNull().ShouldContain($"{code}");
        seen.Example(RequestErrorKind.Closed).ShouldNotBeNull().ShouldContain("as asked");
        seen.Recorder.Reconnects.ShouldBe(2);
    }

    [Theory]
    [InlineData("plain", 200)]
    [InlineData("forbidden", 403)]
    public async Task A_server_or_proxy_that_answers_in_HTTP_fails_with_its_status(string path, int status)
    {
        await using var server = await SocketServer.StartAsync();
        var seen = To(server.Url, path, "ping").Iterate(1, 3);
        seen.Failed.ShouldBe(3);
        seen.Statuses(status).ShouldBe(3);
        seen.Example(RequestErrorKind.Status).ShouldNotBeNull().ShouldContain($"status {status} instead of 101");
    }

    [Fact]
    public async Task A_subprotocol_is_offered_and_must_be_chosen()
    {
        await using var server = await SocketServer.StartAsync();
        var run = To(server.Url, "echo", "ping");
        run = run with { Requests = [run.Requests[0] with { Headers = [new HeaderField("Sec-WebSocket-Protocol", "chat.v2, chat")] }] };
        var seen = run.Iterate(1, 3);
        seen.Good.ShouldBe(3);
        seen.Workload.NegotiatedProtocols.ShouldContain("WebSocket chat.v2");
    }

    [Theory]
    [InlineData(DriverChoice.HttpClient, HttpVersionChoice.Http11, "do not go through HttpClient")]
    [InlineData(DriverChoice.Auto, HttpVersionChoice.Http2, "over HTTP/1.1 only")]
    public void What_speaks_no_WebSockets_is_refused_before_the_run(DriverChoice driver, HttpVersionChoice version, string reason) =>
        Should.Throw<UserFault>(() => HttpWorkload.Create(To(new Uri("http://127.0.0.1:1/"), "", "x").Requests, new HttpOptions { Driver = driver, Version = version }))
            .Message.ShouldContain(reason);

    internal static DriverRun To(Uri url, string path, params string[] messages) => new()
    {
        Requests =
        [
            new HttpRequestPlan
            {
                Name = "socket",
                Method = "GET",
                Url = new Uri(url, path),
                WebSocket = new WebSocketPlan { Messages = [.. messages.Select(m => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(m))] },
            },
        ],
    };

    private static async Task EndsAsync(SocketServer server, int count)
    {
        for (var i = 0; i < 200 && server.Ends.Count < count; i++) await Task.Delay(20);
        server.Ends.Count.ShouldBe(count);
    }

    private static ResponseCheck Check(string text, CheckSubject subject, double number) => new(text, subject, "", CheckOperator.Equal, number, "");
}
