namespace Dyno.Http.Tests;

/// <summary>Logins by requests, at a real issuer.</summary>
public sealed class RequestLoginTests : IAsyncLifetime
{
    private TokenIssuer _issuer = null!;
    private readonly ManualTime _time = new();

    public async ValueTask InitializeAsync() => _issuer = await TokenIssuer.StartAsync(_time);

    public ValueTask DisposeAsync() => _issuer.DisposeAsync();

    [Theory]
    [InlineData(ClientAuthentication.Basic)]
    [InlineData(ClientAuthentication.Body)]
    public async Task Client_credentials_are_sent_as_the_issuer_wants_them(ClientAuthentication how)
    {
        var grant = await LoginAsync(Client with { Authentication = how, Fields = [("scope", TextTemplate.Of("read write"))] });
        grant.Values.Single().ShouldStartWith("at.1.");
        (grant.Lifetime, grant.RefreshToken, _issuer.Owners[grant.Values[0]]).ShouldBe((TimeSpan.FromHours(1), null, "read write"));
    }

    [Fact]
    public async Task The_user_and_the_password_come_from_the_row_of_the_virtual_user()
    {
        var plan = Client with
        {
            GrantType = "password",
            Fields = [("username", Slot(new FeedColumn("name"))), ("password", new TextTemplate([TextPart.Literal("pw of "), TextPart.Slot("name", new FeedColumn("name"))]))],
        };
        var feed = new DataFeed { Columns = ["name"], Rows = [["ann"], ["b&b=1"]] };
        foreach (var (user, name) in new[] { (0, "ann"), (1, "b&b=1"), (2, "ann") })
            _issuer.Owners[(await LoginAsync(plan, user, feed: feed)).Values[0]].ShouldBe(name);
    }

    [Fact]
    public async Task A_refresh_token_renews_a_token_and_the_first_login_follows_when_it_is_refused()
    {
        _issuer.GivesRefreshTokens = true;
        var first = await LoginAsync(Client);
        var second = await LoginAsync(Client, refresh: first.RefreshToken);
        second.RefreshToken.ShouldNotBe(first.RefreshToken);
        await LoginAsync(Client, refresh: first.RefreshToken); // spent
        _issuer.Asked.ShouldBe(["client_credentials", "refresh_token", "refresh_token", "client_credentials"]);
        _issuer.Issued.ShouldBe(3);
    }

    [Fact]
    public async Task An_issuer_that_fails_is_no_refusal_of_the_refresh_token()
    {
        _issuer.GivesRefreshTokens = true;
        var first = await LoginAsync(Client);
        _issuer.FailsWith = 503;
        (await Should.ThrowAsync<LoginException>(() => LoginAsync(Client, refresh: first.RefreshToken))).Message.ShouldEndWith("/token answered 503");
        _issuer.FailsWith = 0;
        await LoginAsync(Client, refresh: first.RefreshToken);
        _issuer.Asked.ShouldBe(["client_credentials", "refresh_token", "refresh_token"]);
    }

    [Fact]
    public async Task An_issuer_that_fails_for_a_minute_costs_no_request_its_token()
    {
        _issuer.Lifetime = TimeSpan.FromMinutes(10); // renewed after 7.5 minutes
        var tokens = SetOf(Client);
        await tokens.PrepareAsync(CancellationToken.None);
        tokens.Begin();
        var first = await tokens.GetAsync(0, CancellationToken.None);

        _issuer.FailsWith = 503;
        for (var second = 0; second < 60; second++)
        {
            var asked = _issuer.Asked.Count;
            _time.Advance(second == 0 ? TimeSpan.FromMinutes(7.5) : TimeSpan.FromSeconds(1));
            if (second is 0 or 1 or 3 or 7 or 15 or 31) await UntilAsync(() => _issuer.Asked.Count > asked && _time.Waiting == 1);
            (await tokens.GetAsync(0, CancellationToken.None)).ShouldBe(first);
        }
        _issuer.FailsWith = 0;
        _time.Advance(TimeSpan.FromSeconds(30));
        await UntilAsync(() => _issuer.Issued == 2 && _time.Waiting == 1);
        (await tokens.GetAsync(0, CancellationToken.None)).ShouldStartWith("at.2.");
        (_issuer.Asked.Count, tokens.Trouble).ShouldBe((8, null));
        await tokens.EndAsync();
    }

