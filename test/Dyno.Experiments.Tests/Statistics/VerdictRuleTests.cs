using Dyno.Experiments.Statistics;

namespace Dyno.Experiments.Tests.Statistics;

public sealed class VerdictRuleTests
{
    private static readonly VerdictRule Rate = new() { Threshold = 0.02, HigherIsBetter = true };

    private static RatioEstimate Between(double low, double high, int rounds = 10) => new()
    {
        Rounds = rounds,
        Ratio = Math.Sqrt(low * high),
        Interval = new RatioInterval(low, high, 0.95, 0.95, IntervalMethod.SignedRank),
    };

    [Theory]
    [InlineData(1.03, 1.05, Verdict.Faster)]
    [InlineData(0.95, 0.97, Verdict.Slower)]
    [InlineData(0.99, 1.01, Verdict.Same)]
    [InlineData(1.01, 1.05, Verdict.Unclear)]
    [InlineData(0.95, 1.05, Verdict.Unclear)]
    public void Judges_a_rate_by_where_its_interval_lies(double low, double high, Verdict expected) =>
        Rate.Judge(Between(low, high), bias: 0).ShouldBe(expected);

    [Fact]
    public void Calls_a_longer_time_slower() =>
        (Rate with { HigherIsBetter = false }).Judge(Between(1.03, 1.05), 0).ShouldBe(Verdict.Slower);

    [Fact]
    public void Does_not_believe_a_difference_that_the_bias_of_the_control_may_explain() =>
        Rate.Judge(Between(1.03, 1.05), bias: Math.Log(1.02)).ShouldBe(Verdict.Unclear);

    [Fact]
    public void Cannot_call_two_variants_the_same_above_a_bias_larger_than_the_threshold() =>
        Rate.Judge(Between(0.99, 1.01), bias: Math.Log(1.04)).ShouldBe(Verdict.Unclear);

    [Fact]
    public void Gives_no_verdict_below_five_rounds() =>
        Rate.Judge(Between(1.1, 1.2, rounds: 4), 0).ShouldBe(Verdict.NotJudged);

    [Theory]
    [InlineData(0.97, 1.01, 1.0)]
    [InlineData(0.16, 2.96, 1.0)]
    [InlineData(1.01, 1.05, 1.01)]
    [InlineData(0.95, 0.98, 1 / 0.98)]
    public void Of_a_control_counts_only_the_difference_that_it_is_sure_of(double low, double high, double bias) =>
        VerdictRule.BiasOf(Between(low, high).Interval).ShouldBe(Math.Log(bias), 1e-12);

    [Fact]
    public void Further_rounds_allow_for_the_bias()
    {
        var estimate = Between(Math.Exp(0.06 - 0.04), Math.Exp(0.06 + 0.04));
        var rule = Rate with { Threshold = Math.Exp(0.02) - 1 };
        rule.FurtherRounds(estimate).ShouldBe(10);              // 4 % to the threshold
        rule.FurtherRounds(estimate, bias: 0.02).ShouldBe(40);  // 2 % to threshold and bias
        rule.FurtherRounds(estimate, bias: 0.05).ShouldBeNull();
    }

    [Fact]
    public void A_wide_interval_far_from_the_threshold_is_noise_and_not_too_close()
    {
        Rate.IsTooClose(Between(0.747, 2.753), bias: 0).ShouldBeFalse();
        Rate.IsTooClose(Between(1.0202 / 1.05, 1.0202 * 1.05), bias: 0).ShouldBeTrue();
    }

    [Fact]
    public void Says_how_many_rounds_would_decide()
    {
        // half-width 2 %, estimate 1 % inside the threshold (logs): 10 · (2 / 1)² = 40
        var estimate = Between(Math.Exp(0.01 - 0.02), Math.Exp(0.01 + 0.02));
        (Rate with { Threshold = Math.Exp(0.02) - 1 }).FurtherRounds(estimate).ShouldBe(40);
    }

    [Fact]
    public void Says_that_an_estimate_on_the_threshold_is_too_close_to_decide() =>
        Rate.FurtherRounds(Between(1.0202 / 1.05, 1.0202 * 1.05)).ShouldBeNull();

    [Fact]
    public void Splits_the_error_over_the_comparisons()
    {
        VerdictRule.LevelFor(1).ShouldBe(0.95, 1e-12);
        VerdictRule.LevelFor(4).ShouldBe(0.9875, 1e-12);
        PlannedLooks.LevelFor(2).ShouldBe(0.995, 1e-12);
        PlannedLooks.For(1).ShouldBe([8, 11, 15, 21, 30]);
        PlannedLooks.For(3).ShouldBe([10, 11, 15, 21, 30]);
    }
}
