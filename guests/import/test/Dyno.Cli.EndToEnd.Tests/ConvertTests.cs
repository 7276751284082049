namespace Dyno.Cli.EndToEnd.Tests;

public sealed class ConvertTests : EndToEndTest
{
    private const string Recording = """
        {"log":{"version":"1.2","entries":[
          {"request":{"method":"GET","url":"URL?api_key=hunter2key","headers":[{"name":"Cookie","value":"session=hunter2cookie"}]}},
          {"request":{"method":"POST","url":"URL","headers":[{"name":"Content-Type","value":"application/json"}],
           "postData":{"mimeType":"application/json","text":"{\"a\":1}"}}}]}}
        """;

    [Fact]
    public async Task A_recording_becomes_a_session_with_its_secrets_in_variables()
    {
        await WriteAsync("shop.har", Recording.Replace("URL", Url, StringComparison.Ordinal));

        var converted = await DynoAsync("convert", "shop.har", "-o", "shop.websurge");
        var text = await ReadAsync("shop.websurge");

        converted.ExitCode.ShouldBe(0, converted.ToString());
        converted.Out.ShouldBe("wrote shop.websurge; run it: dyno run shop.websurge\n");
        converted.Error.ShouldContain("the new file has secrets in its variables: api_key, cookie");
        converted.ToString().ShouldNotContain("hunter2");
        text.ShouldContain("Cookie: {{cookie}}");
        text.ShouldContain("?api_key={{api_key}} HTTP/1.1");
        text.ShouldContain("{\"a\":1}");
    }

    [Fact]
    public async Task A_file_that_exists_is_replaced_only_by_force()
    {
        await WriteAsync("a.curl", $"curl {Url}");
        await WriteAsync("a.websurge", "mine");

        var refused = await DynoAsync("convert", "a.curl", "-o", "a.websurge");

        refused.ExitCode.ShouldBe(104, refused.ToString());
        refused.Error.ShouldBe("dyno: --output: a.websurge exists  -> name another file, or add --force to replace it");
        (await ReadAsync("a.websurge")).ShouldBe("mine");
        (await DynoAsync("convert", "a.curl", "-o", "a.websurge", "--force")).ExitCode.ShouldBe(0);
        (await ReadAsync("a.websurge")).ShouldStartWith($"GET {Url} HTTP/1.1\n");
    }

    [Fact]
    public async Task A_recording_can_be_run_as_it_is_and_its_secrets_stand_in_no_result()
    {
        await WriteAsync("shop.har", Recording.Replace("URL", Url, StringComparison.Ordinal));

        var outcome = await DynoAsync("run", "shop.har", "-i", "1", "--result", "result.json");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        Server.Seen.Count.ShouldBe(2);
        outcome.ToString().ShouldNotContain("hunter2");
        (await ReadAsync("result.json")).ShouldNotContain("hunter2");
    }

    [Theory]
    [InlineData("convert", "INPUT is missing: name a file")]
    [InlineData("convert a.har", "--output is missing: write -o FILE.http")]
    [InlineData("convert a.har -o a.json", "Dyno cannot write the file type of \"a.json\"  -> name a file that ends with .http")]
    [InlineData("convert missing.har -o a.http", "there is no file \"missing.har\"")]
    public async Task What_is_missing_is_said(string line, string message)
    {
        var outcome = await DynoAsync(line.Split(' '));
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(message);
    }

    private Task WriteAsync(string name, string text) => File.WriteAllTextAsync(Path.Combine(Workspace.Folder, name), text, Cancelled);

    private Task<string> ReadAsync(string name) => File.ReadAllTextAsync(Path.Combine(Workspace.Folder, name), Cancelled);
}
