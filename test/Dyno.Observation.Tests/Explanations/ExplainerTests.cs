namespace Dyno.Observation.Tests;

public sealed class ExplainerTests
{
    private static readonly RunResult Run = Reporting.Tests.SampleRuns.Closed();

    [Fact]
    public void Names_a_server_without_CPU_left() => Rules(Busy(1.9)).ShouldBe(["cpu-bound"]);

    [Fact]
    public void Names_a_server_that_waits() => Rules(Busy(0.3)).ShouldBe(["idle-server"]);

    // As metrics of a server elsewhere may be: without CPU time, or without the number of CPUs.
    [Theory]
    [InlineData("server.cpu", 4)]
    [InlineData("server.heap", 0)]
    public void Says_nothing_about_CPUs_that_are_not_known(string missing, int cpus)
    {
        var run = Busy(0);
        Rules(run with { Server = run.Server! with { Source = "page http://10.0.0.7/metrics", Missing = [missing], AvailableCpus = cpus } }).ShouldBeEmpty();
    }

    [Fact]
    public void Says_nothing_between_the_two() => Rules(Busy(1.4)).ShouldBeEmpty();

    [Fact]
    public void Names_blocked_threads_by_a_queue_that_waits_while_CPUs_are_idle()
    {
        var starved = Seconds((4, 0), (5, 300), (7, 310), (8, 290), (10, 320));
        Rules(Busy(0.3, r => r with { Series = starved })).ShouldBe(["thread-pool-starvation"]);
        // The same queue on a busy server is just work.
        Rules(Busy(1.9, r => r with { Series = starved })).ShouldBe(["cpu-bound"]);
    }

    [Fact]
    public void Names_blocked_threads_although_the_pool_adds_none()
    {
        // As .NET 8, 10 and 11 behave on two CPUs with 100 callers of a handler in Thread.Sleep(400): 3 threads, 97 items, for 6 to 10 s.
        var blocked = Seconds((3, 97), (3, 97), (3, 97), (3, 97), (3, 97), (3, 97))
            .Select(p => p with { ConnectionQueue = 90, RequestQueue = 0 }).ToImmutableArray();
        var run = Busy(0.015, r => r with { Series = blocked, MaxConnectionQueue = 90, StarvationAdjustments = 0 });
        // Other programs were busy, and the threads waited for a CPU for longer than they ran: still not what slowed them down.
        run = run with
        {
            Environment = run.Environment with { LogicalCpus = 2, OtherProcessesPercent = 95, StealPercent = 0 },
            Server = run.Server! with { CpuWaitSeconds = 1.6 },
        };

        var found = Explainer.Explain(run).Explanations.ShouldHaveSingleItem();
        found.Rule.ShouldBe("thread-pool-starvation");
        found.Evidence.ShouldBe(
        [
            "4 items or more waited in the pool's queue in 100 % of the seconds, up to 97 items (limit 50 %)",
            "its threads ran or were ready for 5.8 % of the pool's time (limit 25 %)",
            "the pool kept its 3 threads, with 0 changes for starvation",
        ]);
    }

    [Fact]
    public void Pauses_of_a_process_that_gets_no_CPU_are_no_work_of_the_collector()
    {
        var taken = Busy(0.5, r => r with { GcPauseShare = 0.13 });
        Rules(taken with
        {
            Environment = taken.Environment with { LogicalCpus = 2, OtherProcessesPercent = 60, StealPercent = 0 },
            Server = taken.Server! with { CpuWaitSeconds = 9 },
        }).ShouldBe(["cpu-taken"]);
    }

    [Fact]
    public void Names_a_log_before_the_locks_for_which_its_writers_wait()
    {
        var run = Busy(1.4, r => r with { LockContentions = Run.Measured.Totals.Requests / 2 });
        var requests = Run.Measured.Totals.Requests;
        var logging = run with { Server = run.Server! with { WrittenBytes = Math.Max(1_000_000, 500 * requests) } };
        Rules(logging).ShouldBe(["log-writing"]);
        Rules(run with { Server = run.Server! with { WrittenBytes = 999_999 } }).ShouldBe(["lock-contention"]);
        Rules(run with { Server = run.Server! with { WrittenBytes = 10 * requests } }).ShouldBe(["lock-contention"]);
    }

    [Fact]
    public void Says_what_the_server_makes_of_requests_that_the_generator_gave_up()
    {
        var run = Busy(0.3);
        ErrorResult Errors(double share, string kind) => new() { Kind = kind, Count = (long)(share * Run.Measured.Totals.Requests), FirstExample = "" };
        RunResult With(ErrorResult error) => run with { Measured = run.Measured with { Errors = [error] } };
        // What the server does with them explains no rate.
        Rules(With(Errors(0.02, "timeout"))).ShouldBe(["client-gave-up", "idle-server"]);
        Rules(With(Errors(0.02, "reset"))).ShouldBe(["idle-server"]);
        Rules(With(Errors(0.005, "timeout"))).ShouldBe(["idle-server"]);
    }

