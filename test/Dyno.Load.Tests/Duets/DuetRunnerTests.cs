using System.Collections.Immutable;
using Dyno.Load.Duets;
using Dyno.Load.Engine;
using Dyno.Load.Executors;
using Dyno.Load.Plans;
using Dyno.Load.Tests.Fakes;
using Dyno.Results.Runs;

namespace Dyno.Load.Tests.Duets;

public sealed class DuetRunnerTests
{
    private const long Milli = 1_000_000;
    private readonly FakeClock _clock = new();
    private readonly RunSignals _signals = new();

    [Fact]
    public async Task Every_block_visits_each_variant_once_and_each_slice_counts_what_it_drained()
    {
        var results = await RunAsync(Closed(2 * Milli), Closed(4 * Milli));

        foreach (var result in results)
        {
            var duet = result.Duet!;
            duet.Slices.Select(s => s.Block).ShouldBe(Enumerable.Range(0, 20));
            duet.Slices.Sum(s => s.Requests).ShouldBe(result.Measured.Totals.Requests);
            duet.Slices.Sum(s => s.Length).ShouldBe(result.Measured.DurationSeconds, 1e-3);
            result.Measured.Totals.InterruptedIterations.ShouldBe(0);
            result.Outcome.ShouldBe(RunOutcome.Completed);
        }
        (results[0].Measured.Totals.RequestsPerSecond / results[1].Measured.Totals.RequestsPerSecond).ShouldBe(2, 0.1);
    }

    [Fact]
    public async Task Slices_are_as_long_for_a_variant_that_is_ten_times_slower()
    {
        var results = await RunAsync(Closed(2 * Milli), Closed(20 * Milli));

        results[0].Duet!.Slices.Length.ShouldBe(results[1].Duet!.Slices.Length);
        results[0].Measured.DurationSeconds.ShouldBe(results[1].Measured.DurationSeconds, 0.1 * results[0].Measured.DurationSeconds);
        (results[0].Measured.Totals.RequestsPerSecond / results[1].Measured.Totals.RequestsPerSecond).ShouldBe(10, 0.5);
    }

    [Fact]
    public async Task A_slice_shorter_than_the_answers_take_grows_for_all_and_says_why()
    {
        var results = await RunAsync(Closed(2 * Milli), Closed(150 * Milli));

        results.ShouldAllBe(r => r.Duet!.SliceSeconds >= 0.6 && r.Duet.SliceSeconds <= 0.7);
        results[0].Duet!.Grown!.ShouldBe("slices are 600 ms long instead of 100 ms: one iteration in ten takes 150 ms or more");
    }

    [Fact]
    public async Task Slow_first_answers_of_a_cold_program_leave_the_slices_of_the_measurement_short()
    {
        var cold = Side(new ConstantVus { VirtualUsers = 10, Duration = TimeSpan.FromSeconds(2) },
            new FakeWorkload(_clock) { ServiceNanos = _ => _clock.Nanos < 300 * Milli ? 150 * Milli : 2 * Milli });
        var results = await RunAsync(cold, Closed(2 * Milli));

        results.ShouldAllBe(r => r.Duet!.SliceSeconds == 0.1 && r.Duet.Grown == null);
    }

    [Fact]
    public async Task A_program_that_is_slow_for_half_of_the_warm_up_leaves_the_slices_of_the_measurement_short()
    {
        var cold = Side(new ConstantVus { VirtualUsers = 10, Duration = TimeSpan.FromSeconds(2) },
            new FakeWorkload(_clock) { ServiceNanos = _ => _clock.Nanos < 2_000 * Milli ? 150 * Milli : 30 * Milli });
        var results = await RunAsync(TimeSpan.FromSeconds(3), cold, Closed(2 * Milli));

        results.ShouldAllBe(r => r.Duet!.SliceSeconds < 0.2);
    }

    [Fact]
    public async Task While_the_others_are_loaded_a_variant_is_not_silent()
    {
        var results = await RunAsync(Closed(2 * Milli), Closed(2 * Milli), Closed(2 * Milli));

        results.SelectMany(r => r.Health.Findings).ShouldNotContain(f => f.Rule == "outages");
    }

