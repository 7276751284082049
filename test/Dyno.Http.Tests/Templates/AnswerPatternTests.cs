namespace Dyno.Http.Tests;

public sealed class AnswerPatternTests
{
    [Theory]
    [InlineData("id=(\\d+)", "a id=42 id=43", "42")]
    [InlineData("id=\\d+", "a id=42", "id=42")]
    [InlineData("(a)|(b)", "b", "")]
    [InlineData("x(.*?)y", "none", null)]
    public void The_first_group_is_the_value_or_the_whole_match(string pattern, string text, string? value) =>
        AnswerPattern.Find(pattern, text).ShouldBe(value);

    [Fact]
    public void A_pattern_that_is_none_says_why()
    {
        AnswerPattern.WhyNot("id=(\\d+").ShouldNotBeNull();
        AnswerPattern.WhyNot("id=(\\d+)").ShouldBeNull();
    }

    // Each further letter doubles the work of this pattern.
    [Fact]
    public void A_pattern_that_takes_too_long_finds_nothing() =>
        AnswerPattern.Find("^(a+)+$", new string('a', 60) + "b").ShouldBeNull();
}
