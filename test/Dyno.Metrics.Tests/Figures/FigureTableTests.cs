namespace Dyno.Metrics.Tests;

public sealed class FigureTableTests
{
    [Theory]
    [InlineData("timeToReady", 1.2, "1.20 s")]
    [InlineData("firstRequest", 0.0345, "34.5 ms")]
    [InlineData("p99", 1_234_000, "1.23 ms")]
    [InlineData("p75", 1_234_000, "1.23 ms")]
    [InlineData("server.workingSet", 21_614_592, "20.6 MiB")]
    [InlineData("server.cpuPerRequest", 30.5, "30.5 µs")]
    [InlineData("server.gcPause", 0.0123, "1.23 %")]
    [InlineData("rate", 31_204, "31,204/s")]
    [InlineData("errors", 12, "12")]
    [InlineData("bytesReceivedPerRequest", 1500, "1.50 kB")]
    [InlineData("figure.redis-killed.milliseconds", 1.5, "1.50 ms")]
    [InlineData("check.status is 200", 0.5, "50 %")]
    [InlineData("script.orders.perSecond", 2.5, "2.50")]
    public void A_value_has_the_unit_of_its_figure(string name, double value, string text) => FigureTable.Of(name).Say(value).ShouldBe(text);

    [Theory]
    [InlineData("failedShare", -0.4007, "−40.07 points")]
    [InlineData("server.gcPause", 0.01, "+1 point")]
    [InlineData("errors", 12, "+12")]
    [InlineData("p99", -3_400_000, "−3.40 ms")]
    [InlineData("errors", 0, "0")]
    public void A_difference_has_a_sign_and_shares_differ_by_points(string name, double difference, string text) =>
        FigureTable.Of(name).SayDifference(difference).ShouldBe(text);

    [Fact]
    public void Every_figure_can_be_the_subject_of_a_threshold_in_its_own_unit()
    {
        foreach (var figure in FigureTable.All.Values)
        {
            var limit = figure.Unit.Dimension switch { FigureDimension.Time => "1ms", FigureDimension.Share => "1%", FigureDimension.Rate => "1/s", _ => "1" };
            ThresholdParser.TryParse($"{figure.Name} < {limit}", out _, out var error).ShouldBeTrue(error);
        }
    }

    [Theory]
    [InlineData("server.gcPause < 5ms", "write percent, as in 1%, or a fraction, as in 0.01")]
    [InlineData("server.workingSet < 100ms", "write a number with its unit (kB, MB, GB, KiB, MiB, GiB), as in 100MB")]
    [InlineData("timeToReady < 2", "write a number with its unit (us, ms, s, m), as in 200ms")]
    [InlineData("server.gcPaus < 5%", "'server.gcPaus' is not a figure")]
    public void A_wrong_limit_or_name_says_what_to_write(string text, string hint)
    {
        ThresholdParser.TryParse(text, out _, out var error).ShouldBeFalse();
        error!.ShouldContain(hint);
    }

    [Theory]
    [InlineData("server.workingSet", "server memory")]
    [InlineData("server.gcPause", "share of time in GC pauses")]
    [InlineData("timeToReady", "time to ready")]
    [InlineData("rate", "rate")]
    [InlineData("p99", "p99")]
    public void A_short_name_is_what_people_say(string name, string text) => FigureTable.Of(name).Brief.ShouldBe(text);
}
