using Dyno.K6.Running;
using Dyno.Testing.Servers;
using Microsoft.AspNetCore.Http;

namespace Dyno.K6.Tests.Secrets;

/// <summary><c>--secret-source url</c>: secrets that a service hands out.</summary>
public sealed class UrlSecretTests
{
    private const string Script = """
        import secrets from 'k6/secrets';
        export const options = { scenarios: { s: { executor: 'per-vu-iterations', vus: 3, iterations: 2 } } };
        export default async function () {
          try {
            const secret = await secrets.get('to ken');
            console.log(`${secret} ${secret.length} ${[...secret].reverse().join('')}`);
          } catch (e) { console.log(e.message); }
        }
        """;

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task A_secret_is_fetched_once_and_masked(VuLayout layout)
    {
        await using var server = await ServerAsync("s3cret");
        var run = await RunAsync($"url=urlTemplate={server.Url}secrets/{{key}},headers.Authorization=Bearer t=1,headers.X-Api-Key=abc", layout);
        run.LogLines.ShouldBe(Enumerable.Repeat("***SECRET_REDACTED*** 6 terc3s", 6));
        var seen = server.Seen.ShouldHaveSingleItem();
        (seen.Method, seen.Target).ShouldBe(("GET", "/secrets/to%20ken"));
        (seen.Headers["Authorization"], seen.Headers["X-Api-Key"]).ShouldBe(("Bearer t=1", "abc"));
    }

    [Theory]
    [InlineData("data.value", "s3cret")]
    [InlineData("list.1.n", "two")]
    [InlineData("number", "42")]
    public async Task It_stands_where_responsePath_says(string path, string expected)
    {
        await using var server = await ServerAsync("""{"data":{"value":"s3cret"},"list":[{"n":"one"},{"n":"two"}],"number":42}""");
        var run = await RunAsync($"url=urlTemplate={server.Url}{{key}},method=post,headers.Content-Type=application/json,responsePath={path}");
        run.LogLines.Distinct().ShouldHaveSingleItem().ShouldEndWith($" {expected.Length} {new string([.. expected.Reverse()])}");
        server.Seen.ShouldHaveSingleItem().Method.ShouldBe("POST");
    }

    [Theory]
    [InlineData("responsePath=data.nothing", 200, 1, "the answer has no 'data.nothing' (responsePath)")]
    [InlineData("maxRetries=2", 404, 1, "the secret 'to ken' cannot be fetched: the service answered 404")]
    [InlineData("maxRetries=2", 302, 1, "the service answered 302")]
    [InlineData("maxRetries=1,retryBackoff=1ms", 503, 2, "the service answered 503")]
    [InlineData("maxRetries=1,retryBackoff=1ms", 429, 2, "the service answered 429")]
    public async Task What_cannot_be_had_is_said_and_tried_again_where_that_may_help(string settings, int status, int requests, string expected)
    {
        await using var server = await ServerAsync("{}", status);
        var run = await ScriptRunner.RunAsync(
            "import secrets from 'k6/secrets'; export default async function () { try { await secrets.get('to ken') } catch (e) { console.log(e.message) } }",
            change: request => request with { SecretSources = [$"url=urlTemplate={server.Url}{{key}},{settings}"] });
        run.LogLines.ShouldHaveSingleItem().ShouldContain(expected);
        server.Seen.Count.ShouldBe(requests);
    }

    [Fact]
    public async Task A_service_that_fails_once_is_asked_again()
    {
        var asked = 0;
        await using var server = await KestrelServer.StartAsync(answer: context =>
        {
            if (Interlocked.Increment(ref asked) > 1) return context.Response.WriteAsync("s3cret");
            context.Response.StatusCode = 500;
            return Task.CompletedTask;
        });
        var run = await RunAsync($"url=urlTemplate={server.Url}{{key}},retryBackoff=1ms");
        run.LogLines.ShouldBe(Enumerable.Repeat("***SECRET_REDACTED*** 6 terc3s", 6));
        asked.ShouldBe(2);
    }

