using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Rounds;
using Dyno.Experiments.Trials;
using Dyno.Load.Engine;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;
using Dyno.Subjects;

namespace Dyno.Experiments.Tests.Rounds;

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
    public async Task A_trial_that_fails_is_reported_and_the_others_of_its_round_do_not_count()
    {
        var sequence = Sequence(new FailingAt(1), rounds: 3);
        var trials = await sequence.RunAsync();

        trials.Count(t => t.Outcome == TrialOutcome.Failed).ShouldBe(1);
        trials.Count(t => t.Outcome == TrialOutcome.RoundRepeated).ShouldBe(1);
        trials.Single(t => t.Outcome == TrialOutcome.Failed).Reason.ShouldBe("it fell over");
        trials.Where(t => t.Outcome == TrialOutcome.Used).Select(t => t.Round).Distinct().ShouldBe([1, 2, 3]); // no gap
        trials.Select(t => t.Attempt).Distinct().ShouldBe([1, 2]);
        sequence.IsVoid.ShouldBeFalse();
    }

    [Fact]
    public async Task Gives_up_as_void_when_more_rounds_fail_than_may_be_repeated()
    {
        var sequence = Sequence(new FailingAt([.. Enumerable.Range(0, 100)]), rounds: 5);
        (await sequence.RunAsync()).Length.ShouldBe(2);
        sequence.IsVoid.ShouldBeTrue();
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

    private static RoundSequence Sequence(ITrialRunner runner, int rounds, RunSignals? signals = null) =>
        new(Variants, Plan(rounds), runner, new Silence(), signals ?? new RunSignals(), (_, _) => null);

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
            if (failing.Contains(Seen.Count - 1)) throw new SubjectException(SubjectFault.ExitedAtStart, "it fell over");
            return Task.FromResult(Run);
        }

        private static RunResult Run { get; } = Reporting.Tests.SampleRuns.Closed();
    }

    private sealed class Silence : IExperimentListener
    {
        public void OnStage(string text) { }

        public void OnTrial(VariantPlan variant, int round, int before) { }

        public void OnTrialEnded(TrialRecord trial) { }
    }
}
