namespace Dyno.Experiments.Tests;

public sealed class KneeTests
{
    private static readonly double[] Loads = [1, 2, 5, 10, 25, 50, 100, 200, 500, 1_000, 5_000];

    [Theory]
    [InlineData(0.05, 0.0001)]
    [InlineData(0.2, 0.00001)]
    [InlineData(0.0, 0.002)]
    public void The_law_gives_back_the_peak_of_a_curve_that_follows_it(double alpha, double beta)
    {
        var knee = Knee.OfScalability([.. Loads.Select(n => (n, Law(n, alpha, beta)))]);

        knee!.Value.ShouldBe(Math.Sqrt((1 - alpha) / beta), tolerance: 0.01 * Math.Sqrt((1 - alpha) / beta));
    }

    [Fact]
    public void A_curve_that_only_rises_has_no_peak() =>
        (Knee.OfScalability([.. Loads.Select(n => (n, 1_000 * n / (1 + 0.1 * (n - 1))))]) ?? double.MaxValue).ShouldBeGreaterThan(5_000);

    [Fact]
    public void The_bend_of_a_curve_that_saturates_lies_where_it_saturates()
    {
        var knee = Knee.OfBend([.. Loads.Select(n => (n, Math.Min(n * 100, 2_500.0 + n / 100)))]);

        knee.ShouldBe(25);
    }

    [Fact]
    public void A_straight_line_over_the_logarithm_does_not_bend() =>
        Knee.OfBend([.. Loads.Select(n => (n, 10 + 5 * Math.Log(n)))]).ShouldBeNull();

    [Fact]
    public void Four_points_say_nothing()
    {
        Knee.OfScalability([(1, 1), (2, 2), (3, 3), (4, 4)]).ShouldBeNull();
        Knee.OfBend([(1, 1), (2, 2), (3, 3), (4, 4)]).ShouldBeNull();
    }

    private static double Law(double n, double alpha, double beta) => 1_000 * n / (1 + alpha * (n - 1) + beta * n * (n - 1));
}
