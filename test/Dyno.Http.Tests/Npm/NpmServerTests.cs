namespace Dyno.Http.Tests;

/// <summary>Both clients of WebSockets against a server of another house, which ends a connection that breaks a rule.</summary>
[Trait("Length", "Long")]
public class NpmServerTests
{
    [Theory]
    [InlineData("echo", false)]
    [InlineData("echo", true)]
    [InlineData("fragments", false)]
    [InlineData("fragments", true)]
    public async Task Messages_of_every_length_come_back_whole(string path, bool compresses)
    {
        using var server = await NpmServer.StartAsync();
        foreach (var length in new[] { 0, 1, 125, 126, 65_535, 65_536, 300_000 })
        {
            var run = WebSocketDriverTests.To(server.Url, path, new string('x', length));
            var seen = (run with
            {
                Options = run.Options with
                {
                    WebSocket = new WebSocketOptions { Compresses = compresses },
                    Checks = [new ResponseCheck("size", CheckSubject.Size, "", CheckOperator.Equal, length, "")],
                },
            }).Iterate(2, 20);
            seen.Good.ShouldBe(20, $"{length} bytes: {seen.Example(RequestErrorKind.Protocol) ?? seen.Example(RequestErrorKind.Closed)}");
            seen.Recorder.CheckPasses[0].ShouldBe(20);
        }
        (await server.EndsAsync(14)).ShouldBe(Enumerable.Repeat("closed 1000", 14));
        server.Said.ShouldNotContain(s => s.StartsWith("error", StringComparison.Ordinal));
        if (path == "fragments") server.Said.Count(s => s == "pong among them").ShouldBe(140);
    }

    [Fact]
    public async Task Its_close_is_answered_with_its_code()
    {
        using var server = await NpmServer.StartAsync();
        var seen = WebSocketDriverTests.To(server.Url, "close", "x").Iterate(1, 2);
        seen.Example(RequestErrorKind.Closed).ShouldNotBeNull().ShouldContain("4321");
        (await server.EndsAsync(2)).ShouldBe(["closed 4321", "closed 4321"]);
    }

    [Theory]
    [InlineData("echo", false)]
    [InlineData("fragments", true)]
    public async Task The_client_of_scripts_is_understood_as_well(string path, bool compresses)
    {
        using var server = await NpmServer.StartAsync();
        var opening = new WebSocketOpening { Url = new Uri(server.Url, path), Compresses = compresses };
        using var socket = new WebSocketConnection(new WireNetwork(new HttpOptions()), opening, TestContext.Current.CancellationToken);
        (await socket.NextAsync()).Kind.ShouldBe(WebSocketEventKind.Open);
        socket.IsCompressed.ShouldBe(compresses);
        foreach (var text in new[] { "short", new string('é', 100_000) })
        {
            socket.Send(Encoding.UTF8.GetBytes(text), isText: true).ShouldBeTrue();
            WebSocketEvent next;
            do next = await socket.NextAsync(); while (next.Kind == WebSocketEventKind.Ping);
            next.Kind.ShouldBe(WebSocketEventKind.Text);
            Encoding.UTF8.GetString(next.Data.Span).ShouldBe(text);
        }
        socket.Close(4000, "enough");
        (await socket.NextAsync()).Kind.ShouldBe(WebSocketEventKind.Close);
        (await server.EndsAsync(1)).ShouldBe(["closed 4000"]);
    }
}
