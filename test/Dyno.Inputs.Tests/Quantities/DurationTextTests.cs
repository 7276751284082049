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

    [Theory]
    [InlineData("0s")]
    [InlineData("10s")]
    [InlineData("1m30s")]
    [InlineData("1.5s")]
    [InlineData("500ms")]
    [InlineData("250us")]
    [InlineData("1d2h3m4s")]
    [InlineData("90.5s")]
    public void Formats_shortest(string text)
    {
        DurationText.TryParse(text, out var duration).ShouldBeTrue();
        DurationText.Format(duration).ShouldBe(text);
    }

    [Fact]
    public void What_is_formatted_reads_back_as_the_same()
    {
        var random = new Random(3);
        for (var i = 0; i < 5_000; i++)
        {
            var duration = TimeSpan.FromTicks((long)Math.Exp(random.NextDouble() * Math.Log(TimeSpan.FromDays(300).Ticks)));
            DurationText.TryParse(DurationText.Format(duration), out var back).ShouldBeTrue();
            back.ShouldBe(duration);
        }
    }
}
