namespace Dyno.Experiments.Tests;

/// <summary>What a reader is told of the variants of a round beside their verdicts.</summary>
public sealed class DuetNotesTests
{
    [Fact]
    public void A_variant_that_works_in_the_background_is_named() =>
        DuetNotes.BusyInBackground([Trial("a", idle: 0.004), Trial("b", idle: 0.31), Trial("b", idle: 0.29), Trial("b", idle: 0.3)]).ShouldBe(
            ["b used 30 % of a CPU while other variants were under load: this background work adds noise to the other variants. Measure the variant alone with --sequential."]);

    [Fact]
    public void One_disturbed_launch_does_not_make_a_background_worker() =>
        DuetNotes.BusyInBackground([Trial("b", idle: 0.004), Trial("b", idle: 0.3), Trial("b", idle: 0.005)]).ShouldBeEmpty();

    [Fact]
    public void A_trial_that_does_not_count_says_nothing() =>
        DuetNotes.BusyInBackground([Trial("b", idle: 0.3) with { Outcome = TrialOutcome.RoundRepeated }]).ShouldBeEmpty();

    [Fact]
    public void Slices_set_aside_that_grew_and_connections_opened_between_them_are_said() =>
        DuetNotes.Of([Trial("a", aside: true), Trial("b", reopened: 1_200, grown: "slices are 600 ms long instead of 200 ms: an iteration takes up to 150 ms (p99)")]).ShouldBe(
        [
            "1 of 2 slices are set aside, each with its whole block: other work took the CPUs, or the generator stalled.",
            "Slices are 600 ms long instead of 200 ms: an iteration takes up to 150 ms (p99).",
            "b closed idle connections: 1,200 connections were opened again between slices.",
        ]);

    [Fact]
    public void Slices_whose_CPU_time_is_missing_are_counted_unless_it_is_missing_in_all()
    {
        var read = Trial("a");
        var known = read.Duet!.Slices[0] with { CpuMicros = 40 };
        read = read with { Duet = read.Duet with { Slices = [known, known with { Block = 1, CpuMicros = null }, known with { Block = 2 }] } };

        DuetNotes.Of([read, Trial("at-a-url")]).ShouldBe(
            ["The server's CPU time could not be read in time for 1 of 3 slices: CPU per request comes from the other slices."]);
    }

    [Fact]
    public void Of_trials_one_after_the_other_there_is_nothing_to_say() => DuetNotes.Of([Trial("a") with { Duet = null }]).ShouldBeEmpty();

    private static TrialRecord Trial(string variant, double? idle = null, bool aside = false, long reopened = 0, string? grown = null) => new()
    {
        Round = 1,
        Attempt = 1,
        Variant = variant,
        Cell = "",
        Outcome = TrialOutcome.Used,
        Metrics = ImmutableSortedDictionary<string, double>.Empty,
        Duet = new DuetRecord
        {
            SliceSeconds = 0.2,
            Variants = 2,
            IdleCpuShare = idle,
            ReopenedBetweenSlices = reopened,
            Grown = grown,
            Slices = [new SliceResult { Block = 0, Seconds = 0, Length = 0.2, Requests = 10, Failed = 0, IsSetAside = aside }],
        },
    };
}
