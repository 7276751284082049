namespace Dyno.Experiments.Tests;

/// <summary>
/// How often a program is called different from itself, counted and not simulated. If variant and baseline are the same program, to
/// exchange them in a round changes the sign of its log-ratio and nothing else: given the distances, all 2ⁿ patterns of signs are equally
/// likely, however the figures of launches are distributed. So p99 of short launches, skewed and with outliers as it is, errs as
/// often as any other figure does.
/// </summary>
public sealed class SignPatternTests
{
    private static readonly VerdictRule Rule = new() { Threshold = 0, HigherIsBetter = false };

    /// <summary>Distances of two launches that differ widely in their shape; none of them alike, and no sum of some equal to that of others.</summary>
    public static TheoryData<int, string> Shapes =>
        new(from rounds in new[] { 6, 8, 10, 12 } from shape in new[] { "even", "skewed", "outlier", "two modes" } select (rounds, shape));

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Exactly_the_share_that_the_level_leaves_is_called_different(int rounds, string shape)
    {
        var rank = SignedRankDistribution.CriticalRank(rounds, 0.95);
        var wrong = CalledDifferent(Distances(rounds, shape));

        ((double)wrong / (1 << rounds)).ShouldBe(1 - SignedRankDistribution.Coverage(rounds, rank), 1e-12);
        ((double)wrong / (1 << rounds)).ShouldBeLessThanOrEqualTo(0.05);
    }

    [Theory]
    [InlineData(6)]
    [InlineData(10)]
    public void Figures_that_are_alike_make_it_more_careful_and_never_less(int rounds)
    {
        var limit = 0.05 * (1 << rounds);
        CalledDifferent([.. Enumerable.Repeat(0.1, rounds)]).ShouldBeLessThanOrEqualTo((int)limit);
        CalledDifferent([.. Enumerable.Range(0, rounds).Select(i => i % 3 == 0 ? 0 : 0.1 * (i / 2))]).ShouldBeLessThanOrEqualTo((int)limit);
    }

    private static int CalledDifferent(double[] distances)
    {
        var signed = new double[distances.Length];
        var different = 0;
        for (var pattern = 0; pattern < 1 << distances.Length; pattern++)
        {
            for (var i = 0; i < signed.Length; i++) signed[i] = (pattern >> i & 1) == 0 ? distances[i] : -distances[i];
            if (Rule.Judge(PairedRatio.FromLogRatios(signed, 0.95), bias: 0) is Verdict.Faster or Verdict.Slower) different++;
        }
        return different;
    }

    private static double[] Distances(int rounds, string shape)
    {
        var random = new Random(31 * rounds + shape.Length);
        return
        [
            .. Enumerable.Range(1, rounds).Select(i => random.NextDouble() / 1000 + shape switch
            {
                "even" => 0.01 * i,
                "skewed" => 0.01 * Math.Exp(0.6 * i),
                "outlier" => i == rounds ? 5 : 0.01 * i,
                _ => i % 2 == 0 ? 0.001 * i : 0.4,
            }),
        ];
    }
}
