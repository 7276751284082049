namespace Dyno.Fleet.Tests;

public sealed class ClockReadingTests
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void An_answer_from_the_middle_of_its_round_trip_gives_the_offset_exactly()
    {
        var reading = ClockReading.Of(1_000_000, 1_400_000, Noon, 9_200_000, Noon.AddMinutes(1) - TimeSpan.FromMicroseconds(200));

        reading.MonotonicOffsetNanos.ShouldBe(8_000_000);
        reading.UtcOffset.ShouldBe(TimeSpan.FromMinutes(1));
        reading.Uncertainty.ShouldBe(TimeSpan.FromMicroseconds(200));
        reading.OnAgent(5).ShouldBe(8_000_005);
        reading.OnCoordinator(8_000_005).ShouldBe(5);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(17)]
    [InlineData(400)]
    public void Wherever_in_the_round_trip_the_answer_was_written_the_error_is_within_the_uncertainty(int afterMicros)
    {
        const long Offset = -3_000_000_000;
        var reading = ClockReading.Of(0, 400_000, Noon, afterMicros * 1000 + Offset, Noon);

        Math.Abs(reading.MonotonicOffsetNanos - Offset).ShouldBeLessThanOrEqualTo((long)reading.Uncertainty.TotalNanoseconds);
    }

    [Fact]
    public void The_fastest_of_several_counts() =>
        ClockReading.Best([new(1, default, TimeSpan.FromMilliseconds(2)), new(2, default, TimeSpan.FromMilliseconds(1))]).MonotonicOffsetNanos.ShouldBe(2);
}
