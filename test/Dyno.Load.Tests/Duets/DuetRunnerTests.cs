using System.Runtime.CompilerServices;

namespace Dyno.Load.Tests;

public sealed class DuetRunnerTests
{
    private const long Milli = 1_000_000;
    private readonly FakeClock _clock = new();
    private readonly RunSignals _signals = new();
    private readonly StrongBox<long> _distant = new();

    [Fact]
    public async Task Every_block_visits_each_variant_once_and_each_slice_counts_what_it_drained()
    {
        var results = await RunAsync(Closed(2 * Milli), Closed(4 * Milli));

        foreach (var result in results)
        {
            var duet = result.Duet!;
            duet.Slices.Select(s => s.Block).ShouldBe(Enumerable.Range(0, 20));
            duet.Slices.Sum(s => s.Requests).ShouldBe(result.Measured.Totals.Requests);
            // The first iteration of each user and slice is left out of both; the duration is that of all requests.
            var share = duet.Slices.Sum(s => s.Counted!.Value) / result.Measured.Totals.Requests;
            (duet.Slices.Sum(s => s.Length) / share).ShouldBe(result.Measured.DurationSeconds, 1e-3);
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

        results.ShouldAllBe(r => r.Duet!.SliceSeconds == 1.5);
        results[0].Duet!.Grown!.ShouldBe("slices are 1500 ms long instead of 100 ms: an iteration takes 150 ms");
    }

    [Fact]
    public async Task Slices_are_long_against_the_iteration_that_a_user_mostly_waits_for()
    {
        var tail = Side(new ConstantVus { VirtualUsers = 10, Duration = TimeSpan.FromSeconds(2) },
            new FakeWorkload(_clock) { ServiceNanos = at => at / Milli % 100 == 0 ? 100 * Milli : 2 * Milli });
        var results = await RunAsync(tail, Closed(2 * Milli));

        results.ShouldAllBe(r => r.Duet!.SliceSeconds > 0.1);
        results[0].Duet!.Grown!.ShouldContain("slow iterations take up so much time that a user mostly waits for one of about");
    }

    [Fact]
    public async Task A_slow_answer_for_which_the_other_users_wait_does_not_lengthen_the_time()
    {
        // Every 37th request takes 400 ms instead of 20: a mean of 30.3 ms.
        var asked = 0;
        var tail = Side(new ConstantVus { VirtualUsers = 8, Duration = TimeSpan.FromSeconds(20) },
            new FakeWorkload(_clock) { ServiceNanos = _ => ++asked % 37 == 0 ? 400 * Milli : 20 * Milli });
        var results = await RunAsync(tail, Closed(30 * Milli));

        results[0].Measured.Totals.RequestsPerSecond.ShouldBe(8 / (0.02 + 0.38 / 37), 10);
    }

    [Fact]
    public async Task Users_do_not_meet_in_the_queue_of_a_server_that_answers_each_in_the_same_time()
    {
        const int Users = 32;
        var alone = Alone(Users, OneCpu());

        var results = await RunAsync(plan => plan with { Measure = TimeSpan.FromSeconds(60) }, Loop(OneCpu()), Loop(OneCpu()));

        results.ShouldAllBe(result => Math.Abs(result.Measured.Totals.RequestsPerSecond / alone - 1) < 0.005); // all at once: −1.2 %

        DuetSide Loop(Func<long, long> server) =>
            Side(new ConstantVus { VirtualUsers = Users, Duration = TimeSpan.FromSeconds(60) }, new FakeWorkload(_clock) { ServiceNanos = server });
    }

    [Fact]
    public async Task Each_variant_is_loaded_without_pauses_after_the_slices_and_nothing_of_it_counts_for_them()
    {
        // A limiter: quick for a while after each pause. Slices see nothing but the quick answers.
        var (began, last) = (0L, 0L);
        var tired = Side(new ConstantVus { VirtualUsers = 10, Duration = TimeSpan.FromSeconds(2) }, new FakeWorkload(_clock)
        {
            ServiceNanos = at =>
            {
                if (at - last > 50 * Milli) began = at;
                last = at;
                return at - began > 300 * Milli ? 8 * Milli : 2 * Milli;
            },
        });
        var asked = new List<int>();
        var results = await RunAsync(plan => plan with { Continuous = TimeSpan.FromSeconds(2), InContinuous = AskAsync }, tired, Closed(2 * Milli));

        results[0].Measured.Totals.RequestsPerSecond.ShouldBe(5000, 50);
        var without = results[0].Duet!.Continuous!;
        (without.Counted / without.Length).ShouldBe(1250, 50);
        without.P50Milliseconds!.Value.ShouldBe(8, 0.1);
        (results[1].Duet!.Continuous!.Counted / results[1].Duet!.Continuous!.Length).ShouldBe(5000, 50);
        results[0].Measured.Totals.Requests.ShouldBe(results[0].Duet!.Slices.Sum(s => s.Requests));
        asked.Order().ShouldBe([0, 1]);

        Task AskAsync(int index)
        {
            asked.Add(index);
            return Task.CompletedTask;
        }
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
            new FakeWorkload(_clock) { ServiceNanos = _ => _clock.Nanos < 3_000 * Milli ? 150 * Milli : 15 * Milli });
        var results = await RunAsync(TimeSpan.FromSeconds(3), cold, Closed(2 * Milli));

        results.ShouldAllBe(r => r.Duet!.SliceSeconds < 0.2);
    }

