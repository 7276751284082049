namespace Dyno.Http.Tests;

/// <summary>When tokens are renewed, and what happens when they cannot be. Time is a clock that the test moves.</summary>
public sealed class TokenSetTests
{
    private readonly ManualTime _time = new();
    private readonly ScriptedLogin _login = new();

    [Theory]
    [InlineData(100, 75)] // a quarter of its life before the end
    [InlineData(3600, 3300)] // five minutes before the end at most
    public async Task A_token_is_renewed_before_it_expires_and_not_earlier(int lifetime, int renewedAfter)
    {
        _login.Lifetime = TimeSpan.FromSeconds(lifetime);
        var tokens = await StartAsync();

        _time.Advance(TimeSpan.FromSeconds(renewedAfter - 1));
        TextOf(tokens).ShouldBe("token1");
        _time.Advance(TimeSpan.FromSeconds(1));
        TextOf(tokens).ShouldBe("token2");
        _time.Advance(TimeSpan.FromSeconds(renewedAfter));
        TextOf(tokens).ShouldBe("token3");
        tokens.Trouble.ShouldBeNull();
    }

    [Fact]
    public async Task A_token_whose_life_nobody_knows_is_used_for_ever()
    {
        var tokens = await StartAsync();
        _time.Advance(TimeSpan.FromDays(3));
        (TextOf(tokens), _time.Waiting).ShouldBe(("token1", 0));
    }

    [Fact]
    public async Task A_login_that_fails_for_a_minute_is_tried_again_ever_later_while_the_old_token_is_used()
    {
        _login.Lifetime = TimeSpan.FromSeconds(400); // renewed after 300 s
        var tokens = await StartAsync();
        _login.Failure = new LoginException("POST http://issuer/token answered 503");

        _time.Advance(TimeSpan.FromSeconds(300));
        _login.Attempts.ShouldBe(2);
        _time.Advance(TimeSpan.FromSeconds(60)); // after 1, 2, 4, 8, 16 s, then every 30 s: at 1, 3, 7, 15, 31
        (_login.Attempts, TextOf(tokens), tokens.Trouble).ShouldBe((7, "token1", null));

        _login.Failure = null;
        _time.Advance(TimeSpan.FromSeconds(1)); // at 61
        (TextOf(tokens), tokens.Trouble).ShouldBe(("token2", null));
        _time.Advance(TimeSpan.FromSeconds(299));
        TextOf(tokens).ShouldBe("token2");
        _time.Advance(TimeSpan.FromSeconds(1));
        TextOf(tokens).ShouldBe("token3");
    }

    [Fact]
    public async Task A_token_that_expires_because_the_login_fails_stays_in_use_and_the_trouble_is_told()
    {
        _login.Lifetime = TimeSpan.FromSeconds(40); // renewed after 30 s
        var tokens = await StartAsync();
        _login.Failure = new LoginException("POST http://issuer/token answered 503");
        _time.Advance(TimeSpan.FromSeconds(52));

        TextOf(tokens).ShouldBe("token1");
        tokens.Trouble.ShouldBe("the token of the login \"api\" was used for up to 12 s after expiry (5 failed renewals, the last: POST http://issuer/token answered 503): "
            + "failures of that time (401, 403) say nothing about the server. Look at the server of the login.");
        Redaction.Text(tokens.Trouble!).ShouldBe(tokens.Trouble, "nothing in it looks like a secret");
        (await Should.ThrowAsync<LoginException>(async () => await tokens.GetAsync(0, CancellationToken.None))).Message
            .ShouldBe("the token has expired: POST http://issuer/token answered 503");

        _login.Failure = null;
        _time.Advance(TimeSpan.FromSeconds(60));
        (await tokens.GetAsync(0, CancellationToken.None)).ShouldNotBe("token1");
        tokens.Trouble!.ShouldContain("was used for up to 21 s after expiry"); // the attempt at 61 s, of which the token had 40
    }

