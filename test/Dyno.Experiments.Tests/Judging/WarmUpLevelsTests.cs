namespace Dyno.Experiments.Tests;

public sealed class WarmUpLevelsTests
{
    private static readonly double[] Level = [100, 101, 99, 100, 101, 99, 100, 100];
    private static readonly double[] Falling = [120, 119, 118, 116, 104, 101, 100, 100];
    private static readonly double[] Noisy = [160, 80, 60, 140, 120, 70, 60, 130];

    [Fact]
    public void A_warm_up_that_ended_at_its_maximum_is_no_matter_where_the_slices_are_level() =>
        WarmUpLevels.Doubt(Plan(), [Late(Level), Late(Noisy)]).ShouldBeNull();

    [Fact]
    public void Costs_that_still_fell_while_they_were_measured_are_said() =>
        WarmUpLevels.Doubt(Plan(), [Late(Falling), Late(Level), Late(Level)]).ShouldBe(
            "the warm-up did not become level: a (1 of 3 trials, after 3 s). The cost of a request fell by more than 3 % from the first half of the measurement to the second. Set a longer maximum.");

    [Fact]
    public void Only_the_variants_that_were_not_level_are_named_each_with_its_own_warm_up() =>
        WarmUpLevels.Doubt(Plan(),
        [
            Late(Falling) with { Variant = "slow", WarmUpSeconds = 12.04 }, Late(Level) with { Variant = "slow" }, Late(Falling) with { Variant = "short" },
            Late(Level) with { WarmUpReachedLevel = true }, Late(Level) with { WarmUpReachedLevel = true },
        ])!.ShouldStartWith("the warm-up did not become level: slow (1 of 2 trials, after 12 s), short (1 of 1 trials, after 3 s). ");

    [Fact]
    public void A_quick_experiment_does_not_ask_for_a_longer_maximum_of_its_own() =>
        WarmUpLevels.Doubt(Plan() with { IsQuick = true }, [Late(Falling)])!.ShouldEndWith("Without --quick the warm-up is longer.");

    [Fact]
    public void Costs_that_rise_are_no_warm_up() => WarmUpLevels.Doubt(Plan(), [Late([.. Falling.Reverse()])]).ShouldBeNull();

    [Fact]
    public void A_trial_without_slices_is_taken_at_its_word() =>
        WarmUpLevels.Doubt(Plan(), [Late(Level) with { Duet = null }]).ShouldBe("the warm-up did not become level: a (1 of 1 trials, after 3 s). Set a longer maximum.");

    [Fact]
    public void One_trial_of_a_level_variant_whose_cost_fell_is_a_disturbance() =>
        WarmUpLevels.Doubt(Plan(), [Warm(Falling), Warm(Level), Warm(Level)]).ShouldBeNull();

    [Fact]
    public void A_variant_that_becomes_level_a_second_time_while_it_is_measured_is_named() =>
        WarmUpLevels.Doubt(Plan(), [Warm(Falling), Warm(Falling), Warm(Level), Warm(Level) with { Variant = "b" }, Warm(Noisy) with { Variant = "b" }]).ShouldBe(
            "the warm-up ended too early: the cost of a request still fell while it was measured, of a (2 of 3 trials, by 14 % in the mean). Set a longer minimum.");

    private static TrialRecord Warm(double[] costs) => Late(costs) with { WarmUpReachedLevel = true };

    private static ExperimentPlan Plan() => new()
    {
        Name = "x",
        Source = "x",
        BaseDirectory = "/",
        Variants = [],
        Rounds = 6,
        WarmUp = new() { Maximum = TimeSpan.FromSeconds(20) },
        Compare = new() { Baseline = "a", Headline = "rate" },
        Seed = 7,
    };

    private static TrialRecord Late(double[] costs) => new()
    {
        Round = 1,
        Attempt = 1,
        Variant = "a",
        Cell = "",
        Outcome = TrialOutcome.Used,
        Metrics = ImmutableSortedDictionary<string, double>.Empty,
        WarmUpReachedLevel = false,
        WarmUpSeconds = 3,
        Duet = new DuetRecord
        {
            SliceSeconds = 0.1,
            Variants = 2,
            Slices = [.. costs.Select((cost, block) => new SliceResult
            {
                Block = block,
                Seconds = block,
                Length = 0.1,
                Requests = 1000,
                Failed = 0,
                CpuMicros = 1000 * cost,
            })],
        },
    };
}
