namespace Dyno.Http.Tests;

public class RedirectTests
{
    public static TheoryData<ClientMode> Modes => [ClientMode.Blocking, ClientMode.Async];

    [Theory, MemberData(nameof(Modes))]
    public async Task Each_hop_is_reported_with_its_own_phases(ClientMode mode)
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Of(301, "", "Location: /b")),
            ServerAction.ReadRequest, ServerAction.Send(Answers.Of(302, "", "Location: c?d")), ServerAction.ReadRequest, ServerAction.Send(Answers.Hello));
        using var client = ClientModes.New();
        var response = await client.GetAsync(mode, new Uri(server.Url, "/a"));
        response.Status.ShouldBe(200);
        response.Url.PathAndQuery.ShouldBe("/c?d");
        response.Redirects.Select(r => (r.Status, r.Url.PathAndQuery)).ShouldBe([(301, "/a"), (302, "/b")]);
        response.Redirects.ShouldAllBe(r => r.Timings.WaitingNanos > 0);
        response.Redirects[1].Timings.ConnectingNanos.ShouldBe(0);
    }

    [Theory]
    [InlineData(301, "POST", "GET", false)]
    [InlineData(302, "PUT", "GET", false)]
    [InlineData(303, "POST", "GET", false)]
    [InlineData(303, "HEAD", "HEAD", false)]
    [InlineData(307, "POST", "POST", true)]
    [InlineData(308, "PUT", "PUT", true)]
    public async Task Method_and_body_follow_the_status(int status, string method, string then, bool keepsBody)
    {
        await using var server = await KestrelServer.StartAsync(answer: context =>
        {
            if (context.Request.Path == "/from")
            {
                context.Response.StatusCode = status;
                context.Response.Headers.Location = "/to";
            }
            return Task.CompletedTask;
        });
        using var client = ClientModes.New();
        var response = await client.SendAsync(new WireRequest
        {
            Method = method,
            Url = new Uri(server.Url, "/from"),
            Body = method == "HEAD" ? default : "body"u8.ToArray(),
            Headers = [new HeaderField("Content-Type", "text/plain"), new HeaderField("X-Kept", "1")],
        }, TestContext.Current.CancellationToken);
        response.Status.ShouldBe(200);
        response.Method.ShouldBe(then);
        var seen = server.Seen.Last();
        seen.Method.ShouldBe(then);
        seen.Body.Length.ShouldBe(keepsBody ? 4 : 0);
        seen.Headers.ContainsKey("Content-Type").ShouldBe(keepsBody || method == "HEAD");
        seen.Headers["X-Kept"].ShouldBe("1");
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task After_the_last_allowed_redirect_the_answer_is_the_result(ClientMode mode)
    {
        using var server = ScriptedServer.Answering(Answers.Of(302, "", "Location: /again"));
        using var client = ClientModes.New();
        var response = await client.CallAsync(mode, new WireRequest { Url = server.Url, MaxRedirects = 3 });
        response.Status.ShouldBe(302);
        response.Error.ShouldBe(RequestErrorKind.None);
        response.Redirects.Length.ShouldBe(3);
        server.Requests.ShouldBe(4);
        (await client.CallAsync(mode, new WireRequest { Url = server.Url, MaxRedirects = 0 })).Redirects.ShouldBeEmpty();
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task Credentials_do_not_go_to_another_origin(ClientMode mode)
    {
        using var other = ScriptedServer.Answering(Answers.Hello);
        using var server = ScriptedServer.Answering(Answers.Of(307, "", $"Location: {other.Url}there"));
        using var client = ClientModes.New();
        client.Cookies.Set(server.Url, "jar", "1");
        var response = await client.CallAsync(mode, new WireRequest
        {
            Url = server.Url,
            Headers = [new HeaderField("Authorization", "Basic c2VjcmV0"), new HeaderField("Cookie", "own=2"), new HeaderField("X-Trace", "3")],
        });
        response.Status.ShouldBe(200);
        server.Received.First().ShouldContain("Authorization: Basic c2VjcmV0\r\n");
        server.Received.First().ShouldContain("Cookie: own=2; jar=1\r\n");
        var there = other.Received.ShouldHaveSingleItem();
        there.ShouldNotContain("Authorization");
        there.ShouldNotContain("own=2");
        there.ShouldContain("X-Trace: 3\r\n");
        there.ShouldContain($"Host: 127.0.0.1:{other.Port}\r\n");
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task Credentials_stay_within_the_origin(ClientMode mode)
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Of(302, "", "Location: /b")),
            ServerAction.ReadRequest, ServerAction.Send(Answers.Hello));
        using var client = ClientModes.New();
        await client.CallAsync(mode, new WireRequest { Url = server.Url, Headers = [new HeaderField("Authorization", "Bearer t")] });
        server.Received.ShouldAllBe(r => r.Contains("Authorization: Bearer t\r\n"));
        server.Received.Count.ShouldBe(2);
    }

    [Theory, MemberData(nameof(Modes))]
    public async Task A_redirect_out_of_http_is_an_error(ClientMode mode)
    {
        using var server = ScriptedServer.Answering(Answers.Of(302, "", "Location: file:///etc/passwd"));
        using var client = ClientModes.New();
        var response = await client.GetAsync(mode, server.Url);
        response.Error.ShouldBe(RequestErrorKind.Protocol);
        response.ErrorText.ShouldContain("file:///etc/passwd");
        response.Redirects.Length.ShouldBe(1);
    }
}
