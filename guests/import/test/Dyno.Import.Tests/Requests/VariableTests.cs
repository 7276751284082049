namespace Dyno.Import.Tests;

/// <summary><c>--var</c> and the variables of other tools' files, which must not become more text than fits into memory.</summary>
public sealed class VariableTests : IDisposable
{
    private const string Collection = """
        { "info": { "name": "shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
          "item": [ { "name": "orders", "request": { "method": "GET", "url": "{{baseUrl}}/orders" } } ] }
        """;

    private const string Api = """{ "openapi": "3.0.1", "info": { "title": "shop" }, "servers": [ { "url": "https://shop.example" } ], "paths": { "/orders": { "get": { } } } }""";
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-var-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("a.postman_collection.json", Collection, "http://localhost:7000/orders", "baseUrl=http://localhost:7000")]
    [InlineData("a.openapi.json", Api, "http://localhost:7000/orders", "baseUrl=http://localhost:7000")]
    public void A_value_of_the_command_line_wins_over_that_of_the_file(string name, string text, string url, params string[] variables)
    {
        var warnings = new List<Problem>();

        var inspection = InputReader.Inspect(Request(name, text, variables), warnings);

        inspection.Scenarios.Single().Requests.Single().Url.ShouldBe(url);
        warnings.ShouldBeEmpty();
    }

    [Fact]
    public void A_variable_without_a_value_is_refused() =>
        Should.Throw<UserFault>(() => InputReader.Read(Request("a.curl", "curl http://localhost/", "id")))
            .Message.ShouldBe("--var: this is not a variable with a value: \"id\"  -> write --var NAME=VALUE");

    [Fact]
    public void Variables_that_name_each_other_many_times_are_refused()
    {
        var variables = Enumerable.Range(1, 9).Select(i => $"{{\"key\":\"v{i}\",\"value\":\"{Times($"{{{{v{i - 1}}}}}")}\"}}").Append("{\"key\":\"v0\",\"value\":\"\"}");

        var text = $"{{\"info\":{{}},\"variable\":[{string.Join(',', variables)}],\"item\":[{{\"name\":\"a\",\"request\":\"http://h/{{{{v9}}}}\"}}]}}";
        var problems = new ProblemList();
        RequestSetReader.ReadBytes("a.postman_collection.json", Encoding.UTF8.GetBytes(text), new LoadRequest(), [], problems);

        Should.Throw<UserFault>(problems.ThrowIfAny).Message.ShouldContain("longer than");
    }

    private static string Times(string slot) => string.Concat(Enumerable.Repeat(slot, 10));

    private LoadRequest Request(string name, string text, params string[] variables)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllText(path, text);
        return new LoadRequest { Target = path, Variables = [.. variables] };
    }
}
