namespace Dyno.Import.Tests;

public sealed class PostmanEnvironmentTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-postman-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("staging")]
    [InlineData("staging.postman_environment.json")]
    public void Values_of_the_environment_win_over_those_of_the_collection(string environment)
    {
        var collection = Write("shop.json", """
            { "info": { "name": "Shop" }, "variable": [ { "key": "base", "value": "http://collection" }, { "key": "id", "value": "1" } ],
              "item": [ { "name": "a", "request": "{{base}}/{{id}}" } ] }
            """);
        Write("staging.postman_environment.json", """
            { "name": "staging", "values": [ { "key": "base", "value": "http://localhost:5000", "enabled": true }, { "key": "id", "value": "9", "enabled": false } ] }
            """);

        var given = environment.EndsWith(".json", StringComparison.Ordinal) ? Path.Combine(_folder, environment) : environment;
        var plan = InputReader.Read(new LoadRequest { Target = collection, HttpEnvironment = given });

        plan.Scenarios[0].Workload.Steps.Single().Url.ShouldBe("http://localhost:5000/1");
    }

    [Fact]
    public void A_file_that_is_no_environment_is_refused()
    {
        var collection = Write("shop.json", """{ "info": {}, "item": [ { "name": "a", "request": "http://h/" } ] }""");

        Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = collection, HttpEnvironment = collection })).Message
            .ShouldContain("this is not a Postman environment");
        Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = collection, HttpEnvironment = "nope" })).Message
            .ShouldStartWith("--http-env: there is no file \"nope\"");
    }

    private string Write(string name, string text)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllText(path, text);
        return path;
    }
}
