namespace Dyno.Experiments.Tests;

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
    [InlineData(1.01, 1.05, Verdict.Faster)]
    [InlineData(0.96, 0.99, Verdict.Slower)]
    [InlineData(0.978, 0.998, Verdict.SlightlySlower)]
    [InlineData(1.002, 1.03, Verdict.SlightlyFaster)]
    [InlineData(1.002, 1.004, Verdict.SlightlyFaster)]
    [InlineData(0.95, 1.05, Verdict.Unclear)]
    [InlineData(0.99, 1.03, Verdict.Unclear)]
    public void Asks_whether_there_is_a_difference_apart_from_its_size(double low, double high, Verdict expected) =>
        Rate.Judge(Between(low, high), bias: 0).ShouldBe(expected);

    [Fact]
    public void Calls_a_longer_time_slower() =>
        (Rate with { HigherIsBetter = false }).Judge(Between(1.03, 1.05), 0).ShouldBe(Verdict.Slower);

    [Fact]
    public void Does_not_believe_a_difference_that_the_bias_of_the_control_may_explain() =>
        Rate.Judge(Between(1.03, 1.05), bias: Math.Log(1.04)).ShouldBe(Verdict.Unclear);

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
        rule.FurtherRounds(estimate, bias: 0.02).ShouldBe(10);  // 4 % to no difference and the bias
        rule.FurtherRounds(estimate, bias: 0.04).ShouldBe(40);
        rule.FurtherRounds(estimate, bias: 0.07).ShouldBeNull();
    }

    /// <summary>Fourteen values with a mean of −0.42 %, 2.09 standard errors from none: by Student's t they are not certain.</summary>
    [Fact]
    public void A_difference_of_two_standard_errors_of_few_rounds_is_none()
    {
        double[] logs = [.. Enumerable.Range(0, 14).Select(i => -0.0042 + 0.00725 * (i % 2 == 0 ? 1 : -1))];
        var interval = Location.ByStudent(logs, 0.95);
        (0.0042 / ((interval.High - interval.Low) / 2 / 2.1604)).ShouldBe(2.09, 0.01);
        var ratios = interval with { Low = Math.Exp(interval.Low), High = Math.Exp(interval.High) };
        Rate.Judge(new RatioEstimate { Rounds = 14, Ratio = Math.Exp(-0.0042), Interval = ratios }, 0).ShouldBe(Verdict.Same);
    }

    [Fact]
    public void The_smallest_change_has_to_be_certain_and_to_be_estimated_at_the_threshold()
    {
        Rate.SmallestVisible(Between(1 / 1.001, 1.001), bias: 0)!.Value.ShouldBe(0.02, 0.001);  // narrow: the threshold
        Rate.SmallestVisible(Between(1 / 1.03, 1.03), bias: 0)!.Value.ShouldBe(Math.Pow(1.03, 1.653) - 1, 0.001); // wide: 1.65 half-widths
    }

    [Fact]
    public void Says_how_many_rounds_would_decide()
    {
        // half-width 2 %, estimate 1 % inside the threshold (logs): 10 · (2 / 1)² = 40
        var estimate = Between(Math.Exp(0.01 - 0.02), Math.Exp(0.01 + 0.02));
        (Rate with { Threshold = Math.Exp(0.02) - 1 }).FurtherRounds(estimate).ShouldBe(40);
    }

    [Fact]
    public void Splits_the_error_over_the_comparisons()
    {
        VerdictRule.LevelFor(1).ShouldBe(0.95, 1e-12);
        VerdictRule.LevelFor(4).ShouldBe(0.9875, 1e-12);
        PlannedLooks.LevelFor(2).ShouldBe(0.995, 1e-12);
        PlannedLooks.For(30).ShouldBe([8, 11, 15, 21, 30]);
        PlannedLooks.For(10).ShouldBe([8, 10]);
        PlannedLooks.For(6).ShouldBe([6]);
    }
}