    [Fact]
    public async Task Any_request_is_a_login_and_may_give_several_values()
    {
        var request = new DependentRequest
        {
            Name = "login",
            Method = "POST",
            Url = TextTemplate.Of($"{_issuer.Url}login"),
            ShownUrl = $"{_issuer.Url}login",
            Body = [new DependentBody(TextTemplate.Of("""{ "user": "ann" }"""), Encoding.UTF8, default)],
        };
        var grant = await LoginAsync(new LoginPlan { Request = request, Expires = [Body("$.data.until")] }, ["$.data.token", "$.data.user"]);
        grant.Values[0].ShouldStartWith("at.1.");
        (grant.Values[1], grant.Lifetime).ShouldBe(("ann", TimeSpan.FromHours(1)));
    }

    [Fact]
    public async Task What_the_issuer_refuses_is_told_without_the_secret()
    {
        var wrong = await Should.ThrowAsync<LoginException>(() => LoginAsync(Client with { ClientSecret = "wr0ng-secret" }));
        wrong.Message.ShouldBe($"POST {_issuer.Url}token answered 401 (invalid_client: Client authentication failed)");
        wrong.Hint.ShouldBe("see whether id, secret, user, password and scope of the login are right");
        wrong.IsRefusal.ShouldBeTrue();
    }

    [Fact]
    public async Task An_issuer_that_is_not_there_is_told_with_its_address()
    {
        var port = FreePorts.Next();
        var wrong = await Should.ThrowAsync<LoginException>(() => LoginAsync(Client with { TokenUrl = TextTemplate.Of($"http://127.0.0.1:{port}/token"), ShownUrl = $"http://127.0.0.1:{port}/token" }));
        wrong.Message.ShouldStartWith($"POST http://127.0.0.1:{port}/token failed (");
        Redaction.Text(wrong.Message).ShouldBe(wrong.Message);
        wrong.IsRefusal.ShouldBeFalse();
    }

    [Theory]
    [InlineData("""{ "token": "a" }""", "answered 200, but without $.access_token")]
    [InlineData("nothing", "answered 200, but without $.access_token")]
    [InlineData("", "answered 200, but without $.access_token")]
    [InlineData("""{ "access_token": "" }""", "answered 200, but without $.access_token")]
    [InlineData("""{ "access_token": "two\r\nlines: 1" }""", "has characters that a header cannot carry")]
    [InlineData("""{ "access_token": "é" }""", "has characters that a header cannot carry")]
    [InlineData("""{ "access_token": "a", "expires_in": 0 }""", "has expired already when it comes")]
    [InlineData("""{ "access_token": "a", "expires_in": "soon" }""", "is neither a number of seconds nor a moment")]
    public async Task A_wrong_answer_is_told(string answer, string message)
    {
        await using var server = await KestrelServer.StartAsync(answer: c => c.Response.WriteAsync(answer));
        var wrong = await Should.ThrowAsync<LoginException>(() => LoginAsync(Client with { TokenUrl = TextTemplate.Of(server.Url.AbsoluteUri) }));
        wrong.Message.ShouldEndWith(message);
        wrong.Hint.ShouldNotBeNullOrEmpty();
        Redaction.Text(wrong.Message).ShouldBe(wrong.Message);
    }

