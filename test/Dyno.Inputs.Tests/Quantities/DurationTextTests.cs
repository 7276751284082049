using Dyno.Inputs.Quantities;

namespace Dyno.Inputs.Tests.Quantities;

public sealed class DurationTextTests
{
    [Theory]
    [InlineData("10s", 10_000)]
    [InlineData("10", 10_000)]
    [InlineData("1.5", 1_500)]
    [InlineData("500ms", 500)]
    [InlineData("250us", 0.25)]
    [InlineData("250µs", 0.25)]
    [InlineData("1m30s", 90_000)]
    [InlineData("1.5h", 5_400_000)]
    [InlineData("1d2h", 93_600_000)]
    [InlineData("0", 0)]
    [InlineData(" 2s ", 2_000)]
    public void Reads_what_people_write(string text, double milliseconds)
    {
        DurationText.TryParse(text, out var duration).ShouldBeTrue();
        duration.TotalMilliseconds.ShouldBe(milliseconds);
    }

    [Theory]
    [InlineData("")]
    [InlineData(null)]
    [InlineData("s")]
    [InlineData("-1s")]
    [InlineData("10 s")]
    [InlineData("10x")]
    [InlineData("1e3s")]
    [InlineData("10S")]
    [InlineData("366d")]
    [InlineData("99999999999999999999s")]
    [InlineData("NaN")]
    public void Refuses_the_rest(string? text) => DurationText.TryParse(text, out _).ShouldBeFalse();
}
