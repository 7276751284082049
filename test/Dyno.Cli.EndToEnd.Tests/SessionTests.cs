namespace Dyno.Cli.EndToEnd.Tests;

public sealed class SessionTests : EndToEndTest
{
    [Fact]
    public async Task Each_virtual_user_logs_in_as_its_own_user_on_the_site_of_the_session()
    {
        Workspace.Environment["DYNO_TEST_TENANT"] = "acme";
        await File.WriteAllTextAsync(Path.Combine(Workspace.Folder, "users.websurge"), $$$"""
            @tenant=%DYNO_TEST_TENANT%

            POST /login?id=1 HTTP/1.1
            Content-Type: application/x-www-form-urlencoded
            X-Tenant: {{tenant}}

            user=recorded

            ------------------------------------------------------------------

            GET /me HTTP/1.1

            ------------------------------------------------------------------

            ----- Start WebSurge Options -----
            { "LastThreads": 2, "SiteBaseUrl": "{{{Server.Url}}}", "ReplaceQueryStringValuePairs": "id=7",
              "Users": [
                { "LoginUrls": [ { "Url": "/login?id=7", "FormVariables": [ { "Key": "user", "Value": "ann & co" } ] } ], "AuthCookie": "session=ann" },
                { "LoginUrls": [ { "Url": "/login?id=7", "RawContent": "user=bo" } ], "AuthCookie": "session=bo" } ] }
            ----- End WebSurge Options -----
            """, Cancelled);

        var outcome = await DynoAsync("run", "users.websurge", "-i", "20", "--threads", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var logins = Server.Seen.Where(r => r.Method == "POST").ToList();
        logins.ShouldAllBe(r => r.Target == "/login?id=7" && r.Headers["X-Tenant"].ToString() == "acme");
        logins.Select(r => System.Text.Encoding.UTF8.GetString(r.Body) + " as " + r.Headers["Cookie"]).Distinct().Order(StringComparer.Ordinal)
            .ShouldBe(["user=ann%20%26%20co as session=ann", "user=bo as session=bo"]);
        Server.Seen.Where(r => r.Target == "/me").Select(r => r.Headers["Cookie"].ToString()).Distinct().Count().ShouldBe(2);
    }

    [Fact]
    public async Task A_token_of_an_answer_is_put_into_later_requests()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions(), context =>
        {
            context.Response.ContentType = "application/json";
            return context.Response.WriteAsync(context.Request.Path == "/login" ? "{\"data\":{\"token\":\"abc123\"}}" : "{}");
        });
        await File.WriteAllTextAsync(Path.Combine(Workspace.Folder, "tokens.websurge"), $$"""
            POST {{server.Url}}login HTTP/1.1
            Websurge-Request-CaptureJsonToken: token

            {"user":"ann"}

            ------------------------------------------------------------------

            GET {{server.Url}}me HTTP/1.1
            Websurge-Request-InjectJsonBearerToken: token

            ------------------------------------------------------------------

            POST {{server.Url}}refresh HTTP/1.1
            Content-Type: application/json
            Websurge-Request-InjectJsonToken: token|access

            {"access": "recorded", "forever": false}
            """, Cancelled);

        var outcome = await DynoAsync("run", "tokens.websurge", "-i", "2", "-c", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.ToString().ShouldNotContain("abc123");
        server.Seen.Where(r => r.Target == "/me").ShouldAllBe(r => r.Headers["Authorization"].ToString() == "Bearer abc123");
        server.Seen.Where(r => r.Target == "/refresh").Select(r => System.Text.Encoding.UTF8.GetString(r.Body)).Distinct()
            .ShouldBe(["{\"access\": \"abc123\", \"forever\": false}"]);
    }
}
