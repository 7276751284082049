namespace Dyno.Http.Tests;

/// <summary>Servers that misbehave: every message ends, is counted once, and the example says what happened.</summary>
public class WebSocketFaultTests : DriverTests
{
    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(300);

    [Fact]
    public void A_wrong_accept_key_is_no_agreement()
    {
        using var server = new RawSocketServer(RawSocketServer.HangAsync,
            request => Encoding.ASCII.GetBytes(Encoding.ASCII.GetString(ServerFrames.Accept(request)).Replace("Accept: ", "Accept: x", StringComparison.Ordinal)));
        var seen = Ping(server).Iterate(1, 2);
        seen.Errors(RequestErrorKind.Protocol).ShouldBe(2);
        seen.Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain("Sec-WebSocket-Accept");
    }

    [Fact]
    public void An_answer_that_is_not_HTTP_says_what_came()
    {
        using var server = new RawSocketServer(RawSocketServer.HangAsync, _ => "SSH-2.0-OpenSSH\r\n"u8.ToArray());
        Ping(server).Iterate(1, 1).Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain("SSH-2.0");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(1000)]
    public void Interim_answers_in_one_piece_with_the_agreement_are_passed_over(int count)
    {
        using var server = new RawSocketServer(async stream =>
        {
            await stream.ReadAtLeastAsync(new byte[1000], 1);
            await stream.WriteAsync(ServerFrames.Frame(0x81, "pong"u8.ToArray()));
            await RawSocketServer.HangAsync(stream);
        }, request => [.. Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", count))), .. ServerFrames.Accept(request)]);
        Ping(server).Iterate(1, 1).Good.ShouldBe(1);
    }

    [Fact]
    public void A_handshake_that_is_never_answered_ends_with_the_time_to_connect()
    {
        using var server = new RawSocketServer(RawSocketServer.HangAsync, _ => []);
        var run = Ping(server);
        var seen = (run with { Options = run.Options with { ConnectTimeout = Soon } }).Iterate(2, 2);
        seen.Errors(RequestErrorKind.Timeout).ShouldBe(2);
        seen.Example(RequestErrorKind.Timeout).ShouldNotBeNull().ShouldContain("handshake within 0.3 s");
    }

    [Fact]
    public async Task A_message_over_the_limit_is_answered_with_1009()
    {
        var said = new TaskCompletionSource<byte[]>();
        using var server = new RawSocketServer(async stream =>
        {
            await stream.ReadAtLeastAsync(new byte[1000], 1);
            await stream.WriteAsync(ServerFrames.Frame(0x82, new byte[2000]));
            said.TrySetResult(await RawSocketServer.HangAsync(stream));
        });
        var run = Ping(server);
        var seen = (run with { Options = run.Options with { WebSocket = new WebSocketOptions { MaxMessageBytes = 1000 } } }).Iterate(1, 1);
        seen.Errors(RequestErrorKind.Protocol).ShouldBe(1);
        seen.Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain("1009");
        CloseCodeOf(await said.Task).ShouldBe(1009);
    }

    [Theory]
    [InlineData("8100", 0)]
    [InlineData("8102C0AF", 1007)]
    [InlineData("830161", 1002)]
    [InlineData("8181000000006100", 1002)]
    public void A_breach_is_told_with_the_code_of_the_standard(string answer, int code)
    {
        using var server = RawSocketServer.Answering(Convert.FromHexString(answer));
        var seen = Ping(server).Iterate(1, 1);
        if (code == 0) seen.Good.ShouldBe(1, "an empty text is an answer");
        else seen.Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain($"close code {code}");
    }

    [Fact]
    public void A_compression_bomb_costs_no_memory_and_fails()
    {
        var bomb = new WebSocketDeflate().Pack(new byte[100_000_000]).ToArray();
        var allocated = 0L;
        using var server = new RawSocketServer(async stream =>
        {
            await stream.ReadAtLeastAsync(new byte[1000], 1);
            await stream.WriteAsync(ServerFrames.Frame(0xC2, bomb));
            await RawSocketServer.HangAsync(stream);
        }, request => ServerFrames.Accept(request, "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n"));
        var run = Ping(server);
        var seen = (run with
        {
            Options = run.Options with { WebSocket = new WebSocketOptions { Compresses = true, MaxMessageBytes = 1_000_000 } },
            AroundPhase = _ => allocated = GC.GetAllocatedBytesForCurrentThread() - allocated,
        }).Iterate(1, 1);
        seen.Example(RequestErrorKind.Protocol).ShouldNotBeNull().ShouldContain("exceeds the limit");
        allocated.ShouldBeLessThan(10_000_000, "what came packed and a message as long as the limit, and not a hundred of them");
    }

    [Fact]
    public void A_half_open_connection_is_found_by_a_ping_without_an_answer()
    {
        using var server = new RawSocketServer(RawSocketServer.HangAsync);
        var run = WebSocketDriverTests.To(server.Url, "");
        run = run with { Options = run.Options with { WebSocket = new WebSocketOptions { PingInterval = Soon } } };
        var seen = run.Run(new ConstantVus { VirtualUsers = 2, Duration = TimeSpan.FromSeconds(1) }.CreatePacers(1, 0)[0]);
        seen.Errors(RequestErrorKind.Timeout).ShouldBeGreaterThanOrEqualTo(2);
        seen.Example(RequestErrorKind.Timeout).ShouldNotBeNull().ShouldContain("half-open");
        server.Connections.ShouldBeGreaterThan(2, "it is opened again");
    }

    [Fact]
    public void A_message_without_an_answer_ends_at_its_time_out()
    {
        using var server = new RawSocketServer(RawSocketServer.HangAsync);
        var run = Ping(server);
        var seen = (run with { Options = run.Options with { Timeout = Soon } }).Iterate(2, 4);
        seen.Errors(RequestErrorKind.Timeout).ShouldBe(4);
        seen.Recorder.Steps[0].FailedService.Max.ShouldBe(300_000_000);
    }

    [Fact]
    public void A_connection_that_ends_without_a_close_is_1006()
    {
        using var server = new RawSocketServer(async stream => await stream.ReadAtLeastAsync(new byte[1000], 1));
        Ping(server).Iterate(1, 2).Example(RequestErrorKind.Closed).ShouldNotBeNull().ShouldContain("1006");
    }

    [Fact]
    public void A_server_that_closes_each_socket_at_once_is_no_storm_of_connections()
    {
        // Pauses of 10, 20, 40, 80, 160, 320 ms lie between the attempts.
        using var server = new RawSocketServer(async stream => await stream.WriteAsync(ServerFrames.Close(1013)));
        var seen = Ping(server).Loop(1, TimeSpan.FromMilliseconds(500));
        seen.Errors(RequestErrorKind.Closed).ShouldBeInRange(2, 8);
        seen.Recorder.Reconnects.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void A_server_that_reads_slowly_costs_time_and_no_memory()
    {
        const int Length = 3_000_000, Messages = 10, Frame = Length + 14; // the head of a long masked frame
        var allocated = 0L;
        using var server = new RawSocketServer(async stream =>
        {
            var piece = new byte[256 * 1024];
            for (var message = 0; message < Messages; message++)
            {
                for (var left = Frame; left > 0; left -= await stream.ReadAsync(piece)) await Task.Delay(5);
                await stream.WriteAsync(ServerFrames.Text("done"));
            }
            await RawSocketServer.HangAsync(stream);
        });
        var run = WebSocketDriverTests.To(server.Url, "", new string('x', Length));
        var seen = (run with { AroundPhase = _ => allocated = GC.GetAllocatedBytesForCurrentThread() - allocated }).Iterate(1, Messages);
        seen.Good.ShouldBe(Messages);
        seen.Recorder.BytesSent.ShouldBeInRange((long)Messages * Frame, Messages * Frame + 1_000, "a handshake, and nothing twice");
        allocated.ShouldBeLessThan(Length, "not even one message, of 30 MB that the server kept waiting");
    }

    /// <summary>What the system buffers is a few megabytes; beyond that a message is not sent, and its time runs out.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    public void A_server_that_reads_nothing_is_sent_no_more_than_the_system_takes(int pipeline)
    {
        using var server = new RawSocketServer(async _ => await Task.Delay(Timeout.Infinite, TestContext.Current.CancellationToken));
        var run = WebSocketDriverTests.To(server.Url, "", new string('x', 100_000));
        run = run with
        {
            Requests = [run.Requests[0] with { WebSocket = run.Requests[0].WebSocket! with { Answers = 0 } }],
            Options = run.Options with { Timeout = Soon, PipelineDepth = pipeline },
        };
        var seen = run.Loop(pipeline, TimeSpan.FromSeconds(1));
        seen.Errors(RequestErrorKind.Timeout).ShouldBeGreaterThan(0, $"{seen.Good} sent over {server.Connections} connections");
        seen.Example(RequestErrorKind.Timeout).ShouldNotBeNull().ShouldContain("does not read");
        (seen.Recorder.BytesSent / server.Connections).ShouldBeLessThan(30_000_000);
    }

    [Fact]
    public void A_server_that_reads_late_gets_every_message_that_nothing_answers()
    {
        using var server = new RawSocketServer(async stream =>
        {
            await Task.Delay(200);
            await RawSocketServer.HangAsync(stream);
        });
        var run = WebSocketDriverTests.To(server.Url, "", new string('x', 1_000_000));
        run = run with { Requests = [run.Requests[0] with { WebSocket = run.Requests[0].WebSocket! with { Answers = 0 } }] };
        var seen = run.Iterate(2, 60);
        seen.Recorder.Steps[0].Service.Count.ShouldBe(60);
        seen.Recorder.ConnectionsOpened.ShouldBe(2);
    }

    [Fact]
    public async Task Pings_of_the_server_are_answered_with_what_they_carry()
    {
        var said = new TaskCompletionSource<byte[]>();
        using var server = new RawSocketServer(async stream =>
        {
            await stream.ReadAtLeastAsync(new byte[1000], 1);
            await stream.WriteAsync(ServerFrames.Frame(0x89, "abc"u8.ToArray()));
            var pong = new byte[9];
            await stream.ReadExactlyAsync(pong);
            said.TrySetResult(pong);
            await stream.WriteAsync(ServerFrames.Text("answer"));
            await RawSocketServer.HangAsync(stream);
        });
        Ping(server).Iterate(1, 1).Good.ShouldBe(1);
        var frame = await said.Task;
        frame[0].ShouldBe((byte)0x8A);
        frame[1].ShouldBe((byte)0x83, "a client masks");
        var payload = new byte[3];
        WebSocketMask.Apply(frame.AsSpan(6), payload, BitConverter.ToUInt32(frame, 2));
        payload.ShouldBe("abc"u8.ToArray());
    }

    private static DriverRun Ping(RawSocketServer server) => WebSocketDriverTests.To(server.Url, "", "ping");

    internal static int CloseCodeOf(byte[] sent)
    {
        var at = sent.AsSpan().LastIndexOf([(byte)0x88, (byte)0x82]);
        var payload = new byte[2];
        WebSocketMask.Apply(sent.AsSpan(at + 6, 2), payload, BitConverter.ToUInt32(sent, at + 2));
        return (payload[0] << 8) | payload[1];
    }
}
