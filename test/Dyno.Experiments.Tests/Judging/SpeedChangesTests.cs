namespace Dyno.Experiments.Tests;

public sealed class SpeedChangesTests
{
    [Fact]
    public void A_program_that_slows_down_in_most_of_its_launches_is_named()
    {
        var trials = Enumerable.Range(1, 8).SelectMany(round => new[] { Trial(round, "a", _ => 1), Trial(round, "leak", block => 1 - 0.02 * block) }).ToList();

        SpeedChanges.WithinLaunches(trials)!.ShouldStartWith("a request took longer in the second half of the measurement than in the first, of leak (in 8 of 8 launches, by ");
    }

    [Fact]
    public void One_that_only_scatters_or_becomes_quicker_is_not()
    {
        var random = new Random(20261129);
        SpeedChanges.WithinLaunches([.. Enumerable.Range(1, 8).Select(round => Trial(round, "a", _ => 1 + 0.2 * (random.NextDouble() - 0.5)))]).ShouldBeNull();
        SpeedChanges.WithinLaunches([.. Enumerable.Range(1, 8).Select(round => Trial(round, "a", block => 1 + 0.02 * block))]).ShouldBeNull();
    }

    [Fact]
    public void Rounds_that_fall_one_after_the_other_are_named()
    {
        var trials = Enumerable.Range(1, 8).SelectMany(round => new[] { Trial(round, "a", _ => 1), Trial(round, "b", _ => Math.Pow(0.96, round)) });

        SpeedChanges.FromRoundToRound(new ComparePlan { Baseline = "a", Headline = "rate" }, new UsedTrials(trials)).Single()
            .ShouldStartWith("b falls against a from round to round, by 25 % over 8 rounds.");
    }

    [Fact]
    public void Rounds_in_any_order_are_not()
    {
        var (random, compare) = (new Random(20261129), new ComparePlan { Baseline = "a", Headline = "rate" });
        var named = Enumerable.Range(0, 400).Count(_ => SpeedChanges.FromRoundToRound(compare, new UsedTrials(Enumerable.Range(1, 8).SelectMany(round => new[]
        {
            Trial(round, "a", _ => 1), Trial(round, "b", _ => 1 + 0.2 * (random.NextDouble() - 0.5), random.NextDouble() * 0.2),
        }).ToList())).Any());
        named.ShouldBeLessThanOrEqualTo(8);
    }

    private static TrialRecord Trial(int round, string variant, Func<int, double> pace, double launch = 0) => new()
    {
        Round = round,
        Variant = variant,
        Outcome = TrialOutcome.Used,
        Metrics = ImmutableSortedDictionary<string, double>.Empty.Add("rate", 1),
        Duet = new DuetRecord
        {
            SliceSeconds = 0.1,
            Variants = 2,
            Slices = [.. Enumerable.Range(0, 20).Select(block => (Block: block, Counted: 1000 * pace(block) * (1 + launch))).Select(s => new SliceResult
            {
                Block = s.Block, Seconds = s.Block, Length = 0.1, Counted = s.Counted, Requests = (long)s.Counted, Failed = 0,
            })],
        },
    };
}
