namespace Dyno.Load.Tests;

public sealed class DurationTextTests
{
    [Theory]
    [InlineData("30s", 30_000)]
    [InlineData("1m30s", 90_000)]
    [InlineData("1.5h", 5_400_000)]
    [InlineData("500ms", 500)]
    [InlineData("2d", 172_800_000)]
    [InlineData("250", 250)]
    [InlineData("1h0m0.5s", 3_600_500)]
    [InlineData("100us", 0.1)]
    [InlineData("100µs", 0.1)]
    [InlineData("0", 0)]
    public void Reads_what_k6_users_write(string text, double milliseconds)
    {
        DurationText.TryParseK6(text, out var duration).ShouldBeTrue();
        duration.Ticks.ShouldBe((long)(milliseconds * TimeSpan.TicksPerMillisecond));
    }

    [Theory]
    [InlineData("")]
    [InlineData("s")]
    [InlineData("30 s")]
    [InlineData("30x")]
    [InlineData("-1s")]
    [InlineData("1s5")]
    [InlineData("1..5s")]
    [InlineData("99999999999999999999d")]
    [InlineData("99999999999d")]
    public void Refuses_anything_else(string text) => DurationText.TryParseK6(text, out _).ShouldBeFalse();

    [Theory]
    [InlineData("10s", 10_000)]
    [InlineData("10", 10_000)]
    [InlineData("1.5", 1_500)]
    [InlineData("500ms", 500)]
    [InlineData("250us", 0.25)]
    [InlineData("250µs", 0.25)]
    [InlineData("1m30s", 90_000)]
    [InlineData("1d2h", 93_600_000)]
    [InlineData("0", 0)]
    [InlineData(" 2s ", 2_000)]
    public void Reads_a_bare_number_as_seconds_where_it_was_typed(string text, double milliseconds)
    {
        DurationText.TryParseTyped(text, out var duration).ShouldBeTrue();
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
    public void Refuses_what_was_typed_wrong(string? text) => DurationText.TryParseTyped(text, out _).ShouldBeFalse();

    [Fact]
    public void Writes_what_it_reads_back()
    {
        DurationText.Format(TimeSpan.FromSeconds(90)).ShouldBe("1m30s");
        DurationText.Format(TimeSpan.FromSeconds(1.5)).ShouldBe("1.5s");
        DurationText.Format(TimeSpan.FromDays(1.5)).ShouldBe("1d12h");
        var random = new Random(1);
        for (var i = 0; i < 1_000; i++)
        {
            var duration = TimeSpan.FromTicks(random.NextInt64(0, 1L << random.Next(1, 50)));
            DurationText.TryParseK6(DurationText.Format(duration), out var back).ShouldBeTrue(DurationText.Format(duration));
            back.ShouldBe(duration);
        }
    }
}
