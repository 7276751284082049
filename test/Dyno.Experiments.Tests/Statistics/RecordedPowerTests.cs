using System.Text;

namespace Dyno.Experiments.Tests;

/// <summary>
/// How often a handicap is found, resampled from recorded launches (aa-quiet: one program under six names, nothing beside it). A round of
/// an experiment is a recorded round, drawn with replacement; baseline, control and variant are three of its launches, and the handicap is
/// taken from the variant's ratio, as it would be from each of its slices. The tables of docs/performance.md and of ADR 66 are these, to
/// the percent.
/// </summary>
public sealed class RecordedPowerTests
{
    private const int Experiments = 2_000;
    private static readonly double[] Thresholds = [0.01, 0.02];
    private static readonly double[] Handicaps = [0, 0.01, 0.02, 0.03, 0.05];

    // A pair and its control take 18 s a round: 8 s of warm-up, 2 s measured each, and what starting and stopping three programs takes.
    private static readonly (double Minutes, int Rounds)[] Lengths = [(1.5, 5), (3, 10), (5, 16)];

    private static readonly string[] Metrics = ["rate", "server.cpuPerRequest"];
    private static readonly ImmutableArray<double[][,]> Ratios = [.. Metrics.Select(metric =>
        RecordedSlices.Rounds("aa-quiet.csv").Select(launches => RatiosOf(metric, launches)).ToArray())];

