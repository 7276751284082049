namespace Dyno.Experiments.Tests;

public sealed class UntilClearTests
{
    private readonly SteppedTime _time = new();
    private int _good;

    [Fact]
    public async Task Ends_at_the_first_look_when_that_is_clear() => (await RoundsAsync(factor: 1.5, noise: 0.002)).ShouldBe(8);

    [Fact]
    public async Task Goes_on_to_the_last_look_when_it_never_is() => (await RoundsAsync(factor: 1.002, noise: 0.1)).ShouldBe(30);

    [Fact]
    public async Task Begins_no_round_after_the_time_is_up() =>
        (await RoundsAsync(factor: 1.002, noise: 0.1, maxTime: TimeSpan.FromMinutes(27))).ShouldBe(9); // a trial takes a minute: three to a round

    /// <summary>A bisect needs a verdict, however slow the machine is.</summary>
    [Theory]
    [InlineData(1, 5)]
    [InlineData(27, 9)]
    public async Task Makes_the_fewest_rounds_even_if_the_time_is_up(int minutes, int expected) =>
        (await RoundsAsync(factor: 1.002, noise: 0.1, maxTime: TimeSpan.FromMinutes(minutes), fewest: 5)).ShouldBe(expected);

    /// <summary>The sixth round is lost, and made again before the look.</summary>
    [Fact]
    public async Task A_round_that_is_lost_between_looks_is_made_again()
    {
        var until = new UntilClear(PairPlan.Plan, PairPlan.Variants, null, _time);
        var trialRunner = new Noisy(1.5, 0.002, _time) { VoidAt = 17 };
        var rounds = new RoundSequence(PairPlan.Variants, PairPlan.Plan, trialRunner, new SilentListener(), new RunSignals(), (_, _) => null);
        var trials = await until.RunAsync(rounds);

        rounds.Good.ShouldBe(8);
        trials.Count(t => t.Outcome == Dyno.Results.TrialOutcome.Used).ShouldBe(24);
        trials.Count(t => t.Outcome == Dyno.Results.TrialOutcome.Void).ShouldBe(1);
        until.LevelFor(1).ShouldBeGreaterThan(0.999);
    }

    [Fact]
    public async Task Spends_what_is_left_of_the_error_when_the_time_is_up()
    {
        var until = await UntilAsync(factor: 1.002, noise: 0.1, maxTime: TimeSpan.FromMinutes(27));
        until.LevelFor(1).ShouldBeInRange(0.95, 0.962); // one early look has spent next to nothing
    }

    [Fact]
    public async Task A_first_look_is_strict() => (await UntilAsync(factor: 1.5, noise: 0.002)).LevelFor(1).ShouldBeGreaterThan(0.999);

    private async Task<int> RoundsAsync(double factor, double noise, TimeSpan? maxTime = null, int fewest = 0)
    {
        await UntilAsync(factor, noise, maxTime, fewest);
        return _good;
    }

    private async Task<UntilClear> UntilAsync(double factor, double noise, TimeSpan? maxTime = null, int fewest = 0)
    {
        var until = new UntilClear(PairPlan.Plan, PairPlan.Variants, maxTime, _time) { FewestRounds = fewest };
        var rounds = new RoundSequence(PairPlan.Variants, PairPlan.Plan, new Noisy(factor, noise, _time), new SilentListener(),
            new RunSignals(), (_, _) => null);
        await until.RunAsync(rounds);
        _good = rounds.Good;
        return until;
    }

    /// <summary>Trials of a minute each, with the noise of launches.</summary>
    private sealed class Noisy(double factor, double noise, SteppedTime time) : ITrialRunner
    {
        private readonly Random _random = new(11);
        private int _trials;

        public int VoidAt { get; init; }

        public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals)
        {
            time.Advance(TimeSpan.FromMinutes(1));
            var run = Reporting.Tests.SampleRuns.Closed();
            var rate = 30_000 * (variant.Name == "b" ? factor : 1) * Math.Exp(noise * (_random.NextDouble() + _random.NextDouble() - 1) * 2.45);
            var stalled = new HealthFinding { Rule = "stalls", State = HealthState.Void, Message = "a worker stalled" };
            if (++_trials == VoidAt) run = run with { Health = new HealthRecord { State = HealthState.Void, Findings = [stalled] } };
            return Task.FromResult(run with { Measured = run.Measured with { Totals = run.Measured.Totals with { RequestsPerSecond = rate } } });
        }
    }
}
