using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Rounds;
using Dyno.Experiments.Trials;
using Dyno.Load.Engine;
using Dyno.Observation.Tests;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Tests.Rounds;

public sealed class UntilClearTests
{
    private readonly SteppedTime _time = new();

    [Fact]
    public async Task Ends_at_the_first_look_when_that_is_clear() => (await RoundsAsync(factor: 1.5, noise: 0.002)).ShouldBe(8);

    [Fact]
    public async Task Goes_on_to_the_last_look_when_it_never_is() => (await RoundsAsync(factor: 1.02, noise: 0.05)).ShouldBe(30);

    [Fact]
    public async Task Begins_no_round_after_the_time_is_up() =>
        (await RoundsAsync(factor: 1.02, noise: 0.05, maxTime: TimeSpan.FromMinutes(27))).ShouldBe(9); // a trial takes a minute: three to a round

    [Fact]
    public void Looks_at_the_planned_rounds_only_later_for_more_variants()
    {
        UntilClear.LooksOf(PairPlan.Plan, PairPlan.Variants).ShouldBe([8, 11, 15, 21, 30]);
        var many = Enumerable.Range(0, 9).Select(i => PairPlan.Variants[0] with { Name = $"v{i}" }).Prepend(PairPlan.Variants[0]).ToImmutableArray();
        UntilClear.LooksOf(PairPlan.Plan, many).ShouldBe([11, 15, 21, 30]);
    }

    private async Task<int> RoundsAsync(double factor, double noise, TimeSpan? maxTime = null)
    {
        var until = new UntilClear(PairPlan.Plan, PairPlan.Variants, maxTime, _time);
        var rounds = new RoundSequence(PairPlan.Variants, PairPlan.Plan, new Noisy(factor, noise, _time), new SilentListener(),
            new RunSignals(), (_, _) => null);
        await until.RunAsync(rounds);
        return rounds.Good;
    }

    /// <summary>Trials of a minute each, with the noise of launches.</summary>
    private sealed class Noisy(double factor, double noise, SteppedTime time) : ITrialRunner
    {
        private readonly Random _random = new(11);

        public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals)
        {
            time.Advance(TimeSpan.FromMinutes(1));
            var run = Reporting.Tests.SampleRuns.Closed();
            var rate = 30_000 * (variant.Name == "b" ? factor : 1) * Math.Exp(noise * (_random.NextDouble() + _random.NextDouble() - 1) * 2.45);
            return Task.FromResult(run with { Measured = run.Measured with { Totals = run.Measured.Totals with { RequestsPerSecond = rate } } });
        }
    }
}
