namespace Dyno.Profiling.Tests;

public sealed class StudentTestTests
{
    /// <summary>From the usual tables.</summary>
    [Theory]
    [InlineData(2.228, 10, 0.05)]
    [InlineData(-3.169, 10, 0.01)]
    [InlineData(0, 10, 1)]
    public void The_probability_is_two_sided(double t, double freedom, double expected) => StudentTest.Probability(t, freedom).ShouldBe(expected, 0.0005);

    [Fact]
    public void The_factor_of_an_interval_is_the_quantile() => StudentTest.Factor(10).ShouldBe(2.228, 0.001);

    /// <summary>The example of Benjamini and Hochberg: p × n ÷ rank, made monotonic from the largest.</summary>
    [Fact]
    public void Shares_of_false_alarms_grow_with_the_number_of_tests() =>
        StudentTest.FalseShares([0.01, 0.04, 0.03, 0.5]).ShouldBe([0.04, 0.16 / 3, 0.16 / 3, 0.5], 1e-9);
}
