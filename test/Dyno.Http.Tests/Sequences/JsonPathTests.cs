using System.Text.Json;
using Dyno.Http.Sequences;

namespace Dyno.Http.Tests.Sequences;

public class JsonPathTests
{
    private const string Document = """
        { "token": "t-1", "n": 7, "yes": true, "none": null, "a b": "odd", "items": [ { "id": 1, "tags": ["x", "y"] }, { "id": 2 } ],
          "deep": { "er": { "token": "t-2", "obj": { "k": 1 } } } }
        """;

    [Theory]
    [InlineData("$.token", "t-1")]
    [InlineData("$.n", "7")]
    [InlineData("$.yes", "true")]
    [InlineData("$.none", "null")]
    [InlineData("$['a b']", "odd")]
    [InlineData("$[\"a b\"]", "odd")]
    [InlineData("$.items[0].id", "1")]
    [InlineData("$.items[-1].id", "2")]
    [InlineData("$.items[*].id", "1")]
    [InlineData("$.items[0].tags[1]", "y")]
    [InlineData("$.deep..token", "t-2")]
    [InlineData("$..k", "1")]
    [InlineData("$.deep.er.obj", "{ \"k\": 1 }")]
    [InlineData("$.items[1].tags", null)]
    [InlineData("$.items[9]", null)]
    [InlineData("$.token.more", null)]
    [InlineData("$.nothing", null)]
    public void Finds_the_first_value_a_path_leads_to(string path, string? expected)
    {
        using var document = JsonDocument.Parse(Document);
        JsonPath.TryParse(path, out var parsed).ShouldBeTrue();
        parsed!.Read(document.RootElement).ShouldBe(expected);
    }

    [Theory]
    [InlineData("")]
    [InlineData("token")]
    [InlineData("$.")]
    [InlineData("$token")]
    [InlineData("$[")]
    [InlineData("$[x]")]
    [InlineData("$.a b")]
    [InlineData("$.items[?(@.id==1)]")]
    [InlineData("$[99999999999]")]
    public void Refuses_what_it_does_not_understand(string path) => JsonPath.TryParse(path, out _).ShouldBeFalse();
}
