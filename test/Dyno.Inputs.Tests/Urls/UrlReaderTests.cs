namespace Dyno.Inputs.Tests;

public sealed class UrlReaderTests
{
    [Fact]
    public void Without_more_it_is_a_get() => Read(new LoadRequest { Target = "localhost/x" }).ShouldSatisfyAllConditions(
        r => r.Method.ShouldBe("GET"), r => r.Headers.ShouldBeEmpty(), r => r.Body.IsEmpty.ShouldBeTrue());

    [Fact]
    public void A_body_makes_it_a_post_unless_the_method_is_given()
    {
        Read(new LoadRequest { Target = "localhost", Body = "a" }).Method.ShouldBe("POST");
        Read(new LoadRequest { Target = "localhost", Body = "a", Method = "put" }).Method.ShouldBe("PUT");
    }

    [Theory]
    [InlineData("{\"a\":1}", true)]
    [InlineData("[1,2]", true)]
    [InlineData("{not json}", false)]
    [InlineData("plain", false)]
    [InlineData("", false)]
    public void A_json_body_gets_its_content_type(string body, bool json) =>
        Read(new LoadRequest { Target = "localhost", Body = body }).Headers.Contains(new HeaderField("Content-Type", "application/json")).ShouldBe(json);

    [Fact]
    public void A_body_file_is_sent_byte_for_byte()
    {
        var path = Path.GetTempFileName();
        try
        {
            File.WriteAllBytes(path, [0, 1, 255, 13, 10]);
            Read(new LoadRequest { Target = "localhost", BodyFile = path }).Body.ToArray().ShouldBe([0, 1, 255, 13, 10]);
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void A_text_body_is_sent_as_utf_8() =>
        Read(new LoadRequest { Target = "localhost", Body = "é" }).Body.ToArray().ShouldBe(Encoding.UTF8.GetBytes("é"));

    [Theory]
    [InlineData("http://h/users/{{id}}", null, "{{id}} has no value and would be sent as it stands")]
    [InlineData("http://h/", "{\"a\":\"{{ name }}\"}", "{{ name }} has no value")]
    [InlineData("http://h/{{$guid}}", null, "{{$guid}} has no value")]
    [InlineData("http://h/", "@body.json", "\"@body.json\" would be sent as it stands: -b takes the body itself, not a file -> write --body-file body.json")]
    public void What_would_be_sent_as_it_stands_by_mistake_is_refused(string target, string? body, string what) =>
        string.Join(' ', Should.Throw<UserFault>(() => Read(new LoadRequest { Target = target, Body = body })).Problems
            .Select(p => $"{p.What} -> {p.WriteInstead}")).ShouldContain(what);

    [Theory]
    [InlineData("{\"a\":{\"b\":{}}}")]
    [InlineData("{{#if x}}yes{{/if}}")]
    [InlineData("@ home")]
    public void A_body_with_braces_or_an_at_sign_of_its_own_is_sent(string body) =>
        Read(new LoadRequest { Target = "http://h/", Body = body }).Body.Length.ShouldBe(body.Length);

    private static HttpRequestPlan Read(LoadRequest request)
    {
        var problems = new ProblemList();
        var set = UrlReader.Read(request, problems);
        problems.ThrowIfAny();
        return set.Requests.ShouldHaveSingleItem().Plan;
    }
}
