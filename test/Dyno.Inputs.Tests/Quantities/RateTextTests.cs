namespace Dyno.Inputs.Tests;

public sealed class RateTextTests
{
    [Theory]
    [InlineData("200", 200, 1)]
    [InlineData("200/s", 200, 1)]
    [InlineData("12000/m", 12_000, 60)]
    [InlineData("1.5/s", 1.5, 1)]
    [InlineData("3/10s", 3, 10)]
    [InlineData("1/h", 1, 3_600)]
    [InlineData("5/100ms", 5, 0.1)]
    public void Reads_what_people_write(string text, double expectedRate, double expectedSeconds)
    {
        RateText.TryParse(text, out var rate, out var timeUnit).ShouldBeTrue();
        (rate, timeUnit.TotalSeconds).ShouldBe((expectedRate, expectedSeconds));
    }

    [Theory]
    [InlineData("0")]
    [InlineData("0/s")]
    [InlineData("-1/s")]
    [InlineData("200/")]
    [InlineData("200 per second")]
    [InlineData("200/0s")]
    [InlineData("999999999999/s")]
    [InlineData("")]
    public void Refuses_the_rest(string text) => RateText.TryParse(text, out _, out _).ShouldBeFalse();
}
