namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>A WebSurge session whose users log in by a form and are known by a cookie afterwards.</summary>
public sealed class SessionLoginTests : EndToEndTest
{
    private const string Session = """
        POST URLlogin HTTP/1.1
        Content-Type: application/x-www-form-urlencoded

        user=recorded&password=x

        ------------------------------------------------------------------

        GET URLorders HTTP/1.1

        ------------------------------------------------------------------

        ----- Start WebSurge Options -----
        { "TrackPerSessionCookies": true,
          "Users": [
            { "LoginUrls": [ { "Url": "URLlogin", "FormVariables": [ { "Key": "user", "Value": "ann" }, { "Key": "password", "Value": "hunter2a" } ] } ] },
            { "LoginUrls": [ { "Url": "URLlogin", "FormVariables": [ { "Key": "user", "Value": "bo" }, { "Key": "password", "Value": "hunter2b" } ] } ] } ] }
        ----- End WebSurge Options -----
        """;

    private readonly HashSet<string> _users = [];
    private readonly TaskCompletionSource _bothLoggedIn = new(TaskCreationOptions.RunContinuationsAsynchronously);

    [Fact]
    public async Task Each_virtual_user_logs_in_as_its_own_user_and_sends_its_cookie_with_what_follows()
    {
        await using var shop = await KestrelServer.StartAsync(answer: AnswerAsync);
        await File.WriteAllTextAsync(Path.Combine(Workspace.Folder, "shop.websurge"), Session.Replace("URL", shop.Url.ToString(), StringComparison.Ordinal), Cancelled);

        var outcome = await DynoAsync("run", "shop.websurge", "-c", "2", "-d", "1s", "--check", "status == 200", "--fail-on", "check", "--result", "result.json");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        shop.Seen.Where(s => s.Target == "/orders").Select(s => s.Headers["Cookie"]).Distinct().Order().ShouldBe(["session=ann", "session=bo"]);
        outcome.ToString().ShouldNotContain("hunter2");
        (await File.ReadAllTextAsync(Path.Combine(Workspace.Folder, "result.json"), Cancelled)).ShouldNotContain("hunter2");
    }

    // Orders are answered when both users are known: on a busy machine one of them could be done before the other begins.
    private async Task AnswerAsync(HttpContext context)
    {
        if (context.Request.Path != "/login")
        {
            await _bothLoggedIn.Task.WaitAsync(context.RequestAborted);
            context.Response.StatusCode = context.Request.Headers.Cookie.ToString() is "session=ann" or "session=bo" ? 200 : 401;
            return;
        }

        using var reader = new StreamReader(context.Request.Body, Encoding.UTF8);
        var user = (await reader.ReadToEndAsync()).Split('&')[0]["user=".Length..];
        lock (_users)
        {
            if (_users.Add(user) && _users.Count == 2) _bothLoggedIn.SetResult();
        }
        context.Response.Headers.SetCookie = $"session={user}; Path=/; HttpOnly";
    }
}
