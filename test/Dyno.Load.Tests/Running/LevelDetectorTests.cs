using Dyno.Load.Plans;
using Dyno.Load.Running;

namespace Dyno.Load.Tests.Running;

public sealed class LevelDetectorTests
{
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

    private static int? SecondsUntilLevel(WarmUpLevel rule, Func<int, long> requestsInSecond)
    {
        var detector = new LevelDetector(rule);
        var total = 0L;
        for (var second = 1; second <= 20; second++)
        {
            total += requestsInSecond(second);
            if (detector.Look(TimeSpan.FromSeconds(second), total)) return second;
        }
        return null;
    }
}
