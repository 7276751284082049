namespace Dyno.Load.Tests;

public sealed class LevelDetectorTests
{
    private static readonly int[] Rates =
    [
        19_700, 19_000, 19_900, 20_000, 19_600, 19_500, 20_200, 28_400, 34_000, 44_600,
        54_600, 53_500, 54_800, 54_200, 53_800, 54_000, 54_100, 53_900, 54_000, 54_000,
    ];

    private static readonly int[] Compiled =
    [
        1_275, 1_616, 1_929, 2_294, 2_493, 3_005, 3_474, 3_712, 3_936, 4_164,
        4_183, 4_210, 4_226, 4_233, 4_245, 4_264, 4_270, 4_275, 4_280, 4_285,
    ];

    [Fact]
    public void A_steady_rate_is_level_after_one_window() => SecondsUntilLevel(new WarmUpLevel(), _ => 1_000).ShouldBe(6);

    [Fact]
    public void Waits_for_the_minimum() =>
        SecondsUntilLevel(new WarmUpLevel { Minimum = TimeSpan.FromSeconds(9) }, _ => 1_000).ShouldBe(9);

    [Fact]
    public void A_rate_that_rises_is_not_level_before_the_window_has_passed_the_rise() =>
        SecondsUntilLevel(new WarmUpLevel(), second => second <= 5 ? 500 : 1_000).ShouldBe(11);

    [Fact]
    public void A_rate_that_keeps_rising_is_never_level() =>
        SecondsUntilLevel(new WarmUpLevel(), second => 1_000L << second).ShouldBeNull();

    [Fact]
    public void A_server_that_answers_nothing_is_never_level() => SecondsUntilLevel(new WarmUpLevel(), _ => 0).ShouldBeNull();

    [Fact]
    public void A_plateau_on_which_the_runtime_compiles_is_not_level() => // as a controller that validates warmed up on one CPU
        SecondsUntilLevel(new WarmUpLevel(), second => Rates[second - 1], second => Compiled[second - 1]).ShouldBe(16);

    [Fact]
    public void What_the_first_report_of_a_runtime_counts_was_compiled_since() =>
        SecondsUntilLevel(new WarmUpLevel(), _ => 1_000, second => second < 5 ? null : 1_400).ShouldBe(8);

    [Fact]
    public void Without_a_word_from_the_runtime_the_plateau_counts_as_level() =>
        SecondsUntilLevel(new WarmUpLevel(), second => Rates[second - 1]).ShouldBe(6);

    private static int? SecondsUntilLevel(WarmUpLevel rule, Func<int, long> requestsInSecond, Func<int, long?>? compiledAt = null)
    {
        var detector = new LevelDetector(rule);
        var total = 0L;
        for (var second = 1; second <= 20; second++)
        {
            total += requestsInSecond(second);
            if (detector.Look(TimeSpan.FromSeconds(second), total, compiledAt?.Invoke(second))) return second;
        }
        return null;
    }
}
