namespace Dyno.Experiments.Tests;

public sealed class PairedRatioTests
{
    [Theory]
    [InlineData(6, 1, 0.96875)]
    [InlineData(7, 3, 0.953125)]
    [InlineData(8, 4, 0.9609375)]
    [InlineData(10, 9, 0.951171875)]
    public void Uses_the_published_ranks_at_95_percent(int pairs, int rank, double coverage)
    {
        SignedRankDistribution.CriticalRank(pairs, 0.95).ShouldBe(rank);
        SignedRankDistribution.Coverage(pairs, rank).ShouldBe(coverage, 1e-12);
    }

    [Fact]
    public void Has_no_exact_interval_for_five_pairs_and_falls_back_to_t()
    {
        SignedRankDistribution.CriticalRank(5, 0.95).ShouldBe(0);
        var estimate = PairedRatio.FromLogRatios([0.01, 0.02, 0.03, 0.04, 0.05], 0.95);
        estimate.Interval!.Method.ShouldBe(IntervalMethod.StudentT);
        // mean 0.03, sd 0.015811, t(0.975; 4) = 2.776445: half-width 0.0196324
        Math.Log(estimate.Interval.Low).ShouldBe(0.03 - 0.0196324, 1e-6);
        Math.Log(estimate.Interval.High).ShouldBe(0.03 + 0.0196324, 1e-6);
    }

    [Fact]
    public void Matches_the_depression_scale_example_of_Hollander_and_Wolfe()
    {
        // Hollander and Wolfe, Nonparametric Statistical Methods (1973), p. 29; the first example of R's ?wilcox.test, with
        // wilcox.test(y, x, paired = TRUE, conf.int = TRUE). Hamilton scores of nine patients, difference y - x: estimate -0.46,
        // 96.1 % interval (-0.786, -0.010), the narrowest exact one of at least 95 %.
        double[] x = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        double[] y = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        double[] differences = [.. y.Zip(x, (after, before) => after - before)];
        var walsh = WalshAverages.Of(differences);

        WalshAverages.Median(walsh).ShouldBe(-0.46, 1e-9);
        var rank = SignedRankDistribution.CriticalRank(9, 0.96);
        rank.ShouldBe(6);
        SignedRankDistribution.CriticalRank(9, 0.95).ShouldBe(6);
        SignedRankDistribution.Coverage(9, 6).ShouldBe(0.961, 0.0005);
        walsh[rank - 1].ShouldBe(-0.786, 1e-9);
        walsh[^rank].ShouldBe(-0.010, 1e-9);
    }

    [Fact]
    public void Estimates_by_the_median_of_the_Walsh_averages()
    {
        // by hand: values 1, 2, 4 have the averages 1, 1.5, 2, 2.5, 3, 4; their median is 2.25
        WalshAverages.Median(WalshAverages.Of([1, 2, 4])).ShouldBe(2.25);
    }

    [Fact]
    public void Is_symmetric_when_variant_and_baseline_change_places()
    {
        double[] a = [100, 104, 98, 101, 99, 103, 100, 97];
        double[] b = [105, 107, 104, 106, 102, 109, 104, 103];
        var forward = PairedRatio.Estimate(a, b, 0.95);
        var back = PairedRatio.Estimate(b, a, 0.95);
        (forward.Ratio * back.Ratio).ShouldBe(1, 1e-12);
        (forward.Interval!.Low * back.Interval!.High).ShouldBe(1, 1e-12);
    }

    [Fact]
    public void Shows_no_interval_for_one_round() =>
        PairedRatio.Estimate([100.0], [110.0], 0.95).Interval.ShouldBeNull();

    [Fact]
    public void Refuses_a_figure_that_is_not_above_zero() =>
        Should.Throw<ArgumentException>(() => PairedRatio.Estimate([100.0, 0], [110.0, 1], 0.95));
}
