namespace Dyno.Http.Tests;

/// <summary>The WebSocket of scripts on servers that misbehave: an error says what happened, and a close ends it.</summary>
public class WebSocketConnectionTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_wrong_accept_key_is_no_agreement()
    {
        using var server = new RawSocketServer(RawSocketServer.HangAsync,
            request => Encoding.ASCII.GetBytes(Encoding.ASCII.GetString(ServerFrames.Accept(request)).Replace("Accept: ", "Accept: x", StringComparison.Ordinal)));
        using var socket = To(server.Url);
        (await ErrorAsync(socket)).ShouldContain("Sec-WebSocket-Accept");
        (await socket.NextAsync()).ShouldSatisfyAllConditions(e => e.Kind.ShouldBe(WebSocketEventKind.Close), e => e.Code.ShouldBe(1006));
    }

    [Fact]
    public async Task A_handshake_that_is_never_answered_ends_with_its_time()
    {
        using var server = new RawSocketServer(RawSocketServer.HangAsync, _ => []);
        using var socket = To(server.Url, o => o with { Timeout = TimeSpan.FromMilliseconds(200) });
        (await ErrorAsync(socket)).ShouldContain("within 0.2 s");
    }

    [Theory]
    [InlineData(1000)]
    [InlineData(1008)]
    [InlineData(1011)]
    [InlineData(4321)]
    public async Task A_close_of_the_server_has_its_code_and_reason(int code)
    {
        await using var server = await SocketServer.StartAsync();
        using var socket = To(new Uri(server.Url, $"close?code={code}"));
        (await socket.NextAsync()).Kind.ShouldBe(WebSocketEventKind.Open);
        socket.Send("x"u8.ToArray(), isText: true);
        var close = await socket.NextAsync();
        (close.Kind, close.Code, close.Text).ShouldBe((WebSocketEventKind.Close, code, "as asked"));
        socket.Send("y"u8.ToArray(), isText: true).ShouldBeFalse();
    }

    [Fact]
    public async Task Pings_of_a_server_that_does_not_read_are_answered_by_one_pong_and_take_no_memory()
    {
        const int Pings = 200_000; // their pongs would be more than the system buffers
        var frames = Enumerable.Repeat(ServerFrames.Frame(0x89, new byte[100]), 1000).SelectMany(frame => frame).ToArray();
        using var server = new RawSocketServer(async stream =>
        {
            for (var i = 0; i < Pings / 1000; i++) await stream.WriteAsync(frames);
            await Task.Delay(Timeout.Infinite, Cancelled);
        });
        using var socket = To(server.Url);
        (await socket.NextAsync()).Kind.ShouldBe(WebSocketEventKind.Open);
        for (var i = 0; i < Pings; i++) (await socket.NextAsync()).Kind.ShouldBe(WebSocketEventKind.Ping);
        socket.QueuedBytes.ShouldBeLessThanOrEqualTo(200);
    }

    [Fact]
    public async Task A_server_that_does_not_read_is_given_up_when_too_much_waits_for_it()
    {
        using var server = new RawSocketServer(_ => Task.Delay(Timeout.Infinite, Cancelled));
        using var socket = To(server.Url);
        (await socket.NextAsync()).Kind.ShouldBe(WebSocketEventKind.Open);
        var next = socket.NextAsync();
        var sent = 0;
        while (socket.Send(new byte[1024 * 1024], isText: false)) (++sent).ShouldBeLessThan(1000);
        (await next).ShouldSatisfyAllConditions(e => e.Kind.ShouldBe(WebSocketEventKind.Error), e => e.Text.ShouldContain("the server does not read"));
        (await socket.NextAsync()).Code.ShouldBe(1006);
    }

    [Fact]
    public async Task A_connection_that_ends_without_a_close_is_an_error_and_1006()
    {
        using var server = new RawSocketServer(async stream => await stream.ReadAtLeastAsync(new byte[1000], 1));
        using var socket = To(server.Url);
        (await socket.NextAsync()).Kind.ShouldBe(WebSocketEventKind.Open);
        socket.Send("x"u8.ToArray(), isText: true);
        (await ErrorAsync(socket)).ShouldContain("without closing the WebSocket");
        (await socket.NextAsync()).Code.ShouldBe(1006);
    }

    [Theory]
    [InlineData("message", "exceeds the limit", 1009)]
    [InlineData("bomb", "exceeds the limit", 1009)]
    [InlineData("utf8", "UTF-8", 1007)]
    [InlineData("masked", "mask", 1002)]
    public async Task A_breach_is_an_error_and_the_server_is_told_its_code(string what, string words, int code)
    {
        var frame = what switch
        {
            "message" => ServerFrames.Frame(0x82, new byte[20_000]),
            "bomb" => ServerFrames.Frame(0xC2, new WebSocketDeflate().Pack(new byte[10_000_000]).ToArray()),
            "utf8" => Convert.FromHexString("8102C0AF"),
            _ => Convert.FromHexString("8181000000006100"),
        };
        var said = new TaskCompletionSource<byte[]>();
        using var server = new RawSocketServer(async stream =>
        {
            await stream.WriteAsync(frame);
            said.TrySetResult(await RawSocketServer.HangAsync(stream));
        }, request => ServerFrames.Accept(request, what == "bomb" ? "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n" : ""));
        using var socket = To(server.Url, o => o with { MaxMessageBytes = 10_000, Compresses = what == "bomb" });
        (await ErrorAsync(socket)).ShouldContain(words);
        (await socket.NextAsync()).Kind.ShouldBe(WebSocketEventKind.Close);
        WebSocketFaultTests.CloseCodeOf(await said.Task).ShouldBe(code);
    }

    [Fact]
    public async Task What_a_server_does_not_read_is_told_as_queued()
    {
        using var server = new RawSocketServer(async _ => await Task.Delay(Timeout.Infinite, Cancelled));
        using var socket = To(server.Url);
        (await socket.NextAsync()).Kind.ShouldBe(WebSocketEventKind.Open);
        for (var i = 0; i < 40; i++) socket.Send(new byte[1_000_000], isText: false).ShouldBeTrue();
        await Task.Delay(200, Cancelled);
        socket.QueuedBytes.ShouldBeGreaterThan(1_000_000);
    }

    [Fact]
    public async Task A_cut_ends_it_at_once()
    {
        await using var server = await SocketServer.StartAsync();
        using var cut = new CancellationTokenSource();
        using var socket = new WebSocketConnection(new WireNetwork(new HttpOptions()), new WebSocketOpening { Url = new Uri(server.Url, "echo") }, cut.Token);
        (await socket.NextAsync()).Kind.ShouldBe(WebSocketEventKind.Open);
        var next = socket.NextAsync();
        await cut.CancelAsync();
        (await next).Kind.ShouldBe(WebSocketEventKind.Close);
    }

    private static WebSocketConnection To(Uri url, Func<WebSocketOpening, WebSocketOpening>? change = null)
    {
        var opening = new WebSocketOpening { Url = url };
        return new WebSocketConnection(new WireNetwork(new HttpOptions()), change?.Invoke(opening) ?? opening, Cancelled);
    }

    private static async Task<string> ErrorAsync(WebSocketConnection socket)
    {
        var next = await socket.NextAsync();
        while (next.Kind == WebSocketEventKind.Open) next = await socket.NextAsync();
        next.Kind.ShouldBe(WebSocketEventKind.Error);
        return next.Text;
    }
}
