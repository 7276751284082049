namespace Dyno.Metrics.Tests;

public class MetricSelectorTests
{
    [Theory]
    [InlineData("http_reqs", "http_reqs")]
    [InlineData(" http_reqs ", "http_reqs")]
    [InlineData("m{a:1}", "m{a:1}")]
    [InlineData("m{ b : 2 , a : 1 }", "m{a:1,b:2}")]
    [InlineData("m {a:1}", "m{a:1}")]
    [InlineData("m{\"a\":\"1\",'b':'2'}", "m{a:1,b:2}")]
    [InlineData("m{name:http://localhost:5000/x}", "m{name:http://localhost:5000/x}")]
    [InlineData("m{name:\"a,b\",c:1}", "m{c:1,name:\"a,b\"}")]
    [InlineData("m{name:it's, c:isn't}", "m{c:isn't,name:it's}")]
    [InlineData("m{a:1,a:2}", "m{a:2}")]
    [InlineData("m{a}", "m{a:}")]
    public void Metric_and_tags_are_read(string text, string canonical)
    {
        MetricSelector.TryParse(text, out var selector, out _).ShouldBeTrue();
        selector!.ToString().ShouldBe(canonical);
    }

    [Theory]
    [InlineData(" m{ b : 2 , a:1 } ", "m{b : 2 , a:1}")]
    [InlineData("m {b:'2',a:1}", "m{b:'2',a:1}")]
    [InlineData("m", "m")]
    public void What_the_author_wrote_is_kept_beside_the_order_of_tags(string text, string written)
    {
        MetricSelector.TryParse(text, out var selector, out _).ShouldBeTrue();
        selector!.AsWritten.ShouldBe(written);
        new MetricSelector(selector.Name, selector.Tags).ShouldBe(selector);
        new MetricSelector(selector.Name, selector.Tags).AsWritten.ShouldBe(selector.ToString());
    }

    [Theory]
    [InlineData("", "is not a metric name")]
    [InlineData("http reqs", "is not a metric name")]
    [InlineData("1st", "is not a metric name")]
    [InlineData("höhe", "is not a metric name")]
    [InlineData("m{a:1", "no closing brace: write m{tag:value}")]
    [InlineData("m{a:1}x", "no closing brace")]
    [InlineData("m{}", "a tag without a name")]
    [InlineData("m{a:1,}", "a tag without a name")]
    [InlineData("m{:1}", "a tag without a name")]
    public void What_is_wrong_is_said(string text, string message)
    {
        MetricSelector.TryParse(text, out var selector, out var error).ShouldBeFalse();
        selector.ShouldBeNull();
        error!.ShouldContain(message);
    }

    [Fact]
    public void A_name_may_have_128_characters_and_no_more()
    {
        MetricSelector.TryParse(new string('a', 128), out _, out _).ShouldBeTrue();
        MetricSelector.TryParse(new string('a', 129), out _, out _).ShouldBeFalse();
    }

    [Fact]
    public void Selectors_are_equal_whatever_the_order_of_their_tags()
    {
        var one = new MetricSelector("m", [new("a", "1"), new("b", "2")]);
        var other = new MetricSelector("m", [new("b", "2"), new("a", "1")]);
        one.ShouldBe(other);
        one.GetHashCode().ShouldBe(other.GetHashCode());
        one.ShouldNotBe(new MetricSelector("m"));
        new MetricSelector("m", [new("a", "1"), new("b", "2,c:3")])
            .ShouldNotBe(new MetricSelector("m", [new("a", "1,b:2"), new("c", "3")]));
    }

    [Fact]
    public void A_sample_matches_when_it_carries_every_tag()
    {
        var selector = new MetricSelector("m", [new("a", "1"), new("b", "2")]);
        selector.Matches(new Dictionary<string, string> { ["a"] = "1", ["b"] = "2", ["c"] = "3" }).ShouldBeTrue();
        selector.Matches(new Dictionary<string, string> { ["a"] = "1", ["b"] = "3" }).ShouldBeFalse();
        selector.Matches(new Dictionary<string, string> { ["a"] = "1" }).ShouldBeFalse();
        new MetricSelector("m").Matches(new Dictionary<string, string>()).ShouldBeTrue();
    }
}