    [Theory]
    [InlineData("""{ "access_token": "a", "expires_in": 1e300 }""", null)]
    [InlineData("""{ "access_token": "a", "expires_in": "120" }""", 120)]
    [InlineData("""{ "access_token": "a" }""", null)]
    [InlineData("""{ "access_token": "JWT{\"iat\":1000,\"exp\":1600}" }""", 600)]
    [InlineData("""{ "access_token": "JWT{\"exp\":60}" }""", 60)] // the clock of the test begins in 1970
    [InlineData("""{ "access_token": "JWT[1]" }""", null)]
    [InlineData("""{ "access_token": "JWT{\"exp\":\"x\"}" }""", null)]
    [InlineData("""{ "access_token": "a.!!.c" }""", null)]
    public async Task The_life_of_a_token_is_what_the_answer_or_the_token_says(string answer, int? seconds)
    {
        var jwt = answer.IndexOf("JWT", StringComparison.Ordinal);
        if (jwt > 0)
        {
            var claims = JsonDocument.Parse(answer).RootElement.GetProperty("access_token").GetString()![3..];
            answer = $$"""{ "access_token": "e30.{{System.Buffers.Text.Base64Url.EncodeToString(Encoding.UTF8.GetBytes(claims))}}.sig" }""";
        }
        await using var server = await KestrelServer.StartAsync(answer: c => c.Response.WriteAsync(answer));
        var lifetime = (await LoginAsync(Client with { TokenUrl = TextTemplate.Of(server.Url.AbsoluteUri) })).Lifetime;
        (lifetime is { } life ? (int?)Math.Round(life.TotalSeconds) : null).ShouldBe(seconds);
    }

    [Fact]
    public async Task A_token_that_fits_into_no_request_is_refused()
    {
        var answer = $$"""{ "access_token": "{{new string('a', TokenSet.MaxBytes + 1)}}" }""";
        await using var server = await KestrelServer.StartAsync(answer: c => c.Response.WriteAsync(answer));
        (await Should.ThrowAsync<LoginException>(() => LoginAsync(Client with { TokenUrl = TextTemplate.Of(server.Url.AbsoluteUri) }))).Message
            .ShouldEndWith("has 8,193 characters; at most 8,192 fit into a request");
    }

    private OAuthGrant Client => new()
    {
        Name = "api",
        TokenUrl = TextTemplate.Of($"{_issuer.Url}token"),
        ShownUrl = $"{_issuer.Url}token",
        GrantType = "client_credentials",
        ClientId = TokenIssuer.ClientId,
        ClientSecret = TokenIssuer.ClientSecret,
    };

    private TokenSet SetOf(OAuthGrant grant)
    {
        var tokens = new TokenSet("api", _time);
        tokens.Want([Body("$.access_token")]);
        tokens.Login = new RequestLogin(grant.ToPlan(), tokens, new HttpOptions(), _time);
        return tokens;
    }

    private Task<TokenGrant> LoginAsync(OAuthGrant grant, int user = 0, string? refresh = null, DataFeed? feed = null) =>
        LoginAsync(grant.ToPlan(), ["$.access_token"], user, refresh, feed);

    private Task<TokenGrant> LoginAsync(LoginPlan plan, ImmutableArray<string> paths, int user = 0, string? refresh = null, DataFeed? feed = null)
    {
        var tokens = new TokenSet("api", _time);
        foreach (var path in paths) tokens.Want([Body(path)]);
        return new RequestLogin(plan, tokens, new HttpOptions { Feed = feed }, _time).LoginAsync(user, refresh, CancellationToken.None);
    }

    private static AnswerValue Body(string path) => new("api", ExchangeSide.Response, ExchangePart.Body, path);

    private static TextTemplate Slot(ValueSource source) => new([TextPart.Slot("slot", source)]);

    private static async Task UntilAsync(Func<bool> holds)
    {
        for (var i = 0; !holds() && i < 2_000; i++) await Task.Delay(5, TestContext.Current.CancellationToken);
        holds().ShouldBeTrue();
    }
}