    [Fact]
    public void The_documented_power_is_the_resampled_one() =>
        File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "performance.md")).ShouldContain(PowerTable(),
            customMessage: "docs/performance.md, \"Verdicts\": put this table there");

    [Fact]
    public void So_are_the_costs_of_asking_for_a_difference_apart_from_its_size() =>
        File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs", "adr", "0066-existence-apart-from-size.md")).ShouldContain(CostTable(),
            customMessage: "docs/adr/0066: put this table there");

    [Fact]
    public void Without_a_handicap_and_without_a_threshold_at_most_one_experiment_in_eighteen_is_called_different()
    {
        foreach (var (_, rounds) in Lengths)
            foreach (var which in Enum.GetValues<Judged>())
                Found(Simulate(rounds, handicap: 0, threshold: 0), which, Verdict.Faster, Verdict.Slower).ShouldBeLessThanOrEqualTo(0.055, $"{rounds} rounds, {which}");
    }

    [Fact]
    public void A_handicap_is_never_called_faster()
    {
        foreach (var (_, rounds) in Lengths)
            Found(Simulate(rounds, handicap: 0.03, threshold: 0.02), Judged.Either, Verdict.Faster, Verdict.SlightlyFaster).ShouldBe(0, $"{rounds} rounds");
    }

    // By the rate alone, by CPU per request alone, and by one of both, corrected together as `dyno compare` does.
    private enum Judged
    {
        Rate,
        Cpu,
        Either,
    }

    private static string PowerTable()
    {
        var table = new StringBuilder($"| threshold | handicap | {string.Join(" | ", Lengths.Select(l => FormattableString.Invariant($"{l.Minutes} min, {l.Rounds} rounds")))} |\n");
        table.Append("| --- | --- |").Append(string.Concat(Enumerable.Repeat(" --- |", Lengths.Length))).Append('\n');
        foreach (var threshold in Thresholds)
            foreach (var handicap in Handicaps)
                table.Append(CultureInfo.InvariantCulture, $"| {100 * threshold:0} % | {100 * handicap:0} % | ").AppendJoin(" | ", Lengths.Select(length =>
                {
                    var all = Simulate(length.Rounds, handicap, threshold);
                    return string.Join(" / ", Enum.GetValues<Judged>().Select(which => Percent(Found(all, which, Verdict.Slower)))) + " %";
                })).Append(" |\n");
        return table.ToString();
    }

    private static string CostTable()
    {
        Verdict[][] columns = [[Verdict.Slower], [Verdict.SlightlySlower], [Verdict.Same], [Verdict.Unclear], [Verdict.Faster, Verdict.SlightlyFaster]];
        var table = new StringBuilder("| handicap | slower | slightly slower | same | unclear | faster, slightly or not |\n| --- | --- | --- | --- | --- | --- |\n");
        foreach (var handicap in Handicaps)
        {
            var all = Simulate(16, handicap, 0.02);
            table.Append(CultureInfo.InvariantCulture, $"| {100 * handicap:0} % | ").AppendJoin(" | ", columns.Select(verdicts =>
                $"{Percent(Found(all, Judged.Rate, verdicts))} / {Percent(Found(all, Judged.Cpu, verdicts))} %")).Append(" |\n");
        }
        return table.ToString();
    }

    private static string Percent(double share) => (100 * share).ToString(share is > 0 and < 0.095 ? "0.0" : "0", CultureInfo.InvariantCulture);

    // The share of the experiments in which a metric got one of the verdicts; of both metrics, in which one of them did.
    private static double Found(List<(Verdict[] Alone, Verdict[] Together)> all, Judged which, params Verdict[] verdicts) => all.Average(one => which switch
    {
        Judged.Either => one.Together.Any(verdicts.Contains) ? 1.0 : 0.0,
        _ => verdicts.Contains(one.Alone[(int)which]) ? 1.0 : 0.0,
    });

    private static List<(Verdict[] Alone, Verdict[] Together)> Simulate(int rounds, double handicap, double threshold)
    {
        var random = new Random(20261125 + rounds);
        var all = new List<(Verdict[], Verdict[])>();
        for (var experiment = 0; experiment < Experiments; experiment++)
        {
            var (logs, control) = Experiment(random, rounds, handicap);
            all.Add((Judge(logs, control, threshold, 0.95), Holm(logs, control, threshold)));
        }
        return all;
    }

    private static (double[][] Logs, double[][] Control) Experiment(Random random, int rounds, double handicap)
    {
        var (logs, control) = (Metrics.Select(_ => new double[rounds]).ToArray(), Metrics.Select(_ => new double[rounds]).ToArray());
        for (var i = 0; i < rounds; i++)
        {
            var drawn = random.Next(Ratios[0].Length);
            var launches = Enumerable.Range(0, Ratios[0][drawn].GetLength(0)).ToArray();
            random.Shuffle(launches);
            for (var metric = 0; metric < Metrics.Length; metric++)
            {
                var ratios = Ratios[metric][drawn];
                control[metric][i] = ratios[launches[0], launches[1]];
                logs[metric][i] = (ratios[launches[0], launches[2]] + ratios[launches[1], launches[2]]) / 2 + (metric == 0 ? 1 : -1) * Math.Log(1 - handicap);
            }
        }
        return (logs, control);
    }

    private static Verdict[] Judge(double[][] logs, double[][] control, double threshold, double level) => [.. Metrics.Select((_, metric) =>
        new VerdictRule { Threshold = threshold, HigherIsBetter = metric == 0 }.Judge(
            PairedRatio.FromLogRatios(logs[metric], 2, control[metric], level),
            VerdictRule.BiasOf(PairedRatio.FromLogRatios(control[metric], 0.95).Interval)))];

    private static Verdict[] Holm(double[][] logs, double[][] control, double threshold)
    {
        var strict = Judge(logs, control, threshold, 0.975);
        if (!strict.Any(IsDifference)) return strict;
        var rest = Judge(logs, control, threshold, 0.95);
        return [.. strict.Select((v, metric) => IsDifference(v) ? v : rest[metric])];

        static bool IsDifference(Verdict verdict) => verdict is not (Verdict.Unclear or Verdict.Same);
    }

    // The log-ratio of each launch of a round to each other one, as an experiment takes it from their slices.
    private static double[,] RatiosOf(string metric, List<(string Name, DuetRecord Record)> launches)
    {
        var ratios = new double[launches.Count, launches.Count];
        for (var one = 0; one < launches.Count; one++)
            for (var other = 0; other < launches.Count; other++)
                if (one != other) ratios[one, other] = SliceRatio.LogRatio(metric, launches[one].Record, launches[other].Record)!.Value;
        return ratios;
    }
}
