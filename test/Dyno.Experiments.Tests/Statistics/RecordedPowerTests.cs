using System.Globalization;
using System.Text;
using Dyno.Experiments.Statistics;
using Dyno.Results.Runs;
using Dyno.Testing;

namespace Dyno.Experiments.Tests.Statistics;

/// <summary>
/// How often a handicap is found, resampled from recorded launches (aa-quiet: one program under six names, nothing beside it). A round of
/// an experiment is a recorded round, drawn with replacement; baseline, control and variant are three of its launches, and the handicap is
/// taken from the variant's ratio, as it would be from each of its slices. The table of docs/performance.md is this one, to the percent.
/// </summary>
public sealed class RecordedPowerTests
{
    private const int Experiments = 2_000;
    private const double Threshold = 0.01;
    private const double UsualThreshold = 0.02;
    private static readonly double[] Handicaps = [0, 0.01, 0.02, 0.03, 0.05, 0.10];

    // A pair and its control take 18 s a round: 8 s of warm-up, 2 s measured each, and what starting and stopping three programs takes.
    private static readonly (double Minutes, int Rounds)[] Lengths = [(1.5, 5), (3, 10), (5, 16)];

    private static readonly double[][,] Ratios = [.. RecordedSlices.Rounds("aa-quiet.csv").Select(RatiosOf)];

    [Fact]
    public void The_documented_power_is_the_resampled_one() =>
        File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "performance.md")).ShouldContain(Table(),
            customMessage: "docs/performance.md, \"Verdicts\": put this table there");

    [Fact]
    public void Without_a_handicap_and_without_a_threshold_at_most_one_experiment_in_eighteen_is_called_different()
    {
        foreach (var (_, rounds) in Lengths)
        {
            var shares = Shares(rounds, handicap: 0, threshold: 0);
            (shares[Verdict.Faster] + shares[Verdict.Slower]).ShouldBeLessThanOrEqualTo(0.055, $"{rounds} rounds");
        }
    }

    [Fact]
    public void So_is_what_stands_beside_it_about_the_usual_threshold()
    {
        string Found(double handicap) => string.Join(", ", Lengths.Select(l => Shares(l.Rounds, handicap, UsualThreshold)[Verdict.Slower])
            .Select(share => (100 * share).ToString("0", CultureInfo.InvariantCulture)));
        File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "performance.md")).ShouldContain(
            $"At the usual threshold of 2 % a handicap of 3 % is found in {Found(0.03)} % of them, one of 5 % in {Found(0.05)} %.");
    }

    private static string Table()
    {
        var lengths = Lengths.Select(l => FormattableString.Invariant($"{l.Minutes} min, {l.Rounds} rounds"));
        var table = new StringBuilder($"| handicap | {string.Join(" | ", lengths)} |\n");
        table.Append('|').Append(string.Concat(Enumerable.Repeat(" --- |", Lengths.Length + 1))).Append('\n');
        foreach (var handicap in Handicaps)
            table.Append(CultureInfo.InvariantCulture, $"| {100 * handicap:0} % | {string.Join(" | ", Lengths.Select(l => Cell(l.Rounds, handicap)))} |\n");
        return table.ToString();
    }

    // Right, open and wrong as in the table of `./build bench verdicts`: up to the threshold "same" is right.
    private static string Cell(int rounds, double handicap)
    {
        var shares = Shares(rounds, handicap, Threshold);
        var right = handicap > Threshold ? shares[Verdict.Slower] : shares[Verdict.Same];
        var wrong = shares[Verdict.Faster]
            + (handicap > Threshold ? shares[Verdict.Same] : handicap < Threshold ? shares[Verdict.Slower] : 0);
        return string.Create(CultureInfo.InvariantCulture, $"{100 * right:0} / {100 * (1 - right - wrong):0} / {100 * wrong:0} %");
    }

    private static Dictionary<Verdict, double> Shares(int rounds, double handicap, double threshold)
    {
        var random = new Random(20261125 + rounds);
        var rule = new VerdictRule { Threshold = threshold, HigherIsBetter = true };
        var shares = Enum.GetValues<Verdict>().ToDictionary(v => v, _ => 0.0);
        var (logRatios, control) = (new double[rounds], new double[rounds]);
        for (var experiment = 0; experiment < Experiments; experiment++)
        {
            for (var i = 0; i < rounds; i++)
            {
                var round = Ratios[random.Next(Ratios.Length)];
                var launches = Enumerable.Range(0, round.GetLength(0)).ToArray();
                random.Shuffle(launches);
                control[i] = round[launches[0], launches[1]];
                logRatios[i] = round[launches[0], launches[2]] + Math.Log(1 - handicap);
            }
            var bias = VerdictRule.BiasOf(PairedRatio.FromLogRatios(control, 0.95).Interval);
            shares[rule.Judge(PairedRatio.FromLogRatios(logRatios, VerdictRule.LevelFor(1)), bias)] += 1.0 / Experiments;
        }
        return shares;
    }

    // The log-ratio of each launch of a round to each other one, as an experiment takes it from their slices.
    private static double[,] RatiosOf(List<(string Name, DuetRecord Record)> launches)
    {
        var ratios = new double[launches.Count, launches.Count];
        for (var one = 0; one < launches.Count; one++)
            for (var other = 0; other < launches.Count; other++)
                if (one != other) ratios[one, other] = SliceRatio.LogRatio("rate", launches[one].Record, launches[other].Record)!.Value;
        return ratios;
    }
}
