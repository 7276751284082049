namespace Dyno.Experiments.Tests;

public sealed class RoundSequenceTests
{
    private static readonly ImmutableArray<VariantPlan> Variants =
        [.. ((string[])["a", "control", "b"]).Select(name => new VariantPlan { Name = name, Load = "/", Subject = new() })];

    [Fact]
    public async Task Every_variant_runs_once_a_round_in_an_order_that_the_seed_decides()
    {
        var first = new FailingAt();
        var second = new FailingAt();
        await Sequence(first, rounds: 5).RunAsync();
        await Sequence(second, rounds: 5).RunAsync();

        first.Seen.ShouldBe(second.Seen);
        first.Seen.Chunk(3).ShouldAllBe(round => round.Order().SequenceEqual(new[] { "a", "b", "control" }));
        first.Seen.Chunk(3).Select(round => string.Join(' ', round)).Distinct().Count().ShouldBeGreaterThan(1);
    }

    [Fact]
    public async Task A_trial_that_fails_is_tried_once_more_and_its_round_goes_on()
    {
        var trials = await Sequence(new FailingAt(1), rounds: 3).RunAsync();

        trials.Count(t => t.Outcome == TrialOutcome.Failed).ShouldBe(1);
        trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(9);
        trials.ShouldAllBe(t => t.Attempt == 1);
    }

    [Fact]
    public async Task A_variant_that_always_fails_is_left_out_and_the_others_still_count()
    {
        var sequence = Sequence(new FailingVariant("c"), rounds: 3, variants: [.. Variants, Variants[0] with { Name = "c" }]);
        var trials = await sequence.RunAsync();

        sequence.IsVoid.ShouldBeFalse();
        sequence.LeftOut.Single().ShouldBe(new SkippedVariant("c", "its trials failed repeatedly: it fell over"));
        foreach (var variant in Variants) trials.Count(t => t.Variant == variant.Name && t.Outcome == TrialOutcome.Used).ShouldBe(3);
    }

    [Fact]
    public async Task Goes_on_after_an_interruption_where_the_last_whole_round_ended()
    {
        var whole = new FailingAt();
        var all = await Sequence(whole, rounds: 4).RunAsync();
        var kept = all.Take(3 * 2 + 1).ToList(); // two rounds and one trial of the third

        var rest = new FailingAt();
        var resumed = Sequence(rest, rounds: 4);
        resumed.Resume(kept, _ => null);
        var trials = await resumed.RunAsync();

        trials.Count(t => t.Outcome == TrialOutcome.Used).ShouldBe(12);
        trials.Count(t => t.Outcome == TrialOutcome.RoundRepeated).ShouldBe(1);
        trials.Where(t => t.Outcome == TrialOutcome.Used).GroupBy(t => t.Round).Select(g => g.Count()).ShouldBe([3, 3, 3, 3]);
        rest.Seen.Count.ShouldBe(6);
        trials[^1].Attempt.ShouldBe(1);
    }

    [Fact]
    public async Task A_trial_that_fails_twice_is_reported_and_the_others_of_its_round_do_not_count()
    {
        var sequence = Sequence(new FailingAt(1, 2), rounds: 3);
        var trials = await sequence.RunAsync();

        trials.Count(t => t.Outcome == TrialOutcome.Failed).ShouldBe(2);
        trials.Count(t => t.Outcome == TrialOutcome.RoundRepeated).ShouldBe(1);
        trials.First(t => t.Outcome == TrialOutcome.Failed).Reason.ShouldBe("it fell over");
        trials.Where(t => t.Outcome == TrialOutcome.Used).Select(t => t.Round).Distinct().ShouldBe([1, 2, 3]); // no gap
        trials.Select(t => t.Attempt).Distinct().ShouldBe([1, 2]);
        sequence.IsVoid.ShouldBeFalse();
    }

    [Fact]
    public async Task Gives_up_as_void_when_more_rounds_fail_than_may_be_repeated()
    {
        var sequence = Sequence(new FailingAt([.. Enumerable.Range(0, 100)]), rounds: 5);
        (await sequence.RunAsync()).Length.ShouldBe(4); // two rounds, each with a trial and its repetition
        sequence.IsVoid.ShouldBeTrue();
    }

    [Fact]
    public async Task Ends_after_the_first_round_when_a_load_sends_nothing()
    {
        var trials = await Sequence(new Silent("b"), rounds: 5).RunAsync();

        trials.Length.ShouldBe(3);
        trials.ShouldAllBe(t => t.Outcome == TrialOutcome.Used && t.Round == 1);
    }

    [Fact]
    public async Task A_stop_ends_it_and_is_no_spoiled_round()
    {
        var signals = new RunSignals();
        signals.Stop();
        var sequence = Sequence(new FailingAt(), rounds: 5, signals);
        (await sequence.RunAsync()).ShouldBeEmpty();
        sequence.WasStopped.ShouldBeTrue();
        sequence.IsVoid.ShouldBeFalse();
    }

    private static RoundSequence Sequence(
        ITrialRunner runner, int rounds, RunSignals? signals = null, ImmutableArray<VariantPlan>? variants = null) =>
        new(variants ?? Variants, Plan(rounds), runner, new SilentListener(), signals ?? new RunSignals(), (_, _) => null);

    private static ExperimentPlan Plan(int rounds) => new()
    {
        Name = "x",
        Source = "x",
        BaseDirectory = "/",
        Variants = Variants,
        Rounds = rounds,
        WarmUp = new(),
        Compare = new() { Baseline = "a", Headline = "rate" },
        Seed = 7,
    };

    /// <summary>Launches nothing; the trials with the given indices fail.</summary>
    private sealed class FailingAt(params int[] failing) : ITrialRunner
    {
        public List<string> Seen { get; } = [];

        public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals)
        {
            Seen.Add(variant.Name);
            if (failing.Contains(Seen.Count - 1)) throw SubjectFaults.Of(SubjectFault.ExitedAtStart, "it fell over");
            return Task.FromResult(Run);
        }

        private static RunResult Run { get; } = Reporting.Tests.SampleRuns.Closed();
    }

    /// <summary>Every trial of one variant fails.</summary>
    private sealed class FailingVariant(string name) : ITrialRunner
    {
        public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals) => variant.Name == name
            ? throw SubjectFaults.Of(SubjectFault.ExitedAtStart, "it fell over")
            : Task.FromResult(Reporting.Tests.SampleRuns.Closed());
    }

    /// <summary>The load of one variant sends no request.</summary>
    private sealed class Silent(string name) : ITrialRunner
    {
        public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals)
        {
            var run = Reporting.Tests.SampleRuns.Closed();
            var totals = variant.Name == name ? run.Measured.Totals with { Requests = 0, FailedRequests = 0 } : run.Measured.Totals;
            return Task.FromResult(run with { Measured = run.Measured with { Totals = totals } });
        }
    }
}
