namespace Dyno.Inputs.Tests;

public sealed class RequestNamesTests
{
    [Fact]
    public void Repeated_names_are_numbered_around_those_that_are_taken() =>
        Unique("a", "a (2)", "a", "b", "a").ShouldBe(["a", "a (2)", "a (3)", "b", "a (4)"]);

    [Fact] // quadratic, this would take minutes
    public void A_hundred_thousand_equal_names_are_numbered_in_no_time() =>
        Unique([.. Enumerable.Repeat("a", 100_000)])[^1].ShouldBe("a (100000)");

    [Theory]
    [InlineData("http://localhost/a?x=1", "GET /a")]
    [InlineData("http://localhost/{{i.response.body.$.a[?(@.x==1)].id}}/b?x={{y}}", "GET /{{i.response.body.$.a[?(@.x==1)].id}}/b")]
    public void A_query_is_no_part_of_a_name_and_a_question_mark_in_a_slot_no_query(string url, string name)
    {
        var parts = url.Split("{{").SelectMany((text, i) => i > 0 && text.Split("}}") is [var slot, var rest]
            ? new[] { TextPart.Slot(slot, new FeedColumn(slot)), TextPart.Literal(rest) } : [TextPart.Literal(text)]);
        RequestNames.Default("GET", new TextTemplate(parts)).ShouldBe(name);
    }

    private static string[] Unique(params string[] names) =>
        [.. RequestNames.MakeUnique(names.Select(n => new RequestDraft { Name = n, Url = TextTemplate.Of("http://localhost/") })).Select(r => r.Name!)];
}
