namespace Dyno.Http.Tests;

public class CookieTests
{
    [Fact]
    public async Task Cookies_come_back_where_they_belong()
    {
        using var server = ScriptedServer.Start(
            ServerAction.ReadRequest,
            ServerAction.Send(Answers.Of(200, "", "Set-Cookie: a=1; Path=/", "Set-Cookie: b=2; Path=/deep", "Set-Cookie: c=3; Secure",
                "Set-Cookie: gone=4; Max-Age=0", "Set-Cookie: other=5; Domain=elsewhere.test", "Set-Cookie: =;;broken")),
            ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.ReadRequest, ServerAction.Send(Answers.Hello));
        using var client = ClientModes.New();
        var cancel = TestContext.Current.CancellationToken;
        await client.SendAsync(new WireRequest { Url = server.Url }, cancel);
        await client.SendAsync(new WireRequest { Url = new Uri(server.Url, "/x") }, cancel);
        await client.SendAsync(new WireRequest { Url = new Uri(server.Url, "/deep/er") }, cancel);
        CookieOf(server, 0).ShouldBeNull();
        CookieOf(server, 1).ShouldBe("a=1");
        CookieOf(server, 2).ShouldNotBeNull().Split("; ").Order().ShouldBe(["a=1", "b=2"]);
    }

    [Fact]
    public async Task Cookies_set_by_a_redirect_are_sent_to_its_target()
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest,
            ServerAction.Send(Answers.Of(302, "", "Location: /in", "Set-Cookie: session=7; Expires=Wed, 21 Oct 2099 07:28:00 GMT")),
            ServerAction.ReadRequest, ServerAction.Send(Answers.Hello));
        using var client = ClientModes.New();
        await client.SendAsync(new WireRequest { Url = server.Url }, TestContext.Current.CancellationToken);
        CookieOf(server, 1).ShouldBe("session=7");
    }

    [Fact]
    public async Task Cookies_can_be_cleared_and_switched_off()
    {
        using var server = ScriptedServer.Answering(Answers.Of(200, "", "Set-Cookie: a=1"));
        var cancel = TestContext.Current.CancellationToken;
        using var client = ClientModes.New();
        await client.SendAsync(new WireRequest { Url = server.Url }, cancel);
        client.Cookies.For(server.Url).ShouldBe([KeyValuePair.Create("a", "1")]);
        client.Cookies.Clear();
        await client.SendAsync(new WireRequest { Url = server.Url }, cancel);
        using var without = ClientModes.New(client: new WireClientOptions { UseCookies = false });
        await without.SendAsync(new WireRequest { Url = server.Url }, cancel);
        await without.SendAsync(new WireRequest { Url = server.Url }, cancel);
        server.Received.ShouldAllBe(r => !r.Contains("Cookie:"));
    }

    private static string? CookieOf(ScriptedServer server, int request) =>
        server.Received.ElementAt(request).Split("\r\n").FirstOrDefault(l => l.StartsWith("Cookie: ", StringComparison.Ordinal))?[8..];
}
