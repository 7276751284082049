namespace Dyno.Inputs.Tests;

/// <summary><c>--var</c> on every file that has variables.</summary>
public sealed class GivenVariablesTests : IDisposable
{
    private const string HttpFile = """
        @host = http://localhost:5000
        @base = {{host}}/v1

        GET {{base}}/orders/{{id}}
        X-Key: {{key}}
        """;

    private const string Session = "@id=1\nGET http://localhost:5000/orders/{{id}} HTTP/1.1\n";

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-var-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("a.http", HttpFile, "http://localhost:7000/v1/orders/7", "host=http://localhost:7000", "id=7", "key=hunter2")]
    [InlineData("a.websurge", Session, "http://localhost:5000/orders/7", "id=7")]
    public void A_value_of_the_command_line_wins_over_that_of_the_file(string name, string text, string url, params string[] variables)
    {
        var warnings = new List<Problem>();

        var inspection = InputReader.Inspect(Request(name, text, variables), warnings);

        inspection.Scenarios.Single().Requests.Single().Url.ShouldBe(url);
        inspection.ToJson().ShouldNotContain("hunter2");
        warnings.ShouldBeEmpty();
    }

    [Fact]
    public void A_converted_file_has_the_value_that_was_given()
    {
        var text = InputConverter.Convert(Request("a.http", HttpFile, "host=http://localhost:7000", "id=7", "key=k"), "b.http")[0];

        Encoding.UTF8.GetString(text.Content.Span).ShouldStartWith("@id = 7\n@key = k\n@host = http://localhost:7000\n@base = {{host}}/v1\n");
    }

    [Fact]
    public void A_name_that_no_request_uses_is_told_with_the_one_that_was_meant()
    {
        var warnings = new List<Problem>();

        InputReader.Read(Request("a.websurge", Session, "idd=7"), warnings);
        InputReader.Read(new LoadRequest { Target = "localhost", Variables = ["id=7"] }, warnings);

        warnings.Select(w => w.ToString()).ShouldBe(
        [
            "--var: no request uses the variable \"idd\"  -> write --var id=VALUE",
            "--var: no request uses the variable \"id\"  -> write {{id}} in the file where the value belongs",
        ]);
    }

    [Theory]
    [InlineData("a.http")]
    [InlineData("a.websurge")]
    public void A_variable_without_a_value_is_refused(string name) =>
        Should.Throw<UserFault>(() => InputReader.Read(Request(name, "GET http://localhost/ HTTP/1.1", "id")))
            .Message.ShouldBe("--var: this is not a variable with a value: \"id\"  -> write --var NAME=VALUE");

    [Fact]
    public void The_address_of_a_document_is_not_taken_for_the_document_without_a_word()
    {
        var warnings = new List<Problem>();

        InputConverter.Convert(new LoadRequest { Target = "http://localhost:5000/openapi/v1.json" }, "b.http", warnings);

        warnings.ShouldHaveSingleItem().WriteInstead.ShouldBe("save the document first: curl -o v1.json http://localhost:5000/openapi/v1.json, then dyno convert v1.json");
    }

    private LoadRequest Request(string name, string text, params string[] variables)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllText(path, text);
        return new LoadRequest { Target = path, Variables = [.. variables] };
    }
}
