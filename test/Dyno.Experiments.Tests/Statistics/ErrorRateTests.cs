using Dyno.Experiments.Statistics;
using MathNet.Numerics.Distributions;

namespace Dyno.Experiments.Tests.Statistics;

/// <summary>Simulated experiments with known truth: how often the rules of measurement.md are wrong.</summary>
public sealed class ErrorRateTests
{
    private const int Experiments = 8_000;

    public static TheoryData<int, bool> RoundsAndNoise =>
        new(from rounds in new[] { 5, 6, 8, 10, 20 } from contaminated in new[] { false, true } select (rounds, contaminated));

    [Theory]
    [MemberData(nameof(RoundsAndNoise))]
    public void Calls_identical_programs_different_at_most_once_in_eighteen(int rounds, bool contaminated)
    {
        var shares = Simulate(rounds, trueRatio: 1, noise: 0.02, threshold: 0, contaminated);
        (shares[Verdict.Faster] + shares[Verdict.Slower]).ShouldBeLessThanOrEqualTo(0.055);
    }

    [Theory]
    [MemberData(nameof(RoundsAndNoise))]
    public void Is_seldom_sure_when_the_truth_lies_on_the_threshold(int rounds, bool contaminated)
    {
        var shares = Simulate(rounds, trueRatio: 1.02, noise: 0.01, threshold: 0.02, contaminated);
        shares[Verdict.Faster].ShouldBeLessThanOrEqualTo(0.03);
        shares[Verdict.Same].ShouldBeLessThanOrEqualTo(0.03);
    }

    [Theory]
    [MemberData(nameof(RoundsAndNoise))]
    public void Does_not_call_five_percent_the_same_under_heavy_noise(int rounds, bool contaminated) =>
        Simulate(rounds, 1.05, 0.10, 0.02, contaminated)[Verdict.Same].ShouldBeLessThanOrEqualTo(0.005);

    [Fact]
    public void Finds_five_percent_in_ten_rounds_at_one_percent_noise() =>
        Simulate(10, 1.05, 0.01, 0.02, contaminated: false)[Verdict.Faster].ShouldBeGreaterThanOrEqualTo(0.99);

    private static Dictionary<Verdict, double> Simulate(
        int rounds, double trueRatio, double noise, double threshold, bool contaminated)
    {
        var random = new Random(20260519 + rounds);
        var rule = new VerdictRule { Threshold = threshold, HigherIsBetter = true };
        var shares = Enum.GetValues<Verdict>().ToDictionary(v => v, _ => 0.0);
        var logRatios = new double[rounds];
        for (var experiment = 0; experiment < Experiments; experiment++)
        {
            for (var i = 0; i < rounds; i++)
                logRatios[i] = Math.Log(trueRatio) + Trial(random, noise, contaminated) - Trial(random, noise, contaminated);
            shares[rule.Judge(PairedRatio.FromLogRatios(logRatios, 0.95), 0)] += 1.0 / Experiments;
        }
        return shares;
    }

    /// <summary>The log of one trial's figure around its truth; contaminated: one launch in ten is five times as noisy.</summary>
    private static double Trial(Random random, double noise, bool contaminated)
    {
        var scale = contaminated && random.NextDouble() < 0.1 ? 5 * noise : noise;
        return Normal.Sample(random, 0, scale);
    }
}
