using Pragmastat;

namespace Dyno.Experiments.Tests;

/// <summary>
/// Estimates and intervals beside those of implementations that are not ours: R (Vectors/intervals.R says how they were made) and Pragmastat.
/// </summary>
public sealed class IntervalVectorTests
{
    private static readonly string[][] Lines =
    [
        .. File.ReadAllLines(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Experiments.Tests", "Statistics", "Vectors", "intervals.csv"))
            .Select(line => line.Split(';')),
    ];

    [Theory]
    [InlineData("signedRank", 150)]
    [InlineData("studentT", 60)]
    public void Intervals_are_those_of_R(string method, int fewest)
    {
        var vectors = Lines.Where(line => line[0] == method).ToList();
        vectors.Count.ShouldBeGreaterThanOrEqualTo(fewest);
        foreach (var line in vectors)
        {
            double[] values = [.. line[5].Split(' ').Select(Number)];
            var estimate = Location.Of(values, Number(line[1]));
            var interval = estimate.Interval.ShouldNotBeNull();
            if (method == "signedRank")
            {
                interval.Method.ShouldBe(IntervalMethod.SignedRank, $"{values.Length} values at {line[1]}");
                estimate.Center.ShouldBe(Number(line[2]), 1e-12);
            }
            else
            {
                interval = Location.ByStudent(values, Number(line[1]));
            }
            interval.Low.ShouldBe(Number(line[3]), Tolerance(interval), $"{values.Length} values at {line[1]}");
            interval.High.ShouldBe(Number(line[4]), Tolerance(interval), $"{values.Length} values at {line[1]}");
        }
    }

    [Fact]
    public void Ranks_and_coverages_are_those_of_Rs_distribution()
    {
        var vectors = Lines.Where(line => line[0] == "distribution").ToList();
        vectors.Count.ShouldBe(11);
        foreach (var line in vectors)
        {
            var (rank, pairs) = ((int)Number(line[2]), (int)Number(line[5]));
            SignedRankDistribution.CriticalRank(pairs, 0.95).ShouldBe(rank, $"{pairs} pairs");
            SignedRankDistribution.Coverage(pairs, rank).ShouldBe(Number(line[3]), 1e-12);
        }
    }

    [Fact]
    public void The_estimate_is_Pragmastats()
    {
        var random = new Random(20261121);
        for (var sample = 0; sample < 200; sample++)
        {
            double[] values = [.. Enumerable.Range(0, random.Next(1, 31)).Select(_ => Math.Exp(3 * random.NextDouble()) - 5)];
            WalshAverages.Median(WalshAverages.Of(values)).ShouldBe(Toolkit.Center(new Sample(values)).NominalValue, 1e-12);
        }
    }

    private static double Tolerance(RatioInterval interval) => 1e-9 * Math.Max(1, interval.High - interval.Low);

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
