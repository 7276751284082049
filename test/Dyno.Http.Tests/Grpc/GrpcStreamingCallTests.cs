namespace Dyno.Http.Tests;

/// <summary>Calls of scripts, against peers that do not do their part.</summary>
public sealed class GrpcStreamingCallTests
{
    [Fact]
    public async Task A_server_that_does_not_read_is_given_up_when_too_much_waits_for_it()
    {
        await using var server = await EchoServer.StartAsync();
        var types = GrpcTypes.OfFiles(["echo.proto"], [GrpcDriverTests.Folder], path => File.Exists(path) ? File.ReadAllBytes(path) : null);
        using var client = new GrpcClient(server.Url, new HttpOptions(), new EngineClock());
        using var call = client.Open(types, "dyno.test.Echo/Chat", [], TimeSpan.FromMinutes(2), TestContext.Current.CancellationToken);
        call.Write("""{"key": "a", "delay_ms": 600000}"""); // the service reads no other message before it has answered this one
        var megabyte = $$"""{"key": "{{new string('x', 1_000_000)}}"}""";
        for (var i = 0; i < 200; i++) call.Write(megabyte);

        while (await call.NextAsync() is { Kind: not GrpcEventKind.End }) { }
        call.Reply.Code.ShouldBe(GrpcStatus.ResourceExhausted);
        call.Reply.Text.ShouldBe("more than 67108864 bytes wait to be sent: the server does not read");
    }
}
