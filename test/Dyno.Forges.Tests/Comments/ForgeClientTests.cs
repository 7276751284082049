using System.Globalization;
using Microsoft.AspNetCore.Http;

namespace Dyno.Forges.Tests;

/// <summary>What a forge may answer beside yes, as its documentation says.</summary>
public sealed class ForgeClientTests : IAsyncLifetime
{
    private readonly HurriedClock _clock = new();
    private readonly List<string> _said = [];
    private ForgeServer _server = null!;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => _server = await ForgeServer.StartAsync();

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Theory]
    [InlineData("github", 401, "{\"message\":\"Bad credentials\"}", "does not know the token (401)", "pull-requests: write")]
    [InlineData("github", 403, "{\"message\":\"Resource not accessible by integration\"}", "Resource not accessible by integration", "pull-requests: write")]
    [InlineData("gitlab", 403, "{\"error\":\"insufficient_scope\"}", "insufficient_scope", "scope api")]
    [InlineData("azure", 403, "{\"message\":\"TF401027: You need the Git 'PullRequestContribute' permission\"}", "PullRequestContribute", "Contribute to pull requests")]
    [InlineData("github", 404, "{\"message\":\"Not Found\"}", "(404)", "--repository, --pull")]
    [InlineData("github", 422, "{\"message\":\"Validation Failed\"}", "refuses the comment (422): Validation Failed", "locked")]
    [InlineData("azure", 203, "<html>Sign in</html>", "something that is not JSON", "a login")]
    [InlineData("github", 302, "", "redirect (302)", "--api URL")]
    [InlineData("github", 418, "<b>no</b>", "answered 418", "--api")]
    public async Task A_refusal_is_said_once_with_what_to_do(string forge, int status, string body, string message, string hint)
    {
        _server.Instead = (context, _) => Answer(context, status, body);
        var fault = await Should.ThrowAsync<UserFault>(() => ListAsync(forge));
        fault.Message.ShouldContain(message);
        fault.Hint.ShouldNotBeNull().ShouldContain(hint);
        fault.ExitsWith.ShouldBe(ExitCode.Failed);
        (fault.Message + fault.Hint).ShouldNotContain(ForgeServer.Token);
        _server.Seen.Count.ShouldBe(1);
        _clock.Waits.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(500)]
    [InlineData(502)]
    [InlineData(503)]
    public async Task A_server_that_fails_twice_is_asked_a_third_time(int status)
    {
        _server.Instead = (context, number) => number <= 2 && Answer(context, status, "oops");
        (await ListAsync("github")).ShouldBe(0);
        _clock.Waits.ShouldBe([TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2)]);
        _said.ShouldAllBe(line => line.Contains(status.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_server_that_keeps_failing_is_given_up()
    {
        _server.Instead = (context, _) => Answer(context, 503, "");
        var fault = await Should.ThrowAsync<UserFault>(() => ListAsync("gitlab"));
        fault.Message.ShouldEndWith("5 times");
        fault.ExitsWith.ShouldBe(ExitCode.Failed);
        _server.Seen.Count.ShouldBe(5);
    }

    [Theory]
    [InlineData(429, "Retry-After", "7", "{}", 7)]
    [InlineData(403, "Retry-After", "30", "{\"message\":\"You have exceeded a secondary rate limit\"}", 30)]
    [InlineData(403, "x-ratelimit-remaining", "0", "{\"message\":\"API rate limit exceeded\"}", 1)]
    [InlineData(403, "x-other", "1", "{\"message\":\"You have exceeded a secondary rate limit\"}", 60)]
    [InlineData(429, "ratelimit-reset", "1795780840", "{}", 41)]
    public async Task A_rate_limit_is_waited_for(int status, string header, string value, string body, int seconds)
    {
        _server.Instead = (context, number) =>
        {
            context.Response.Headers[header] = value;
            return number == 1 && Answer(context, status, body);
        };
        (await ListAsync("github")).ShouldBe(0);
        _clock.Waits.ShouldBe([TimeSpan.FromSeconds(seconds)]);
    }

    [Fact]
    public async Task A_rate_limit_of_an_hour_ends_the_step_and_says_so()
    {
        _server.Instead = (context, _) =>
        {
            context.Response.Headers.RetryAfter = "3600";
            return Answer(context, 429, "{}");
        };
        var fault = await Should.ThrowAsync<UserFault>(() => ListAsync("github"));
        fault.Hint.ShouldNotBeNull().ShouldContain("lifts in 60 min");
        _clock.Waits.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_forge_that_cannot_be_reached_is_named()
    {
        var environment = _server.EnvironmentOf("github");
        await _server.DisposeAsync();
        var fault = await Should.ThrowAsync<UserFault>(() => ListAsync(environment));
        fault.Message.ShouldContain($"GitHub cannot be reached at {environment["GITHUB_API_URL"]}");
        fault.Hint.ShouldNotBeNull().ShouldContain("HTTPS_PROXY");
        _server = await ForgeServer.StartAsync();
    }

    private Task<int> ListAsync(string forge) => ListAsync(_server.EnvironmentOf(forge));

    private async Task<int> ListAsync(Dictionary<string, string> environment)
    {
        using var forge = await new ForgePlace(environment.GetValueOrDefault, File.ReadAllText).OpenAsync(_clock, _said.Add, Cancelled);
        return (await forge.ListAsync(Cancelled)).Length;
    }

    private static bool Answer(HttpContext context, int status, string body)
    {
        context.Response.StatusCode = status;
        if (status == 302) context.Response.Headers.Location = "https://example.org/";
        context.Response.WriteAsync(body).GetAwaiter().GetResult();
        return true;
    }
}