    [Fact]
    public async Task A_variant_that_is_level_waits_while_another_warms_up_and_each_result_has_its_own_warm_up()
    {
        var ever = Warmed(TimeSpan.FromSeconds(6), EverFaster());
        var results = await RunEachAsync(Warmed(TimeSpan.FromSeconds(20), Closed(2 * Milli)), ever, Warmed(TimeSpan.Zero, Closed(2 * Milli)));

        results[0].WarmUp!.ReachedLevel.ShouldBe(true);
        results[0].WarmUp!.DurationSeconds.ShouldBeInRange(2, 2.5, "its minimum, however long the other one takes");
        results[1].WarmUp!.ReachedLevel.ShouldBe(false);
        results[1].WarmUp!.DurationSeconds.ShouldBeInRange(5.5, 6, "its maximum, and not that of the round");
        results[2].WarmUp.ShouldBeNull();
        results.Select(r => r.Plan.WarmUpSeconds).ShouldBe([20, 6, 0]);
        results.ShouldAllBe(r => r.Duet!.Slices.Length == results[0].Duet!.Slices.Length);
    }

    [Fact]
    public async Task Slow_first_answers_of_a_variant_that_waits_leave_the_slices_of_the_measurement_short()
    {
        var cold = Side(new ConstantVus { VirtualUsers = 10, Duration = TimeSpan.FromSeconds(2) },
            new FakeWorkload(_clock) { ServiceNanos = _ => _clock.Nanos < 2_500 * Milli ? 150 * Milli : 15 * Milli });
        var results = await RunEachAsync(Warmed(TimeSpan.FromSeconds(2), cold), Warmed(TimeSpan.FromSeconds(12), EverFaster()));

        results.Select(r => r.WarmUp!.DurationSeconds > 10).ShouldBe([false, true]);
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
        var results = await RunAsync(Side(open, 5 * Milli), Side(open, 10 * Milli));

        foreach (var result in results)
        {
            result.Measured.Totals.PlannedStarts.ShouldBe(200);
            result.Measured.Totals.Requests.ShouldBe(200);
            result.Measured.Totals.OfferedIterationsPerSecond!.Value.ShouldBe(100, 1e-6);
            result.Duet!.Slices.ShouldAllBe(s => s.Requests == 10);
        }
        results[1].Measured.Latency.Response.MeanNanos.ShouldBe(10 * Milli, Milli);
    }

    [Fact]
    public async Task CPU_time_is_that_of_the_slices_on_whatever_clock_and_however_late_it_is_told()
    {
        var light = new DistantServer(_clock, _distant, microsPerRequest: 50);
        var results = await RunAsync(Watched(light), Watched(new DistantServer(_clock, _distant, microsPerRequest: 400)));

        foreach (var (result, micros) in results.Zip([50, 400]))
        {
            result.Server!.CpuMicrosPerRequest.ShouldBe(micros, 1e-6);
            result.Server.CpuSeconds.ShouldBe(result.Measured.Totals.Requests * micros / 1e6, 1e-6);
            result.Duet!.Slices.ShouldAllBe(s => s.CpuMicros == s.Requests * micros && s.OthersShare == 0.1);
            result.Duet.IdleCpuShare.ShouldBe(0);
        }
    }

