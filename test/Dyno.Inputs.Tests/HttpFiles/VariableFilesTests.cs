namespace Dyno.Inputs.Tests;

/// <summary>Files of variables beside a <c>.http</c> file, as people write them.</summary>
public sealed class VariableFilesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-variables-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Members_of_an_object_in_an_environment_are_variables()
    {
        Write("http-client.env.json", """{ "dev": { "nested": { "url": "http://127.0.0.1:7811", "list": ["a","b"] }, "port": 7811 } }""");
        var path = Write("a.http", "GET {{nested.url}}/{{nested.list[1]}}?p={{port}}\n");

        UrlOf(new LoadRequest { Target = path, HttpEnvironment = "dev" }).ShouldBe("http://127.0.0.1:7811/b?p=7811");
    }

    [Theory]
    [InlineData("V=\"quoted # x\" # c", "quoted%20%23%20x")]
    [InlineData("V='single' # c", "single")]
    [InlineData("V=\"a\\\"b\"", "a%22b")]
    [InlineData("V=plain # c", "plain")]
    [InlineData("V=\"open", "%22open")]
    [InlineData("V='two' 'words'", "'two'%20'words'")]
    public void Quotes_of_a_dotenv_file_are_taken_off(string line, string expected)
    {
        Write(".env", line + "\n");
        var path = Write("a.http", "GET http://h/\nX-Value: {{%$dotenv V}}\n");

        var set = RequestSetReader.Read(new LoadRequest { Target = path }, [], new ProblemList());

        Uri.UnescapeDataString(set.Requests[0].Plan.Headers[0].Value).ShouldBe(Uri.UnescapeDataString(expected));
    }

    [Fact]
    public void A_prompt_is_answered_by_var()
    {
        var path = Write("a.http", "# @prompt user who is it\nGET http://h/{{user}}\n");

        UrlOf(new LoadRequest { Target = path, Variables = ["user=bob"] }).ShouldBe("http://h/bob");
        Should.Throw<UserFault>(() => UrlOf(new LoadRequest { Target = path })).Message.ShouldContain("give --var user=VALUE");
    }

    private static string UrlOf(LoadRequest request) => InputReader.ReadRequests(request).Single().Url.AbsoluteUri;

    private string Write(string name, string text)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllText(path, text);
        return path;
    }
}
