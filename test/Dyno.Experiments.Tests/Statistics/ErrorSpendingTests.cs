namespace Dyno.Experiments.Tests;

public sealed class ErrorSpendingTests
{
    /// <summary>Published boundaries of the O'Brien–Fleming spending function, 0.05 two-sided, five equal looks: Jennison and Turnbull,
    /// "Group Sequential Methods", 2000, table 7.3 by its method: z = 4.8769, 3.3569, 2.6803, 2.2898, 2.0310.</summary>
    [Theory]
    [InlineData(1, 4.877)]
    [InlineData(2, 3.357)]
    [InlineData(3, 2.680)]
    [InlineData(4, 2.290)]
    [InlineData(5, 2.031)]
    public void The_boundaries_are_the_published_ones(int look, double z)
    {
        double[] fractions = [.. Enumerable.Range(1, look).Select(i => i / 5.0)];
        var error = ErrorSpending.Of(fractions, 0.05, isLast: look == 5);
        MathNet.Numerics.Distributions.Normal.InvCDF(0, 1, 1 - error / 2).ShouldBe(z, 0.01);
    }

    [Fact]
    public void A_single_look_spends_everything() => ErrorSpending.Of([1], 0.05, isLast: true).ShouldBe(0.05, 1e-6);

    [Fact]
    public void A_look_that_comes_before_its_time_and_ends_the_experiment_spends_what_is_left() =>
        ErrorSpending.Of([0.4, 0.7], 0.05, isLast: true).ShouldBeInRange(0.047, 0.05);
}
