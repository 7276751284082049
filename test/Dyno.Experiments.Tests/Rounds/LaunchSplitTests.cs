namespace Dyno.Experiments.Tests;

public sealed class LaunchSplitTests
{
    [Theory]
    [InlineData(1e-4, 1e-4, 2, 8, 2.0)] // √(w·c/b) = √(1e-4·2 · 8 ÷ 1e-4) = 4 s
    [InlineData(1e-4, 4e-4, 2, 8, 4.0)]
    [InlineData(16e-4, 1e-4, 2, 8, 0.5)]
    public void The_length_of_a_measurement_is_the_one_that_buys_the_least_variance(double launches, double slices, double measured, double cost, double factor)
    {
        var split = LaunchSplit.Of(launches, slices, measured, cost)!;
        split.Measure.TotalSeconds.ShouldBe(factor * measured, 0.05);
        // No other length within the bounds costs less time for the same precision.
        double CostOf(double length) => (launches + slices * measured / length) * (cost + length);
        for (var length = measured / 2; length <= 4 * measured; length += 0.1)
            CostOf(length).ShouldBeGreaterThanOrEqualTo(CostOf(split.Measure.TotalSeconds) * 0.999);
        (split.VarianceFactor * split.TimeFactor).ShouldBe(CostOf(split.Measure.TotalSeconds) / CostOf(measured), 0.01);
    }

    [Fact]
    public void What_is_about_the_best_already_is_left_as_it_is() => LaunchSplit.Of(1e-4, 1e-4, 2, 2.2).ShouldBeNull();

    [Fact]
    public async Task Noisy_slices_of_like_launches_are_measured_longer_from_the_third_round_on()
    {
        var (lengths, said) = await RunAsync(sliceNoise: 0.1, launchNoise: 0.001);
        lengths.Take(2).ShouldAllBe(length => length == null);
        lengths[2]!.Value.TotalSeconds.ShouldBeGreaterThan(4);
        lengths.Skip(2).Distinct().Count().ShouldBe(1);
        said[0].ShouldStartWith($"each launch is now measured for {lengths[2]!.Value.TotalSeconds:0.#} s instead of 2 s: launches vary by about");
        said[1].ShouldStartWith("after two rounds: ");
    }

    [Fact]
    public async Task Launches_that_differ_are_measured_more_shortly()
    {
        var (lengths, _) = await RunAsync(sliceNoise: 0.002, launchNoise: 0.2);
        lengths[2]!.Value.TotalSeconds.ShouldBe(1, 0.05);
    }

    [Fact]
    public async Task A_length_that_the_user_asked_for_is_kept()
    {
        var (lengths, said) = await RunAsync(sliceNoise: 0.1, launchNoise: 0.001, keepsLength: true);
        lengths.ShouldAllBe(length => length == null);
        said.ShouldHaveSingleItem().ShouldStartWith("after two rounds: ");
    }

    private static async Task<(List<TimeSpan?> Lengths, List<string> Said)> RunAsync(double sliceNoise, double launchNoise, bool keepsLength = false)
    {
        var time = new SteppedTime();
        var duet = new Slices(sliceNoise, launchNoise);
        var said = new List<string>();
        var rounds = new RoundSequence(PairPlan.Variants, PairPlan.Plan, new NoLoneTrials(), new SilentListener(), new RunSignals(), (_, _) => null)
        {
            Duet = duet,
            Time = duet.Time,
        };
        await new UntilClear(PairPlan.Plan, PairPlan.Variants, null, time, said.Add) { KeepsLength = keepsLength }.RunAsync(rounds);
        return (duet.Lengths, said);
    }

    /// <summary>Rounds of twenty slices of 0.1 s a launch, which take 30 s.</summary>
    private sealed class Slices(double sliceNoise, double launchNoise) : IDuetTrialRunner
    {
        private readonly Random _random = new(11);

        public SteppedTime Time { get; } = new();

        public bool LoadsContinuously { get; set; }

        public TimeSpan? Measure { get; set; }

        public List<TimeSpan?> Lengths { get; } = [];

        public Task<DuetRound> RunAsync(ImmutableArray<VariantPlan> variants, int round, RunSignals signals)
        {
            Lengths.Add(Measure);
            Time.Advance(TimeSpan.FromSeconds(30));
            return Task.FromResult(new DuetRound([.. variants.Select(_ => Run())]));
        }

        private RunResult Run()
        {
            var launch = Math.Exp(launchNoise * Noise());
            var slices = Enumerable.Range(0, 20).Select(block => new SliceResult
            {
                Block = block,
                Seconds = 0.3 * block,
                Length = 0.1,
                Requests = (long)(100_000 * launch * Math.Exp(sliceNoise * Noise())),
                Failed = 0,
            });
            return Reporting.Tests.SampleRuns.Closed() with { Duet = new DuetRecord { SliceSeconds = 0.1, Variants = 3, Slices = [.. slices] } };
        }

        private double Noise() => (_random.NextDouble() + _random.NextDouble() - 1) * 2.45;
    }
}