    [Fact]
    public async Task A_variant_that_stands_still_within_its_slices_is_silent()
    {
        var standing = Side(new ConstantVus { VirtualUsers = 1, Duration = TimeSpan.FromSeconds(2) },
            new FakeWorkload(_clock) { ServiceNanos = at => at / Milli % 1000 is > 100 and < 120 ? 130 * Milli : Milli / 4 });
        var results = await RunAsync(standing, Closed(2 * Milli));

        results[0].Health.Findings.ShouldContain(f => f.Rule == "outages");
    }

    [Fact]
    public async Task Eight_variants_have_as_many_slices_each_and_as_long_ones()
    {
        var results = await RunAsync([.. Enumerable.Range(1, 8).Select(i => Closed(i * Milli))]);

        results.Length.ShouldBe(8);
        results.ShouldAllBe(r => r.Duet!.Variants == 8 && r.Duet.Slices.Length == 20 && r.Outcome == RunOutcome.Completed);
        results.ShouldAllBe(r => Math.Abs(r.Measured.DurationSeconds - 2) < 0.15);
        for (var i = 0; i < 8; i++)
            (results[0].Measured.Totals.RequestsPerSecond / results[i].Measured.Totals.RequestsPerSecond).ShouldBe(i + 1, 0.1 * (i + 1));
    }

    [Fact]
    public async Task In_an_open_model_each_slice_has_its_own_schedule_and_no_start_is_lost_or_doubled()
    {
        var open = new ConstantArrivalRate { Rate = 100, Duration = TimeSpan.FromSeconds(2), PreAllocatedVirtualUsers = 20, MaxVirtualUserCount = 20 };
        var results = await RunAsync(Side(open, 5 * Milli), Side(open, 20 * Milli));

        foreach (var result in results)
        {
            result.Measured.Totals.PlannedStarts.ShouldBe(200);
            result.Measured.Totals.Requests.ShouldBe(200);
            result.Measured.Totals.OfferedIterationsPerSecond!.Value.ShouldBe(100, 1e-6);
            result.Duet!.Slices.ShouldAllBe(s => s.Requests == 10);
        }
        results[1].Measured.Latency.Response.MeanNanos.ShouldBe(20 * Milli, Milli);
    }

    [Fact]
    public async Task A_stop_ends_the_round_and_every_result_says_so()
    {
        var stopping = new FakeWorkload(_clock)
        {
            ServiceNanos = _ => 2 * Milli,
            OnPass = (_, phase) => { if (!phase.IsWarmUp && _clock.Nanos > 1_500 * Milli) _signals.Stop(); }
        };
        var results = await RunAsync(Closed(2 * Milli), Side(new ConstantVus { VirtualUsers = 10, Duration = TimeSpan.FromSeconds(2) }, stopping));
        results.ShouldAllBe(r => r.Outcome == RunOutcome.Interrupted);
    }

    [Fact]
    public void A_load_with_stages_cannot_be_cut_into_slices() =>
        DuetRunner.WhyNot(FakeRun.Plan(new PerVuIterations { VirtualUsers = 1, Iterations = 3, MaxDuration = TimeSpan.FromSeconds(9) },
            new FakeWorkload(_clock)))
            .ShouldBe("the load has stages or a number of iterations, which cannot be cut into slices");

    private DuetSide Closed(long serviceNanos) => Side(new ConstantVus { VirtualUsers = 10, Duration = TimeSpan.FromSeconds(2) }, serviceNanos);

    private DuetSide Side(ExecutorPlan executor, long serviceNanos) => Side(executor, new FakeWorkload(_clock) { ServiceNanos = _ => serviceNanos });

    private DuetSide Side(ExecutorPlan executor, FakeWorkload workload) => new()
    {
        Plan = FakeRun.Plan(executor, workload),
        Options = new() { Machine = new FakeMachine(), Time = _clock, Signals = _signals },
    };

    private Task<ImmutableArray<RunResult>> RunAsync(params ImmutableArray<DuetSide> sides) => RunAsync(TimeSpan.FromSeconds(1), sides);

    private Task<ImmutableArray<RunResult>> RunAsync(TimeSpan warmUp, params ImmutableArray<DuetSide> sides) => DuetRunner.RunAsync(sides, new DuetPlan
    {
        Measure = TimeSpan.FromSeconds(2),
        WarmUp = warmUp,
        Level = new WarmUpLevel(),
        Seed = 5,
        Signals = _signals,
        Time = _clock,
    });
}