    [Fact]
    public async Task More_requests_than_a_burst_wait_for_their_turn()
    {
        await using var server = await ServerAsync("s3cret");
        var run = await ScriptRunner.RunAsync("""
            import secrets from 'k6/secrets';
            export default async function () { console.log((await Promise.all([1, 2, 3, 4].map((n) => secrets.get('key' + n)))).length); }
            """, change: request => request with { SecretSources = [$"url=urlTemplate={server.Url}{{key}},requestsPerMinuteLimit=6000,requestsBurst=2"] });
        run.LogLines.ShouldBe(["4"]);
        server.Seen.Count.ShouldBe(4);
    }

    [Fact]
    public async Task The_command_line_wins_over_the_file_and_the_file_over_variables()
    {
        await using var server = await ServerAsync("""{"right":"s3cret","wrong":"no"}""");
        var file = Path.Combine(Directory.CreateTempSubdirectory("dyno-k6-").FullName, "secrets.json");
        try
        {
            await File.WriteAllTextAsync(file, """{ "responsePath": "wrong", "method": "PUT", "headers": { "X-B": "file" }, "maxRetries": 0 }""", TestContext.Current.CancellationToken);
            var run = await ScriptRunner.RunAsync(Script, environment: e =>
            {
                e["K6_SECRET_SOURCE_URL_URL_TEMPLATE"] = $"{server.Url}{{key}}";
                e["K6_SECRET_SOURCE_URL_METHOD"] = "PATCH";
                e["K6_SECRET_SOURCE_URL_HEADER_X_A"] = "variable";
                e["K6_SECRET_SOURCE_URL_HEADER_X_B"] = "variable";
            }, change: request => request with { SecretSources = ["mock=key=value", $"url=default,name=own,config={file},responsePath=right"] });
            run.LogLines.Distinct().ShouldBe(["***SECRET_REDACTED*** 6 terc3s"]);
            var seen = server.Seen.ShouldHaveSingleItem();
            (seen.Method, seen.Headers["X-A"], seen.Headers["X-B"]).ShouldBe(("PUT", "variable", "file"));
        }
        finally
        {
            Directory.Delete(Path.GetDirectoryName(file)!, recursive: true);
        }
    }

    [Theory]
    [InlineData("url", "url names no urlTemplate")]
    [InlineData("url=urlTemplate=http://127.0.0.1/secret", "not a URL with {key} in it")]
    [InlineData("url=urlTemplate=ftp://127.0.0.1/{key}", "not a URL with {key} in it")]
    [InlineData("url=urlTemplat=http://127.0.0.1/{key}", "url has no setting 'urlTemplat'")]
    [InlineData("url=urlTemplate=http://127.0.0.1/{key},timeout=soon", "timeout: 'soon' is not a time")]
    [InlineData("url=urlTemplate=http://127.0.0.1/{key},requestsBurst=0", "requestsBurst: '0' is not a whole number from 1")]
    [InlineData("url=urlTemplate=http://127.0.0.1/{key},headers.a b=c", "'a b' cannot be a header")]
    [InlineData("url=config=/nowhere/at/all.json", "/nowhere/at/all.json cannot be read")]
    [InlineData("vault=x", "'vault' is not a kind of source")]
    public async Task What_is_wrong_with_it_is_said_before_the_run(string source, string expected)
    {
        var run = await ScriptRunner.RunAsync(Script, change: request => request with { SecretSources = [source] });
        run.ExitCode.ShouldBe(104);
        run.Error.ShouldContain(expected);
    }

    private static Task<ScriptOutcome> RunAsync(string source, VuLayout layout = VuLayout.Isolated) =>
        ScriptRunner.RunAsync(Script, change: request => request with { Layout = layout, SecretSources = [source] });

    private static Task<KestrelServer> ServerAsync(string answer, int status = 200) => KestrelServer.StartAsync(answer: context =>
    {
        context.Response.StatusCode = status;
        if (status == 302) context.Response.Headers.Location = "/elsewhere";
        return context.Response.WriteAsync(answer);
    });
}
