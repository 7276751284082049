namespace Dyno.Reporting.Tests;

public sealed class FigureTextTests
{
    [Theory]
    [InlineData(0, "0ns")]
    [InlineData(2, "2ns")]
    [InlineData(42, "42ns")]
    [InlineData(999, "999ns")]
    [InlineData(999.6, "1.00µs")]
    [InlineData(84_213, "84.2µs")]
    [InlineData(999_499, "999µs")]
    [InlineData(999_900, "1.00ms")]
    [InlineData(12_345_678, "12.3ms")]
    [InlineData(1e9, "1.00 s")]
    [InlineData(75.2e9, "75.2 s")]
    [InlineData(3600e9, "3,600 s")]
    public void Gives_a_time_three_digits_and_the_unit_that_fits(double nanos, string cell)
    {
        FigureText.TimeCell(nanos).ShouldBe(cell);
        FigureText.Time(nanos).ShouldBe(cell.Insert(cell.Length - 2, " ").Replace("  ", " "));
    }

    [Theory]
    [InlineData(0, "0/s")]
    [InlineData(0.25, "0.25/s")]
    [InlineData(12.34, "12.3/s")]
    [InlineData(31_204.4, "31,204/s")]
    [InlineData(1_000_000, "1,000,000/s")]
    public void Marks_the_thousands_of_a_rate(double rate, string text) => FigureText.Rate(rate).ShouldBe(text);

    [Theory]
    [InlineData(1.042, 1.031, 1.052, "+4.2 % [+3.1, +5.2]")]
    [InlineData(0.5, 0.4, 1.3, "−50 % [−60, +30]")]
    [InlineData(1.258, 0.077, 20.443, "+26 % [−92, +1,944]")]
    [InlineData(163.6, 93.7, 280.8, "×164 [×94, ×281]")]
    [InlineData(10.99, 1, 1215.4, "+999 % [0, +121,440]")]
    public void Gives_a_ratio_as_a_difference_with_its_interval(double ratio, double low, double high, string text) =>
        FigureText.Difference(ratio, low, high).ShouldBe(text);

    [Theory]
    [InlineData(0, 0, "0 %")]
    [InlineData(0, 10, "0 %")]
    [InlineData(10, 10, "100 %")]
    [InlineData(1, 1_000_000, "< 0.01 %")]
    [InlineData(999_999, 1_000_000, "> 99.99 %")]
    [InlineData(1, 3, "33.33 %")]
    public void Never_says_none_or_all_of_what_is_nearly_so(double part, double whole, string text) =>
        FigureText.Percent(part, whole).ShouldBe(text);

    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(1023, "1,023 B")]
    [InlineData(1024, "1.00 KiB")]
    [InlineData(88_080_384, "84.0 MiB")]
    public void Counts_memory_in_powers_of_1024(double bytes, string text) => FigureText.Memory(bytes).ShouldBe(text);

    [Theory]
    [InlineData(999, "999 B")]
    [InlineData(999_900, "1.00 MB")]
    [InlineData(4_524_580, "4.52 MB")]
    public void Counts_traffic_in_powers_of_1000(double bytes, string text) => FigureText.Traffic(bytes).ShouldBe(text);

    [Theory]
    [InlineData(0.5, "500 ms")]
    [InlineData(10, "10 s")]
    [InlineData(90, "1 min 30 s")]
    [InlineData(7200, "2 h")]
    public void Says_a_length_as_a_plan_does(double seconds, string text) => FigureText.Length(seconds).ShouldBe(text);

    [Fact]
    public void Draws_a_bar_in_eighths_and_never_hides_a_small_share()
    {
        Bar.Horizontal(1, 4).ShouldBe("████");
        Bar.Horizontal(0.5, 4).ShouldBe("██");
        Bar.Horizontal(0.00001, 4).ShouldBe("▏");
        Bar.Horizontal(0, 4).ShouldBe("");
    }

    [Fact]
    public void Draws_a_sparkline_from_zero_to_the_largest_value()
    {
        Bar.Sparkline([0, 50, 100]).ShouldBe("▁▄█");
        Bar.Sparkline([0, 0]).ShouldBe("▁▁");
        Bar.Sparkline([]).ShouldBe("");
    }
}
