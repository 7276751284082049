namespace Dyno.Http.Tests;

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
    [InlineData("$.items[-1:].id", "2")]
    [InlineData("$.items.[0].id", "1")]
    [InlineData("$.items.1.id", "2")]
    [InlineData("$.items[?length(@.tags) == 2].id", "1")]
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
    [InlineData("$.items[?(@.id==2)].name", "Bo")]
    [InlineData("$.items[?@.id == 2].name", "Bo")]
    [InlineData("$.items[?(@.id === 2)].name", "Bo")]
    [InlineData("$.items[?(@.id!=1)].name", "Bo")]
    [InlineData("$.items[?(@.price<10)].name", "Bo")]
    [InlineData("$.items[?(@.price >= 12.5)].name", "Ann's")]
    [InlineData("$.items[?(2 < @.id)].name", "Cy")]
    [InlineData("$.items[?(@.name=='Cy')].id", "3")]
    [InlineData("$.items[?(@.name==\"Cy\")].id", "3")]
    [InlineData("$.items[?(@.name=='Ann\\'s')].id", "1")]
    [InlineData("$.items[?(@.tags)].name", "Cy")]
    [InlineData("$.items[?(!@.price)].name", "Cy")]
    [InlineData("$.items[?(@.tags[0]=='x' && @.id>1)].name", "Cy")]
    [InlineData("$.items[?(@.id==9 || @['name']=='Bo')].id", "2")]
    [InlineData("$.items[?((@.id==1 || @.id==2) && !(@.name=='Bo'))].id", "1")]
    [InlineData("$.items[?(@.open==true)].id", "2")]
    [InlineData("$.items[?(@.open==null)].id", "1")]
    [InlineData("$.items[?(@.id=='2')].name", null)]
    [InlineData("$.items[?(@.name<5)].name", null)]
    [InlineData("$.items[?(@.id==9)].name", null)]
    [InlineData("$.numbers[?(@>2)]", "3")]
    [InlineData("$.byName[?(@.id==7)].id", "7")]
    [InlineData("$.items[?(@.parts[?(@.n==5)])].id", "3")]
    public void A_filter_takes_the_first_element_for_which_it_holds(string path, string? expected)
    {
        using var document = JsonDocument.Parse("""
            { "items": [ { "id": 1, "name": "Ann's", "price": 12.5, "open": null }, { "id": 2, "name": "Bo", "price": 9, "open": true },
                { "id": 3, "name": "Cy", "tags": ["x"], "parts": [{ "n": 4 }, { "n": 5 }] } ],
              "numbers": [1, 2, 3, 4], "byName": { "a": { "id": 6 }, "b": { "id": 7 } } }
            """);
        JsonPath.TryParse(path, out var parsed).ShouldBeTrue();
        parsed!.Read(document.RootElement).ShouldBe(expected);
    }

    [Fact]
    public void A_filter_nested_without_end_is_refused()
    {
        JsonPath.TryParse("$[?" + new string('(', 100_000) + "@.a" + new string(')', 100_000) + "]", out _).ShouldBeFalse();
        JsonPath.TryParse("$" + string.Concat(Enumerable.Repeat("[?@", 100_000)) + new string(']', 100_000), out _).ShouldBeFalse();
        JsonPath.TryParse("$[?" + new string('!', 100_000) + "@.a]", out _).ShouldBeFalse();
    }

    [Theory]
    [InlineData("")]
    [InlineData("token")]
    [InlineData("$.")]
    [InlineData("$token")]
    [InlineData("$[")]
    [InlineData("$[x]")]
    [InlineData("$.a b")]
    [InlineData("$.items[?(@.id==1]")]
    [InlineData("$.items[?(@.id=1)]")]
    [InlineData("$.items[?(@.id==)]")]
    [InlineData("$.items[?(1)]")]
    [InlineData("$.items[?]")]
    [InlineData("$.items[?(@.id==1)")]
    [InlineData("$.items[?(@.id==1)]x")]
    [InlineData("$.items[?(@.a b==1)]")]
    [InlineData("$.items[?(@.[x]==1)]")]
    [InlineData("$.items[?(@.id=='1)]")]
    [InlineData("$[9007199254740992]")]
    public void Refuses_what_it_does_not_understand(string path) => JsonPath.TryParse(path, out _).ShouldBeFalse();
}
