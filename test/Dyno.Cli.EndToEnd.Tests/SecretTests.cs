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

    private void AssertUnseen(DynoOutcome outcome)
    {
        outcome.Out.ShouldNotContain(Secret);
        outcome.Error.ShouldNotContain(Secret);
        foreach (var file in Directory.EnumerateFiles(Workspace.Folder, "*", SearchOption.AllDirectories))
            File.ReadAllText(file).ShouldNotContain(Secret, Case.Sensitive, file);
    }
}
