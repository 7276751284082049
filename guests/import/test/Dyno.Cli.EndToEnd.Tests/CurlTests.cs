namespace Dyno.Cli.EndToEnd.Tests;

public sealed class CurlTests : EndToEndTest
{
    [Fact]
    public async Task A_pasted_command_line_is_sent_as_curl_would()
    {
        var outcome = await DynoAsync("run", "-i", "1", "--curl",
            $"curl '{Url}?a=1&b=2' \\\n  -H 'X-One: 1' --data-raw $'it\\'s' -u ann:secret");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.ToString().ShouldNotContain("secret");
        var seen = Server.Seen.ShouldHaveSingleItem();
        seen.Target.ShouldBe("/hello?a=1&b=2");
        seen.Headers["X-One"].ToString().ShouldBe("1");
        seen.Headers["Authorization"].ToString().ShouldBe("Basic YW5uOnNlY3JldA==");
        seen.Body.ShouldBe("it's"u8.ToArray());
    }

    [Fact]
    public async Task What_is_wrong_with_it_is_told_before_anything_is_sent()
    {
        var outcome = await DynoAsync("run", Url, "--curl", "curl --proxy p -X GTE http://localhost/");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("--curl: there is a target as well");
        outcome.Error.ShouldContain("write GET");
        outcome.Error.ShouldContain("a load through a proxy measures the proxy");
        Server.Seen.ShouldBeEmpty();
    }
}