    [Fact]
    public async Task A_reading_that_does_not_come_costs_the_slices_beside_it_and_no_other()
    {
        var deaf = new DistantServer(_clock, _distant, microsPerRequest: 50) { AnswersNot = 30 };
        var results = await RunAsync(Watched(deaf), Watched(new DistantServer(_clock, _distant, microsPerRequest: 400)));

        results[0].Duet!.Slices.Count(s => s.CpuMicros is null).ShouldBeInRange(1, 2, "a reading ends a slice and begins the next");
        results[0].Server!.CpuMicrosPerRequest.ShouldBe(50, 1e-6);
        results[0].Server!.CpuSeconds.ShouldBe(results[0].Measured.Totals.Requests * 50 / 1e6, 0.01);
        results[1].Duet!.Slices.ShouldAllBe(s => s.CpuMicros != null);
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

    // Each answer waits for 20 ms and needs then 0.2 ms of the only CPU, on average, in the order of arrival.
    private static Func<long, long> OneCpu()
    {
        var (random, free) = (new Random(20261129), 0L);
        return at => (free = Math.Max(at + 20 * Milli, free) + (long)(-0.2 * Milli * Math.Log(1 - random.NextDouble()))) - at;
    }

    // Its rate under users that began long ago and never pause, in answers a second.
    private static double Alone(int users, Func<long, long> server)
    {
        const int Answers = 200_000;
        var (due, now) = (new PriorityQueue<int, long>(), 0L);
        for (var user = 0; user < users; user++) due.Enqueue(user, user * 20 * Milli / users);
        for (var i = 0; i < Answers && due.TryDequeue(out var user, out now); i++) due.Enqueue(user, now + server(now));
        return Answers / (now / 1e9);
    }

    private DuetSide Closed(long serviceNanos) => Side(new ConstantVus { VirtualUsers = 10, Duration = TimeSpan.FromSeconds(2) }, serviceNanos);

    private DuetSide Side(ExecutorPlan executor, long serviceNanos) => Side(executor, new FakeWorkload(_clock) { ServiceNanos = _ => serviceNanos });

    // Each second it needs a tenth less, so that its rate is never level.
    private DuetSide EverFaster() => Side(new ConstantVus { VirtualUsers = 10, Duration = TimeSpan.FromSeconds(2) },
        new FakeWorkload(_clock) { ServiceNanos = _ => (long)(30 * Milli * Math.Pow(0.9, _clock.Nanos / 1e9)) });

    private static DuetSide Warmed(TimeSpan longest, DuetSide side) => side with
    {
        Plan = side.Plan with { WarmUp = longest, WarmUpLevel = longest > TimeSpan.Zero ? new WarmUpLevel() : null },
    };

    private DuetSide Watched(DistantServer server)
    {
        var side = Side(new ConstantVus { VirtualUsers = 10, Duration = TimeSpan.FromSeconds(2) },
            new FakeWorkload(_clock) { ServiceNanos = _ => 2 * Milli, Status = _ => server.Answer() });
        return side with { Options = side.Options with { Server = server } };
    }

    private DuetSide Side(ExecutorPlan executor, FakeWorkload workload) => new()
    {
        Plan = FakeRun.Plan(executor, workload),
        Options = new() { Machine = new FakeMachine(), Time = _clock, Signals = _signals },
    };

    private Task<ImmutableArray<RunResult>> RunAsync(params ImmutableArray<DuetSide> sides) => RunAsync(TimeSpan.FromSeconds(1), sides);

    private Task<ImmutableArray<RunResult>> RunAsync(TimeSpan warmUp, params ImmutableArray<DuetSide> sides) =>
        RunEachAsync([.. sides.Select(side => Warmed(warmUp, side))]);

    private Task<ImmutableArray<RunResult>> RunEachAsync(params ImmutableArray<DuetSide> sides) => RunAsync(plan => plan, sides);

    private Task<ImmutableArray<RunResult>> RunAsync(Func<DuetPlan, DuetPlan> change, params ImmutableArray<DuetSide> sides) =>
        DuetRunner.RunAsync(sides, change(new DuetPlan { Measure = TimeSpan.FromSeconds(2), Seed = 5, Signals = _signals, Time = _clock }));

    /// <summary>A server on a machine with two CPUs, of which strangers take a tenth, and a clock that stands elsewhere and is read late.</summary>
    private sealed class DistantServer(FakeClock clock, StrongBox<long> usedByAll, long microsPerRequest) : IServerProbe
    {
        private long _served;
        private long _late;
        private int _readings;

        /// <summary>Which reading gets no answer; 0: none.</summary>
        public int AnswersNot { get; init; }

        public int Answer()
        {
            Interlocked.Increment(ref _served);
            Interlocked.Add(ref usedByAll.Value, microsPerRequest * 1000);
            return 200;
        }

        public async ValueTask<CpuReading?> ReadCpuAsync(CancellationToken cancellation)
        {
            await Task.Yield();
            _late += Milli;
            if (++_readings == AnswersNot) return null;
            var at = 77_000_000_000 + clock.Nanos + _late;
            var own = Interlocked.Read(ref _served) * microsPerRequest * 1000;
            return new CpuReading(at, own, (long)(1.8 * at) - Interlocked.Read(ref usedByAll.Value), 2);
        }

        public void Begin()
        {
        }

        public void Sample(TimeSpan sinceBegin)
        {
        }

        public ValueTask<ServerObservation?> EndAsync(long requests) => new(new ServerObservation
        {
            ProcessId = 7,
            CpuSeconds = 99,
            CpuMicrosPerRequest = 99,
            CpuCores = 9,
            AvailableCpus = 2,
            MeanWorkingSetBytes = 1,
            PeakWorkingSetBytes = 1,
            MaxThreads = 1,
        });
    }
}