    [Fact]
    public void Names_a_debug_build()
    {
        var run = Busy(1.4);
        Rules(run with { Server = run.Server! with { IsDebugBuild = true } }).ShouldBe(["debug-build"]);
    }

    [Fact]
    public void One_item_that_waits_now_and_then_is_no_blocked_thread()
    {
        // Two of three seconds with one item, and a thread more: a pool at work, no blocking code.
        var quiet = Seconds((4, 1), (5, 0), (5, 1), (5, 1), (6, 0), (6, 1));
        Rules(Busy(0.3, r => r with { Series = quiet, StarvationAdjustments = 3 })).ShouldBe(["idle-server"]);
    }

    [Fact]
    public void CPU_that_others_took_is_not_idle()
    {
        var starved = Seconds((4, 0), (5, 300), (7, 310), (8, 290), (10, 320));
        var taken = Busy(0.5, r => r with { Series = starved });
        taken = taken with
        {
            Environment = taken.Environment with { LogicalCpus = 2, OtherProcessesPercent = 60, StealPercent = 0 },
            Server = taken.Server! with { CpuWaitSeconds = 30 },
        };

        var found = Explainer.Explain(taken).Explanations.ShouldHaveSingleItem();
        found.Rule.ShouldBe("cpu-taken");
        found.Message.ShouldStartWith("the server waited for CPU time that other processes used");
        found.Evidence.ShouldBe(
        [
            "other processes 60 % of all CPUs, the hypervisor 0 % (limit 10 % of the server's)",
            "its threads ran for 5 s and were ready without a CPU for 30 s (limit 50 %, and 5 % of the time)",
        ]);
        // Of a variant in slices the waiting is that of the whole round, and so is the running.
        var round = taken with { Duet = InSlices(20, 2) with { IdleCpuShare = 0.6 } };
        Rules(round with { Server = taken.Server! with { CpuWaitSeconds = 4, Runtime = null } }).ShouldBe(["idle-server"]);
        // Others on CPUs that the server did not want.
        Rules(taken with { Server = taken.Server! with { CpuWaitSeconds = 0.1, Runtime = null } }).ShouldBe(["idle-server"]);
    }

    [Fact]
    public void Names_a_limit_that_stops_the_server()
    {
        var run = Busy(0.5);
        Rules(run with { Server = run.Server! with { CpuPeriods = 100, ThrottledPeriods = 80, ThrottledSeconds = 4 } }).ShouldBe(["cpu-taken"]);
    }

    [Fact]
    public void Names_blocked_threads_also_when_the_pool_adds_but_one_in_several_seconds()
    {
        // As the pool of .NET 10 behaves on one CPU with every thread in a call of 400 ms: 26 threads more in 90 s.
        var climbing = Seconds([.. Enumerable.Range(0, 90).Select(second => (3 + second * 26 / 90, 1000 - second * 10))]);
        Rules(Busy(0.3, r => r with { Series = climbing })).ShouldBe(["thread-pool-starvation"]);
    }

    [Fact]
    public void Names_a_collector_that_stops_the_program() =>
        Rules(Busy(1.4, r => r with { GcPauseShare = 0.12 })).ShouldBe(["gc-bound"]);

    [Fact]
    public void Names_exceptions_and_locks_by_what_a_request_costs()
    {
        var requests = Run.Measured.Totals.Requests;
        Rules(Busy(1.4, r => r with { Exceptions = requests / 50 })).ShouldBe(["exceptions"]);
        Rules(Busy(1.4, r => r with { LockContentions = requests / 10 })).ShouldBe(["lock-contention"]);
        Rules(Busy(1.4, r => r with { Exceptions = requests / 500, LockContentions = requests / 100 })).ShouldBeEmpty();
    }

    [Fact]
    public void Names_connections_that_wait()
    {
        var points = Seconds((4, 0), (4, 0), (4, 0)).Select(p => p with { ConnectionQueue = 3, RequestQueue = 0 });
        Rules(Busy(1.4, r => r with { Series = [.. points], MaxConnectionQueue = 3 })).ShouldBe(["connection-queueing"]);
    }

