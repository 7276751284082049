namespace Dyno.Experiments.Tests;

public sealed class DuetRoundTests
{
    private static readonly ImmutableArray<VariantPlan> Variants =
        [.. from cell in (string[])["x", "y"] from name in (string[])["a", "control", "b"] select new VariantPlan { Name = name, Cell = cell, Load = "/", Subject = new() }];

    [Fact]
    public async Task The_variants_of_a_cell_are_measured_together_and_the_cells_in_drawn_order()
    {
        var duet = new Duet();
        var trials = await Sequence(duet, 4).RunAsync();

        trials.Length.ShouldBe(24);
        trials.ShouldAllBe(t => t.Outcome == TrialOutcome.Used);
        duet.Seen.ShouldAllBe(cell => cell.Length == 3 && cell.Select(v => v.Cell).Distinct().Count() == 1);
        duet.Seen.Chunk(2).Select(round => string.Join(' ', round.Select(cell => cell[0].Cell))).Distinct().Count().ShouldBe(2);
    }

    [Fact]
    public async Task When_a_variant_dies_in_the_middle_no_slice_of_the_round_counts_and_it_is_repeated()
    {
        var trials = await Sequence(new Duet(diesAt: 1), 2).RunAsync();

        var first = trials.Where(t => t is { Round: 1, Attempt: 1 }).ToList();
        first.Where(t => t.Cell == first[^1].Cell).Select(t => (t.Variant, t.Outcome)).ShouldBe(
            [("a", TrialOutcome.RoundRepeated), ("control", TrialOutcome.RoundRepeated), ("b", TrialOutcome.Failed)]);
        first.Single(t => t.Outcome == TrialOutcome.Failed).Reason.ShouldBe("the program under test ended by itself with exit code 1");
        trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(12);
        trials.Where(t => t.Outcome == TrialOutcome.Used).Select(t => t.Round).Distinct().ShouldBe([1, 2]);
    }

    [Fact]
    public async Task A_variant_that_comes_up_only_alone_makes_all_trials_run_one_after_the_other()
    {
        var sequence = Sequence(new Duet(neverUp: "b"), 2, alone: new Alone());
        var trials = await sequence.RunAsync();

        sequence.WhyAlone.ShouldBe("b did not start beside the others (it fell over)");
        trials.Length.ShouldBe(12);
        trials.ShouldAllBe(t => t.Outcome == TrialOutcome.Used);
    }

    [Fact]
    public async Task A_stop_in_the_middle_leaves_the_whole_rounds_and_resume_goes_on_behind_them()
    {
        var signals = new RunSignals();
        var stopped = await Sequence(new Duet(stopsAt: 3, stop: signals), 4, signals: signals).RunAsync();
        stopped.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(6);

        var rest = new Duet();
        var resumed = Sequence(rest, 4);
        resumed.Resume(stopped, _ => null);
        var trials = await resumed.RunAsync();

        trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(24);
        rest.Seen.Count.ShouldBe(6);
    }

    [Fact]
    public void Runs_come_back_to_the_variants_that_stood_at_their_places()
    {
        var runs = ((string[])["2", "0", "1"]).Select(id => Reporting.Tests.SampleRuns.Closed() with { Id = id }).ToImmutableArray();

        var round = new DuetRound(runs, Failed: 1, "it fell over").InOrderOf([2, 0, 1]);

        round.Runs.Select(run => run.Id).ShouldBe(["0", "1", "2"]);
        (round.Failed, round.Reason).ShouldBe((0, "it fell over"));
        new DuetRound([], 2).InOrderOf([2, 0, 1]).Failed.ShouldBe(1);
    }

    private static RoundSequence Sequence(IDuetTrialRunner duet, int rounds, ImmutableArray<VariantPlan>? variants = null,
        RunSignals? signals = null, ITrialRunner? alone = null) =>
        new(variants ?? Variants, PairPlan.Plan with { Variants = Variants, Rounds = rounds }, alone ?? new NoLoneTrials(),
            new SilentListener(), signals ?? new RunSignals(), (_, _) => null)
        { Duet = duet };

    private sealed class Duet(int diesAt = -1, string? neverUp = null, int stopsAt = -1, RunSignals? stop = null) : IDuetTrialRunner
    {
        public List<ImmutableArray<VariantPlan>> Seen { get; } = [];

        public bool LoadsContinuously { get; set; }

        public TimeSpan? Measure { get; set; }

        public Task<DuetRound> RunAsync(ImmutableArray<VariantPlan> variants, int round, RunSignals signals)
        {
            Seen.Add(variants);
            if (Seen.Count == stopsAt) stop!.Stop();
            var failed = variants.Select((v, i) => (v, i)).Where(x => x.v.Name == neverUp).Select(x => (int?)x.i).FirstOrDefault();
            if (failed is not null) return Task.FromResult(new DuetRound([], failed, "it fell over"));
            var dies = Seen.Count - 1 == diesAt;
            var run = Reporting.Tests.SampleRuns.Closed();
            const string Reason = "the program under test ended by itself with exit code 1";
            var runs = variants.Select(_ => dies ? run with { Outcome = RunOutcome.Failed, OutcomeReason = Reason } : run).ToImmutableArray();
            return Task.FromResult(dies ? new DuetRound(runs, 2, Reason) : new DuetRound(runs));
        }
    }

    private sealed class Alone : ITrialRunner
    {
        public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals) => Task.FromResult(Reporting.Tests.SampleRuns.Closed());
    }
}
