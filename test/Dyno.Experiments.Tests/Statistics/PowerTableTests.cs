using System.Text;

namespace Dyno.Experiments.Tests;

/// <summary>
/// The table of docs/measurement.md that says how many rounds a difference needs is this simulation's, to the percent: by the rule of
/// <c>dyno compare</c>, a pair beside its control, the rate judged together with CPU time.
/// </summary>
public sealed class PowerTableTests
{
    private const int Experiments = 2_000;
    private const double TrueRatio = 1.05;
    private const double Threshold = 0.02;
    private const double LevelOfTwo = 0.975; // two metrics are judged together
    private static readonly int[] Rounds = [5, 6, 8, 10, 15, 20, 30];

    [Fact]
    public void The_documented_power_is_the_simulated_one() =>
        File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "measurement.md")).ShouldContain(Table(),
            customMessage: "docs/measurement.md, \"How many rounds\": put this table there");

    private static string Table()
    {
        var table = new StringBuilder("| noise | " + string.Join(" | ", Rounds.Select(r => $"{r} rounds")) + " |\n");
        table.Append('|').Append(string.Concat(Enumerable.Repeat("---|", Rounds.Length + 1))).Append('\n');
        for (var percent = 1; percent <= 5; percent++)
            table.Append(CultureInfo.InvariantCulture, $"| {percent} % | {string.Join(" | ", Rounds.Select(r => $"{Power(r, percent / 100.0):0} %"))} |\n");
        return table.ToString();
    }

    private static double Power(int rounds, double noise)
    {
        var random = new Random(rounds * 1000 + (int)(noise * 100));
        var rule = new VerdictRule { Threshold = Threshold, HigherIsBetter = true };
        var found = 0;
        for (var experiment = 0; experiment < Experiments; experiment++)
            if (ProductRule.Judge(rule, Launches(0), Launches(0), Launches(Math.Log(TrueRatio)), LevelOfTwo) == Verdict.Faster) found++;
        return 100.0 * found / Experiments;

        double[] Launches(double at) => [.. Enumerable.Range(0, rounds).Select(_ => Normal.Sample(random, at, noise))];
    }
}
