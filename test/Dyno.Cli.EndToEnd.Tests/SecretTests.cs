namespace Dyno.Cli.EndToEnd.Tests;

public sealed class SecretTests : EndToEndTest
{
    private const string Secret = "s3cr3t-planted-here";

    [Theory]
    [InlineData("-H", $"Authorization: Bearer {Secret}")]
    [InlineData("-H", $"Cookie: session={Secret}")]
    [InlineData("-H", $"X-Api-Key: {Secret}")]
    [InlineData("-H", $"Authorization: Digest username=\"bob\", realm=\"x\", response=\"{Secret}\"")]
    [InlineData("-H", $"Authorization: Bearer \"{Secret}\"")]
    [InlineData("-H", $"Cookie: sid=\"{Secret}\"; theme=dark")]
    [InlineData("-H", $"X-Auth-Token: foo {Secret}")]
    [InlineData("-H", $"X-Auth-Token: a,{Secret}")]
    [InlineData("-H", $"X-My-Password: it's {Secret}")]
    [InlineData("-H", $"Proxy-Authorization: Digest username=\"u\", response=\"{Secret}\"")]
    [InlineData("-H", $"X-Hub-Signature: a {Secret}")]
    [InlineData("-H", $"X-Session-Id: a {Secret}")]
    [InlineData("--check", $"header Authorization == \"{Secret}\"")]
    [InlineData("--check", $"header X-Auth-Token contains \"{Secret}\"")]
    [InlineData("--check", $"header Set-Cookie contains \"sid={Secret}\"")]
    [InlineData("-b", $"{{\"password\":\"{Secret}\"}}")]
    [InlineData("--name", $"token={Secret}")]
    public async Task Never_leave_an_option(string option, string value)
    {
        var outcome = await DynoAsync("run", Url, "-i", "3", "-c", "1", option, value, "--result", "result.json", "--summary-export", "summary.json", "--verbose");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        Server.Seen.Count.ShouldBe(3);
        AssertUnseen(outcome);
    }

    [Theory]
    [InlineData("http://user:{0}@127.0.0.1:{1}/hello")]
    [InlineData("http://127.0.0.1:{1}/hello?access_token={0}")]
    [InlineData("http://127.0.0.1:{1}/hello?X-Amz-Signature={0}&sig={0}&jwt={0}")]
    public async Task Never_leave_a_url(string format)
    {
        var url = string.Format(format, Secret, Server.Port);
        var outcome = await DynoAsync("run", url, "-i", "3", "-c", "1", "--result", "result.json", "--summary-export", "summary.json", "--verbose");
        AssertUnseen(outcome);
    }

    // Every report, every way out, the folder, both streams: whatever place of an input the secret stood in.
    private static readonly string[] EveryWayOut =
    [
        .. new[] { "html", "md", "csv", "json", "junit", "prometheus", "hlog", "k6-summary" }.SelectMany(format => new[] { "-f", $"{format}=report-{format}" }),
        "-f", "console", "--out", "json=live.json", "--out", "csv=live.csv", "--result", "result.json", "--summary-export", "summary.json",
    ];

    [Fact, Trait("Guest", "k6")]
    public async Task Never_leave_a_k6_script_by_any_way()
    {
        var refusing = FaultServers.RefusingPort();
        File.WriteAllText(Workspace["script.js"], $$"""
            import http from 'k6/http';
            import { check, group } from 'k6';
            import { Counter } from 'k6/metrics';
            const seen = new Counter('seen');
            export const options = {
              iterations: 3,
              thresholds: { 'http_req_duration{name:{{Url}}?api_key={{Secret}}}': ['p(95)<60000'],
                  'http_req_duration{url:{{Url}}?code={{Secret}}}': ['p(95)<60000'] },
            };
            export function setup() { http.get('{{Url}}?sig={{Secret}}', { headers: { 'X-Auth': '{{Secret}}' } }); return { password: '{{Secret}}' }; }
            export default function () {
              const one = http.get('{{Url}}?api_key={{Secret}}');
              http.get(`{{Url}}?token=${__ENV.TOKEN}`, { tags: { shown: 'token={{Secret}}' } });
              http.get('{{Url}}?code={{Secret}}', { headers: { Cookie: 'a={{Secret}}', 'X-Session': '{{Secret}}' } });
              http.get('{{Url}}', { tags: { name: 'login password={{Secret}}' } });
              http.post('http://me:{{Secret}}@127.0.0.1:{{refusing}}/?secret={{Secret}}', 'pw={{Secret}}');
              group('group token={{Secret}}', () => check(one, { 'body token={{Secret}}': r => r.status === 200 }));
              seen.add(1, { detail: 'apikey={{Secret}}' });
            }
            """);
        var outcome = await DynoAsync(["run", "script.js", "-e", $"TOKEN={Secret}", "--name", $"token={Secret}", "--verbose", .. EveryWayOut]);
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        AssertUnseen(outcome, except: "script.js");
        outcome.Error.ShouldContain("Request Failed", Case.Sensitive, outcome.ToString());
        (await DynoAsync("report", "last")).Out.ShouldContain("api_key=***");
    }

    [Fact]
    public async Task Never_leave_an_http_file_by_any_way()
    {
        var refusing = FaultServers.RefusingPort();
        File.WriteAllText(Workspace["api.http"], $"""
            @token = {Secret}

            ### Log in with token={Secret}
            POST {Url}?api_key={Secret}&code={Secret}
            Authorization: Bearer {Secret}
            Cookie: sid={Secret}
            X-Session: {Secret}
            X-CSRF: {Secret}
            Content-Type: application/json

            pw={Secret}

            ### from a variable
            GET {Url}?token={"{{token}}"}

            ### nobody there, secret={Secret}
            GET http://me:{Secret}@127.0.0.1:{refusing}/?otp={Secret}
            """);
        var outcome = await DynoAsync(["run", "api.http", "--rate", "20/s", "-d", "1s", "--name", $"token={Secret}", "--verbose", .. EveryWayOut]);
        AssertUnseen(outcome, except: "api.http");
        foreach (var command in new[] { "inspect", "convert" })
            AssertUnseenOn(await DynoAsync(command == "inspect" ? ["inspect", "api.http"] : ["convert", "api.http", "-o", "converted.http"]));
    }

    [Fact]
    public async Task Stored_runs_are_for_their_owner_alone()
    {
        if (OperatingSystem.IsWindows()) return;
        (await DynoAsync("run", Url, "-i", "3", "-c", "1")).ExitCode.ShouldBe(0);
        const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.OtherRead | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
        foreach (var entry in Directory.EnumerateFileSystemEntries(Workspace[".dyno"], "*", SearchOption.AllDirectories).Append(Workspace[".dyno"]))
            (File.GetUnixFileMode(entry) & Others).ShouldBe(UnixFileMode.None, entry);
    }

    private static void AssertUnseenOn(DynoOutcome outcome)
    {
        outcome.Out.ShouldNotContain(Secret);
        outcome.Error.ShouldNotContain(Secret);
    }

    private void AssertUnseen(DynoOutcome outcome, string? except = null)
    {
        AssertUnseenOn(outcome);
        foreach (var file in Directory.EnumerateFiles(Workspace.Folder, "*", SearchOption.AllDirectories)
            .Where(file => except is null || Path.GetFileName(file) != except))
            File.ReadAllText(file).ShouldNotContain(Secret, Case.Sensitive, file);
    }
}
