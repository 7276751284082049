namespace Dyno.K6.Tests;

public sealed class GjsonPathTests
{
    private const string Values = """
        {"vals":[{"a":1,"b":"data"},{"a":2,"b":true},{"a":3,"b":false},{"a":4,"b":"0"},{"a":5,"b":0},{"a":6,"b":"1"},
        {"a":7,"b":1},{"a":8,"b":"true"},{"a":9,"b":null},{"a":10}]}
        """;

    [Theory]
    [InlineData("vals.#(b==~true)#.a", "[2,6,7,8]")]
    [InlineData("vals.#(b==~false)#.a", "[3,4,5,9,10]")]
    [InlineData("vals.#(b==~null)#.a", "[9,10]")]
    [InlineData("vals.#(b!=~null)#.a", "[1,2,3,4,5,6,7,8]")]
    [InlineData("vals.#(b=~*)#.a", "[1,2,3,4,5,6,7,8,9]")]
    [InlineData("vals.#(b!=~*)#.a", "[10]")]
    [InlineData("vals.#(b>~true)#.a", "[]")]
    [InlineData("vals.#(b==~yes)#.a", "[]")]
    public void Queries_tell_what_means_true_false_and_nothing(string path, string expected) => GjsonPath.Find(Values, path).ShouldBe(expected);

    [Theory]
    [InlineData("f.#[n==2].id", "\"two\"")]
    [InlineData("f.#[n>1]#.id", "[\"two\",\"three\"]")]
    [InlineData("f.#[in.#[==\"x.y\"]]#.n", "[1,3]")]
    [InlineData("f.#(in.#[==\"]\"]).n", "2")]
    [InlineData("f.#(n==3).in.#[%\"x*\"]", "\"x.y\"")]
    public void Queries_may_stand_in_brackets(string path, string expected) => GjsonPath.Find(
        """{"f":[{"n":1,"id":"one","in":["x.y"]},{"n":2,"id":"two","in":["]"]},{"n":3,"id":"three","in":["z","x.y"]}]}""", path).ShouldBe(expected);

    [Theory]
    [InlineData("vals.#(")]
    [InlineData("vals.#[")]
    [InlineData("vals.#(a==1")]
    [InlineData("vals.#(a==1]]")]
    [InlineData("vals.#)")]
    public void A_query_that_does_not_end_finds_nothing(string path) => GjsonPath.Find(Values, path).ShouldBeNull();
}
