namespace Dyno.Experiments.Tests;

/// <summary>
/// Of one program under several names (<see cref="RecordedSlices"/>) every pair of launches of a round is a comparison without a difference.
/// </summary>
public sealed class RecordedSlicesTests
{
    public static TheoryData<string> Files => [.. RecordedSlices.Files];

    public static TheoryData<string, int> FilesAndRounds =>
        new(from file in RecordedSlices.Files from rounds in new[] { 5, 6, 8 } select (file, rounds));

    [Theory, MemberData(nameof(FilesAndRounds))]
    public void So_many_rounds_of_one_program_against_itself_are_called_different_at_most_once_in_eighteen(string file, int rounds)
    {
        var byPair = Pairs(file).GroupBy(p => p.Names).Select(g => g.Select(p => SliceRatio.LogRatio("rate", p.One, p.Other)!.Value).ToArray()).ToList();
        var rule = new VerdictRule { Threshold = 0, HigherIsBetter = true };
        var random = new Random(20261125);
        var (called, all) = (0, 0);
        foreach (var ofPair in byPair)
            for (var choice = 0; choice < 200; choice++, all++)
            {
                // Which of the two is the variant is drawn per round: both are the same program. What stays with a name is the next test's.
                double[] logs = [.. ofPair.Select(x => random.Next(2) == 0 ? x : -x)];
                random.Shuffle(logs);
                if (rule.Judge(PairedRatio.FromLogRatios(logs[..rounds], 0.95), 0) is Verdict.Faster or Verdict.Slower) called++;
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

    private static IEnumerable<(string Names, DuetRecord One, DuetRecord Other)> Pairs(string file)
    {
        foreach (var launches in RecordedSlices.Rounds(file))
            for (var i = 0; i < launches.Count; i++)
                for (var j = i + 1; j < launches.Count; j++) yield return ($"{launches[i].Name} {launches[j].Name}", launches[i].Record, launches[j].Record);
    }
}
