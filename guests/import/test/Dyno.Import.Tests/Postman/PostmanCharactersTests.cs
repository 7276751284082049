using System.Text.Json;

namespace Dyno.Import.Tests;

/// <summary>Characters in query values and path variables, as newman 6.2.2 sent them to a server that kept its request lines.</summary>
public sealed class PostmanCharactersTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-postman-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    // Where the bytes of .NET's URLs differ (a%b is a%25b, ^ is %5E), they mean the same: both sides are compared as .NET writes them.
    [Theory]
    [InlineData("a&b", "/q?v=a%26b&end=1", "/p/a&b/end")]
    [InlineData("a=b", "/q?v=a=b&end=1", "/p/a=b/end")]
    [InlineData("a+b", "/q?v=a+b&end=1", "/p/a+b/end")]
    [InlineData("a#b", "/q?v=a%23b&end=1", "/p/a")]
    [InlineData("a?b", "/q?v=a?b&end=1", "/p/a?b/end")]
    [InlineData("a/b", "/q?v=a/b&end=1", "/p/a/b/end")]
    [InlineData("a%b", "/q?v=a%b&end=1", "/p/a%b/end")]
    [InlineData("a%20b", "/q?v=a%20b&end=1", "/p/a%20b/end")]
    [InlineData("a%2Fb", "/q?v=a%2Fb&end=1", "/p/a%2Fb/end")]
    [InlineData("a'b", "/q?v=a%27b&end=1", "/p/a'b/end")]
    [InlineData("a\"b", "/q?v=a%22b&end=1", "/p/a%22b/end")]
    [InlineData("a<b", "/q?v=a%3Cb&end=1", "/p/a%3Cb/end")]
    [InlineData("a[b]", "/q?v=a[b]&end=1", "/p/a[b]/end")]
    [InlineData("a|b", "/q?v=a|b&end=1", "/p/a|b/end")]
    [InlineData("a\\b", "/q?v=a\\b&end=1", "/p/a/b/end")]
    [InlineData("a;b", "/q?v=a;b&end=1", "/p/a;b/end")]
    [InlineData("a,b", "/q?v=a,b&end=1", "/p/a,b/end")]
    [InlineData("a:b", "/q?v=a:b&end=1", "/p/a:b/end")]
    [InlineData("a@b", "/q?v=a@b&end=1", "/p/a@b/end")]
    [InlineData("a^b", "/q?v=a^b&end=1", "/p/a^b/end")]
    [InlineData("a`b", "/q?v=a`b&end=1", "/p/a%60b/end")]
    [InlineData("a{b}", "/q?v=a{b}&end=1", "/p/a%7Bb%7D/end")]
    [InlineData("a b", "/q?v=a%20b&end=1", "/p/a%20b/end")]
    [InlineData("é", "/q?v=%C3%A9&end=1", "/p/%C3%A9/end")]
    public void Are_sent_as_newman_sends_them(string value, string query, string path)
    {
        foreach (var isVariable in new[] { false, true })
        {
            var targets = TargetsOf(value, isVariable);
            targets[0].ShouldBe(Written(query), $"variable: {isVariable}");
            targets[1].ShouldBe(Written(path), $"variable: {isVariable}");
        }
    }

    private string[] TargetsOf(string value, bool isVariable)
    {
        var text = JsonSerializer.Serialize(value);
        var used = isVariable ? "\"{{given}}\"" : text;
        var file = Path.Combine(_folder, "c.postman_collection.json");
        File.WriteAllText(file, $$"""
            { "info": { "name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" }, "variable": [ { "key": "given", "value": {{text}} } ], "item": [
              { "name": "q", "request": { "method": "GET", "url": { "raw": "http://h/q", "host": ["h"], "path": ["q"], "query": [ { "key": "v", "value": {{used}} }, { "key": "end", "value": "1" } ] } } },
              { "name": "p", "request": { "method": "GET", "url": { "raw": "http://h/p/:id/end", "host": ["h"], "path": ["p", ":id", "end"], "variable": [ { "key": "id", "value": {{used}} } ] } } } ] }
            """);
        var problems = new ProblemList();
        var requests = Corpus.Read(file, problems).Requests;
        problems.ThrowIfAny();
        return [.. requests.Select(r => r.Plan.Url.PathAndQuery)];
    }

    private static string Written(string target) => new Uri("http://h" + target).PathAndQuery;
}