    [Fact]
    public async Task Nothing_is_left_when_the_load_is_over_and_another_load_renews_again()
    {
        _login.Lifetime = TimeSpan.FromSeconds(100);
        var tokens = await StartAsync();
        await tokens.EndAsync();
        (_time.Waiting, _login.Attempts).ShouldBe((0, 1));
        _time.Advance(TimeSpan.FromSeconds(500));
        (TextOf(tokens), tokens.Trouble).ShouldBe(("token1", null));

        await tokens.PrepareAsync(CancellationToken.None); // another run of the same plan
        tokens.Begin();
        TextOf(tokens).ShouldBe("token2");
        _time.Advance(TimeSpan.FromSeconds(75));
        TextOf(tokens).ShouldBe("token3");
        await tokens.EndAsync();
    }

    [Fact]
    public async Task Each_user_has_a_token_of_its_own_and_they_are_not_renewed_all_at_once()
    {
        _login.Lifetime = TimeSpan.FromSeconds(100);
        var tokens = New();
        tokens.IsPerUser = true;
        tokens.AllowFor(64);
        await tokens.PrepareAsync(CancellationToken.None);
        tokens.Begin();

        Enumerable.Range(0, 64).Select(user => TextOf(tokens, user)).Distinct().Count().ShouldBe(64);
        TextOf(tokens, 64).ShouldBe(TextOf(tokens, 0)); // more users than were foreseen share
        _login.Users.Order().ShouldBe(Enumerable.Range(0, 64));
        _time.Advance(TimeSpan.FromSeconds(70));
        _login.Attempts.ShouldBeInRange(64 + 10, 128 - 10);
        _time.Advance(TimeSpan.FromSeconds(5));
        _login.Attempts.ShouldBe(128);
        await tokens.EndAsync();
    }

    [Fact]
    public async Task The_first_login_that_fails_is_the_users_fault_with_what_to_do()
    {
        _login.Failure = new LoginException("POST http://issuer/token answered 401 (invalid_client)", "see whether id and secret are right");
        var fault = await Should.ThrowAsync<UserFault>(() => New().PrepareAsync(CancellationToken.None));
        Redaction.Text(fault.Message).ShouldBe(fault.Message);
        (fault.Message, fault.Hint).ShouldBe(("the login \"api\" failed: POST http://issuer/token answered 401 (invalid_client)", "see whether id and secret are right"));
    }

    [Fact]
    public async Task Writing_a_token_allocates_nothing()
    {
        var tokens = await StartAsync();
        var value = tokens.Want([new AnswerValue("api", ExchangeSide.Response, ExchangePart.Body, "$.access_token")]);
        var maker = new ValueMaker(new Random(1), TimeProvider.System);
        var room = new byte[value.MaxLength];
        value.Write(maker, room).ShouldBe("token1".Length);
        Allocations.Least(() =>
        {
            for (var i = 0; i < 1_000; i++) value.Write(maker, room);
        }).ShouldBe(0);
    }

    private TokenSet New()
    {
        var tokens = new TokenSet("api", _time) { Login = _login };
        tokens.Want([new AnswerValue("api", ExchangeSide.Response, ExchangePart.Body, "$.access_token")]);
        return tokens;
    }

    private async Task<TokenSet> StartAsync()
    {
        var tokens = New();
        await tokens.PrepareAsync(CancellationToken.None);
        tokens.Begin();
        return tokens;
    }

    private static string TextOf(TokenSet tokens, int user = 0)
    {
        var room = new byte[TokenSet.MaxBytes];
        var maker = new ValueMaker(new Random(1), TimeProvider.System) { User = user };
        return System.Text.Encoding.ASCII.GetString(room.AsSpan(0, new TokenValue(tokens, 0).Write(maker, room)));
    }

    private sealed class ScriptedLogin : ITokenLogin
    {
        private int _attempts;

        public TimeSpan? Lifetime { get; set; }

        public LoginException? Failure { get; set; }

        public int Attempts => _attempts;

        public System.Collections.Concurrent.ConcurrentQueue<int> Users { get; } = new();

        private int _given;

        public Task<TokenGrant> LoginAsync(int user, string? refreshToken, CancellationToken cancellationToken)
        {
            Interlocked.Increment(ref _attempts);
            if (_attempts <= 64) Users.Enqueue(user);
            return Failure is { } failure ? Task.FromException<TokenGrant>(failure) : Task.FromResult(new TokenGrant([$"token{Interlocked.Increment(ref _given)}"], Lifetime));
        }
    }
}