    [Fact]
    public void Of_a_variant_that_is_loaded_in_slices_the_seconds_of_its_slices_count()
    {
        // Six variants take turns: a queue stands in a sixth of the seconds, and in all of its own.
        var queue = Seconds([.. Enumerable.Range(0, 60).Select(second => (4 + second / 8, second % 6 == 0 ? 300 : 0))]);
        var alone = Busy(0.3, r => r with { Series = queue });
        Rules(alone).ShouldBe(["idle-server"]);
        var found = Explainer.Explain(alone with { Duet = InSlices(60, 6) }).Explanations.ShouldHaveSingleItem();
        found.Rule.ShouldBe("thread-pool-starvation");
        found.Evidence[0].ShouldStartWith("4 items or more waited in the pool's queue in 91.7 % of the seconds while it was loaded, 18.2 % of the round");

        ImmutableArray<RuntimePoint> waiting =
        [
            .. Seconds([.. Enumerable.Range(0, 60).Select(_ => (4, 0))])
                .Select((p, i) => p with { ConnectionQueue = i % 12 == 0 ? 3 : 0, RequestQueue = 0 }),
        ];
        Rules(Busy(1.4, r => r with { Series = waiting, MaxConnectionQueue = 3 })).ShouldBeEmpty();
        Rules(Busy(1.4, r => r with { Series = waiting, MaxConnectionQueue = 3 }) with { Duet = InSlices(60, 6) }).ShouldBe(["connection-queueing"]);
    }

    // One second of every few, from the first on.
    private static DuetRecord InSlices(int seconds, int variants) => new()
    {
        SliceSeconds = 1,
        Variants = variants,
        Slices =
        [
            .. Enumerable.Range(0, seconds / variants)
                .Select(i => new SliceResult { Block = i, Seconds = i * variants, Length = 1, Requests = 1, Failed = 0 }),
        ],
    };

    [Fact]
    public void Names_the_service_that_did_nothing()
    {
        var busy = Busy(1.9);
        var requests = Run.Measured.Totals.Requests + (Run.WarmUp?.Totals.Requests ?? 0);
        var cache = new ServiceObservation { Name = "cache", Kind = "redis", Commands = 2 };
        var found = Explainer.Explain(busy with { Services = [cache] }).Explanations;
        found[0].Rule.ShouldBe("idle-service");
        found[0].Message.ShouldStartWith("cache did almost no work: no load arrives");
        found[0].Evidence.Single().ShouldStartWith("cache: 2 commands for ");

        Explainer.Explain(busy with { Services = [cache with { Commands = requests }] }).Explanations.ShouldNotContain(e => e.Rule == "idle-service");
        var silent = new ServiceObservation { Name = "mail", Kind = "command", Process = busy.Server! with { CpuCores = 0.001, AvailableCpus = 2 } };
        Explainer.Explain(busy with { Services = [silent] }).Explanations[0].Rule.ShouldBe("idle-service");
    }

    [Fact]
    public void Names_the_service_that_has_no_CPU_left()
    {
        var busy = Busy(0.3);
        var service = new ServiceObservation { Name = "db", Kind = "postgres", Process = busy.Server! with { CpuCores = 0.97, AvailableCpus = 1 } };
        var found = Explainer.Explain(busy with { Services = [service] }).Explanations.Single();
        found.Rule.ShouldBe("service-saturated");
        found.Message.ShouldStartWith("db has no free CPU");
        found.Evidence.Single().ShouldBe("db: 0.97 of 1 CPU busy (limit 90 %)");
    }

    [Theory]
    [InlineData(1.02, "more than at the generator")]
    [InlineData(0.98, "fewer than at the generator")]
    public void Names_requests_that_the_generator_did_not_send(double factor, string evidence)
    {
        var run = Busy(1.4) with { WarmUp = null };
        var found = Explainer.Explain(run, (long)(run.Measured.Totals.Requests * factor));
        found.Explanations.Single().Rule.ShouldBe("other-traffic");
        found.Explanations.Single().Evidence.Single().ShouldContain(evidence);
        Explainer.Explain(run, run.Measured.Totals.Requests).Server!.Runtime!.ServerSeenDifference.ShouldBe(0);
        Explainer.Explain(run, run.Measured.Totals.Requests).Explanations.ShouldBeEmpty();
    }

    [Fact]
    public void A_URL_is_not_explained() => Explainer.Explain(Run with { Server = null }).Explanations.ShouldBeEmpty();

    private static IEnumerable<string> Rules(RunResult run) => Explainer.Explain(run).Explanations.Select(e => e.Rule);

    private static RunResult Busy(double cores, Func<RuntimeObservation, RuntimeObservation>? runtime = null) => Run with
    {
        Server = new ServerObservation
        {
            ProcessId = 1,
            CpuSeconds = cores * 10,
            CpuMicrosPerRequest = 50,
            CpuCores = cores,
            AvailableCpus = 2,
            MeanWorkingSetBytes = 1,
            PeakWorkingSetBytes = 1,
            MaxThreads = 20,
            Runtime = (runtime ?? (r => r))(new RuntimeObservation { Level = "full" }),
        },
    };

    private static ImmutableArray<RuntimePoint> Seconds(params (int Threads, int Queue)[] seconds) =>
        [.. seconds.Select((s, i) => new RuntimePoint { Seconds = i + 1, ThreadPoolThreads = s.Threads, ThreadPoolQueue = s.Queue })];
}
