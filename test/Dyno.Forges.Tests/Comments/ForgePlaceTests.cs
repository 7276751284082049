using System.Text.Json.Nodes;

namespace Dyno.Forges.Tests;

/// <summary>Repository, number and token from what each CI system documents.</summary>
public sealed class ForgePlaceTests : IAsyncLifetime
{
    private ForgeServer _server = null!;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => _server = await ForgeServer.StartAsync();

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Theory]
    [InlineData("github", "acme/shop#12")]
    [InlineData("gitlab", "7!12")]
    [InlineData("azure", "Web shop/3f2b !12")]
    public async Task The_pipeline_says_where_the_comment_goes(string forge, string place)
    {
        using var opened = await OpenAsync(_server.EnvironmentOf(forge));
        opened.Place.ShouldBe(place);
    }

    [Fact]
    public async Task Options_win_over_the_pipeline()
    {
        var environment = _server.EnvironmentOf("github");
        var place = new ForgePlace(environment.GetValueOrDefault, NoFile) { Forge = "gitlab", Repository = "acme/web", Pull = 3, NeedsToken = false };
        using var opened = await place.OpenAsync(TimeProvider.System, _ => { }, Cancelled);
        opened.Place.ShouldBe("acme/web!3");
    }

    [Theory]
    [InlineData("github", "GITHUB_TOKEN", "there is no token for GitHub", "pull-requests: write")]
    [InlineData("gitlab", "DYNO_TOKEN", "there is no token for GitLab", "scope api")]
    [InlineData("azure", "SYSTEM_ACCESSTOKEN", "there is no token for Azure DevOps", "$(System.AccessToken)")]
    [InlineData("github", "GITHUB_REF", "runs for no pull request", "--pull 12")]
    [InlineData("gitlab", "CI_MERGE_REQUEST_IID", "runs for no pull request", "--pull 12")]
    [InlineData("github", "GITHUB_ACTIONS", "no pipeline of GitHub, GitLab or Azure DevOps runs here", "--forge github")]
    public async Task What_is_missing_is_named(string forge, string variable, string message, string hint)
    {
        var environment = _server.EnvironmentOf(forge);
        environment.Remove(variable).ShouldBeTrue();
        var fault = await Should.ThrowAsync<UserFault>(() => OpenAsync(environment));
        fault.Message.ShouldContain(message);
        fault.Hint.ShouldNotBeNull().ShouldContain(hint);
    }

    [Theory]
    [InlineData("GITHUB_API_URL", "http://example.org", "without encryption")]
    [InlineData("GITHUB_API_URL", "api.github.com", "is not an address")]
    [InlineData("GITHUB_REPOSITORY", "acme/shop/../other", "is not a repository")]
    [InlineData("GITHUB_REPOSITORY", "acme/shop?x", "is not a repository")]
    [InlineData("GITHUB_TOKEN", "abc\r\nX-Other: 1", "control character")]
    public async Task What_is_wrong_is_refused_before_the_token_leaves(string variable, string value, string message)
    {
        var environment = _server.EnvironmentOf("github");
        environment[variable] = value;
        var fault = await Should.ThrowAsync<UserFault>(() => OpenAsync(environment));
        fault.ToString().ShouldContain(message);
        fault.ToString().ShouldNotContain("X-Other");
        _server.Seen.ShouldBeEmpty();
    }

    /// <summary>The run that was followed counts: runs of the second workflow begin in the order in which those of the first one end.</summary>
    [Fact]
    public async Task A_workflow_that_follows_another_asks_GitHub_for_the_number_and_speaks_for_that_run()
    {
        var environment = _server.EnvironmentOf("github");
        environment["GITHUB_EVENT_PATH"] = "event.json";
        var followed = new JsonObject
        {
            ["workflow_run"] = new JsonObject
            {
                ["id"] = 77,
                ["pull_requests"] = new JsonArray(),
                ["head_branch"] = "faster & better",
                ["head_sha"] = "abc",
                ["head_repository"] = new JsonObject { ["owner"] = new JsonObject { ["login"] = "stranger" } },
            },
        };
        _server.Instead = (context, _) =>
        {
            if (context.Request.Path != "/repos/acme/shop/pulls") return false;
            context.Request.Query["head"].ToString().ShouldBe("stranger:faster & better");
            Write(context, """[{"number":4,"head":{"sha":"old"}},{"number":5,"head":{"sha":"abc"}}]""");
            return true;
        };
        var place = new ForgePlace(environment.GetValueOrDefault, _ => followed.ToJsonString());
        using var opened = await place.OpenAsync(TimeProvider.System, _ => { }, Cancelled);
        opened.Place.ShouldBe("acme/shop#5");
        place.Run.ShouldBe(77);
    }

    private static void Write(Microsoft.AspNetCore.Http.HttpContext context, string json) =>
        Microsoft.AspNetCore.Http.HttpResponseWritingExtensions.WriteAsync(context.Response, json, Cancelled).GetAwaiter().GetResult();

    private static Task<Forge> OpenAsync(Dictionary<string, string> environment) =>
        new ForgePlace(environment.GetValueOrDefault, NoFile).OpenAsync(TimeProvider.System, _ => { }, Cancelled);

    private static string NoFile(string path) => throw new FileNotFoundException(path);
}
