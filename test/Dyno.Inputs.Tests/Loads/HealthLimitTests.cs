using System.Collections.Immutable;

namespace Dyno.Inputs.Tests;

public sealed class HealthLimitTests
{
    [Fact]
    public void Without_the_option_the_defaults_hold() => Read().HealthLimits.ShouldBe(new HealthLimits());

    [Fact]
    public void Every_limit_can_be_set_by_its_name() =>
        Read("dropped-starts=1%", "start-lag=2ms", "start-lag-of-median=3%", "generator-saturated=4%", "server-idle=5%",
            "stalls=6%", "clock-skew=7ms", "errors=8%", "redirects=9%", "load-average=1.5", "steal=10%",
            "other-processes=100%", "near-ceiling=0.5%", "warm-up=11%", "cut-iterations=12%", "exceptions=13%").HealthLimits.ShouldBe(new HealthLimits
            {
                DroppedStarts = 0.01,
                StartLag = TimeSpan.FromMilliseconds(2),
                StartLagOfMedian = 0.03,
                WorkerBusy = 0.04,
                ServerIdle = 0.05,
                Stalled = 0.06,
                ClockSkew = TimeSpan.FromMilliseconds(7),
                Errors = 0.08,
                Redirects = 0.09,
                LoadAveragePerCpu = 1.5,
                Steal = 0.1,
                OtherProcesses = 1,
                CalibratedCeiling = 0.005,
                RateRise = 0.11,
                CutIterations = 0.12,
                Exceptions = 0.13,
            });

    [Fact]
    public void What_was_set_stands_among_the_options() =>
        Read("errors=5%", "start-lag=5ms").Options["health-limit"].ShouldBe("errors=5%\nstart-lag=5ms");

    [Theory]
    [InlineData("error=5%", "did you mean errors? write one of clock-skew, cold-start, cut-iterations, dropped-starts, errors, ")]
    [InlineData("exhausted=5", "write one of clock-skew, ")]
    [InlineData("", "write one of clock-skew, ")]
    [InlineData("errors", "write --health-limit errors=0.5%")]
    [InlineData("errors=", "write --health-limit errors=0.5%")]
    [InlineData("errors=0.05", "write --health-limit errors=0.5%")]
    [InlineData("errors=-1%", "write --health-limit errors=0.5%")]
    [InlineData("errors=101%", "write --health-limit errors=0.5%")]
    [InlineData("errors=NaN%", "write --health-limit errors=0.5%")]
    [InlineData("start-lag=5%", "write --health-limit start-lag=5ms")]
    [InlineData("load-average=50%", "write --health-limit load-average=0.5")]
    public void A_wrong_limit_says_what_to_write(string text, string hint)
    {
        var problem = Should.Throw<UserFault>(() => Read(text)).Problems.ShouldHaveSingleItem();
        problem.Source.ShouldBe("--health-limit");
        problem.WriteInstead.ShouldNotBeNull().ShouldStartWith(hint);
    }

    private static TestPlan Read(params ImmutableArray<string> limits) =>
        InputReader.Read(new LoadRequest { Target = "http://localhost:5000/", HealthLimits = limits });
}
