namespace Dyno.Scenarios.Tests;

public sealed class TokenSourceTests
{
    [Fact]
    public async Task Client_credentials_are_renewed_beside_the_load_and_stand_in_no_figure()
    {
        await using var issuer = await TokenIssuer.StartAsync();
        issuer.Lifetime = TimeSpan.FromSeconds(1.2);
        var tokens = TokenSource.ClientCredentials($"{issuer.Url}token", TokenIssuer.ClientId, TokenIssuer.ClientSecret, scope: "read", inHeader: true);
        using var client = DynoHttp.CreateClient();

        var stats = await DynoRunner.RunAsync(Scenario.Create("orders", async context =>
                await Http.Send(client, Http.CreateRequest("GET", $"{issuer.Url}orders").WithHeader("Authorization", $"Bearer {await tokens.GetAsync(context)}")))
            .WithTokens(tokens)
            .WithLoadSimulations(Simulation.Inject(50, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3))));

        stats.ScenarioStats.Get("orders").AllFailCount.ShouldBe(0);
        stats.ScenarioStats.Get("orders").AllOkCount.ShouldBe(150);
        issuer.Issued.ShouldBeInRange(3, 6);
        issuer.Used.Count.ShouldBe(issuer.Issued);
    }

    [Fact]
    public async Task Each_user_logs_in_by_code()
    {
        var users = new System.Collections.Concurrent.ConcurrentBag<int>();
        var seen = new System.Collections.Concurrent.ConcurrentDictionary<string, bool>();
        var tokens = TokenSource.PerUser(async (user, _) =>
        {
            users.Add(user);
            return new AccessToken($"token{user}");
        });
        var stats = await DynoRunner.RunAsync(Scenario.Create("own", async context =>
            {
                seen[$"{context.ScenarioInfo.InstanceNumber}: {await tokens.GetAsync(context)}"] = true;
                return Response.Ok();
            })
            .WithTokens(tokens)
            .WithLoadSimulations(Simulation.IterationsForConstant(3, 60)));

        stats.ScenarioStats.Get("own").AllFailCount.ShouldBe(0);
        users.Order().ShouldBe([0, 1, 2]);
        seen.Keys.ShouldBeSubsetOf(["0: token0", "1: token1", "2: token2"]);
    }

    [Fact]
    public async Task A_login_that_fails_ends_the_run_before_it_begins_and_says_why()
    {
        var tokens = TokenSource.Shared(_ => throw new InvalidOperationException("the vault is closed, token=abc123"), "vault");
        var scenario = Scenario.Create("x", async context => Response.Ok(await tokens.GetAsync(context))).WithTokens(tokens)
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 1));
        (await Should.ThrowAsync<UserFault>(() => DynoRunner.RunAsync(scenario))).Message
            .ShouldBe("the login \"vault\" failed: the login's code threw InvalidOperationException: the vault is closed, token=***");
    }

    [Theory]
    [InlineData("")]
    [InlineData("two\nlines")]
    public async Task A_token_that_no_header_can_carry_is_refused(string value)
    {
        var tokens = TokenSource.Shared(async _ => new AccessToken(value));
        var scenario = Scenario.Create("x", async context => Response.Ok(await tokens.GetAsync(context))).WithTokens(tokens)
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 1));
        (await Should.ThrowAsync<UserFault>(() => DynoRunner.RunAsync(scenario))).Message.ShouldContain("the login's code");
    }

    [Fact]
    public async Task A_scenario_that_was_not_given_its_tokens_is_told_so()
    {
        var tokens = TokenSource.Shared(async _ => new AccessToken("a"));
        var stats = await DynoRunner.RunAsync(Scenario.Create("x", async context => Response.Ok(await tokens.GetAsync(context)))
            .WithLoadSimulations(Simulation.IterationsForConstant(1, 1)));
        stats.Result.Measured.Errors.ShouldHaveSingleItem().FirstExample.ShouldContain("write .WithTokens(tokens) after Scenario.Create(…)");
    }

    [Fact]
    public void A_token_endpoint_that_is_no_URL_is_refused_at_once() =>
        Should.Throw<UserFault>(() => TokenSource.ClientCredentials("issuer/token", "a", "b")).Hint!.ShouldContain("https://issuer/oauth/token");
}
