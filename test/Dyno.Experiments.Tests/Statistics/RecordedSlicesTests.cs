using System.Globalization;
using Dyno.Experiments.Statistics;
using Dyno.Results.Runs;
using Dyno.Testing;

namespace Dyno.Experiments.Tests.Statistics;

/// <summary>
/// Slices of one program under several names, recorded by <c>dyno compare</c> (Recorded/*.csv; aa-busy: net10 Hello on two CPUs with a load
/// average of 44, where the servers got a third of their CPU; aa-quiet: the same with nothing beside it, six launches in each of
/// 14 rounds, 210 pairs): every pair of launches of a round is a comparison without a difference.
/// </summary>
public sealed class RecordedSlicesTests
{
    private static readonly string Folder = Path.Combine(RepositoryRoot.Path, "test", "Dyno.Experiments.Tests", "Statistics", "Recorded");

    public static TheoryData<string> Files => [.. Directory.GetFiles(Folder, "*.csv").Select(file => Path.GetFileName(file)!)];

    [Theory, MemberData(nameof(Files))]
    public void The_ratio_of_a_round_scatters_no_more_than_the_ratio_of_its_sums(string file)
    {
        var pairs = Pairs(file).ToList();
        pairs.Count.ShouldBeGreaterThan(50);
        Deviation(pairs.Select(p => SliceRatio.LogRatio("rate", p.One, p.Other)!.Value))
            .ShouldBeLessThanOrEqualTo(Deviation(pairs.Select(p => Sums(p.One, p.Other))));
    }

    [Theory, MemberData(nameof(Files))]
    public void Five_rounds_of_one_program_against_itself_are_called_different_at_most_once_in_eighteen(string file)
    {
        var byPair = Pairs(file).GroupBy(p => p.Names).Select(g => g.Select(p => SliceRatio.LogRatio("rate", p.One, p.Other)!.Value).ToArray()).ToList();
        var rule = new VerdictRule { Threshold = 0, HigherIsBetter = true };
        var random = new Random(20261125);
        var (called, all) = (0, 0);
        foreach (var rounds in byPair)
            for (var choice = 0; choice < 200; choice++, all++)
            {
                // Which of the two is the variant is drawn per round: both are the same program.
                double[] logs = [.. rounds.Select(x => random.Next(2) == 0 ? x : -x)];
                random.Shuffle(logs);
                if (rule.Judge(PairedRatio.FromLogRatios(logs[..Math.Min(8, logs.Length)], 0.95), 0) is Verdict.Faster or Verdict.Slower) called++;
            }
        ((double)called / all).ShouldBeLessThanOrEqualTo(0.055);
    }

    /// <summary>What stays with a name from round to round (its place in the generator, once) would be found here, and nowhere above.</summary>
    [Theory, MemberData(nameof(Files))]
    public void Over_all_its_rounds_no_name_of_the_program_is_faster_than_another(string file)
    {
        var byPair = Pairs(file).GroupBy(p => p.Names).Select(g => g.Select(p => SliceRatio.LogRatio("rate", p.One, p.Other)!.Value).ToArray()).ToList();
        var rule = new VerdictRule { Threshold = 0, HigherIsBetter = true };
        foreach (var rounds in byPair)
            rule.Judge(PairedRatio.FromLogRatios(rounds, 1 - 0.05 / byPair.Count), 0).ShouldNotBeOneOf(Verdict.Faster, Verdict.Slower);
    }

    private static double Sums(DuetRecord one, DuetRecord other) => Math.Log(Rate(other) / Rate(one));

    private static double Rate(DuetRecord record) => record.Slices.Sum(s => s.Requests) / record.Slices.Sum(s => s.Length);

    private static double Deviation(IEnumerable<double> values) => Math.Sqrt(values.Average(x => x * x));

    private static IEnumerable<(string Names, DuetRecord One, DuetRecord Other)> Pairs(string file)
    {
        var rows = File.ReadLines(Path.Combine(Folder, file)).Skip(1).Select(line => line.Split(',')).GroupBy(cells => cells[0]);
        foreach (var round in rows)
        {
            var launches = round.GroupBy(cells => cells[1]).OrderBy(g => g.Key, StringComparer.Ordinal).Select(g => (Name: g.Key, Record: Record(g))).ToList();
            for (var i = 0; i < launches.Count; i++)
                for (var j = i + 1; j < launches.Count; j++) yield return ($"{launches[i].Name} {launches[j].Name}", launches[i].Record, launches[j].Record);
        }
    }

    private static DuetRecord Record(IEnumerable<string[]> rows) => new()
    {
        SliceSeconds = 0.2,
        Variants = 4,
        Slices = [.. rows.Select(cells => new SliceResult
        {
            Block = int.Parse(cells[2], CultureInfo.InvariantCulture),
            Seconds = 0,
            Length = double.Parse(cells[3], CultureInfo.InvariantCulture),
            Requests = long.Parse(cells[4], CultureInfo.InvariantCulture),
            Failed = 0,
            CpuMicros = double.Parse(cells[5], CultureInfo.InvariantCulture),
            IsSetAside = cells[6] == "1",
        })],
    };
}
