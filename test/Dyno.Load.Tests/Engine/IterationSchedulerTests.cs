namespace Dyno.Load.Tests;

public sealed class IterationSchedulerTests
{
    private const long Start = 5_000_000_000;
    private const long Millisecond = 1_000_000;
    private readonly RunSignals _signals = new();
    private Recorder _recorder = new(1, 0, isOpen: true);

    [Fact]
    public void Hands_out_a_start_when_it_is_due_and_tells_when_the_next_one_is()
    {
        var scheduler = Of(Rate(100));

        scheduler.TryStart(Start - 1, out _).ShouldBeFalse();
        scheduler.NextStartNanos(Start - 1).ShouldBe(Start);
        scheduler.TryStart(Start, out var start).ShouldBeTrue();
        start.ShouldBe(new IterationStart(0, Start));
        scheduler.TryStart(Start, out _).ShouldBeFalse();
        scheduler.NextStartNanos(Start).ShouldBe(Start + 10 * Millisecond);
        scheduler.Active.ShouldBe(1);
    }

    [Fact]
    public void Counts_starts_that_are_late_and_by_how_much()
    {
        var scheduler = Of(Rate(1_000));
        for (var i = 0; i < 4; i++) scheduler.TryStart(Start + 3 * Millisecond + 10, out _).ShouldBeTrue();

        _recorder.LateStarts.ShouldBe(3); // 3, 2 and 1 ms, each and a bit
        _recorder.StartLag!.Max.ShouldBe(3 * Millisecond + 10);
        _recorder.StartLag.Min.ShouldBe(10);
    }

    [Fact]
    public void Drops_what_finds_no_free_user_and_never_makes_it_up()
    {
        var scheduler = Of(Rate(1_000, pre: 2, max: 2));
        Drain(scheduler, Start + 9 * Millisecond).ShouldBe([0, 1]);

        _recorder.DroppedIterations.ShouldBe(8);
        scheduler.Complete(0);
        scheduler.TryStart(Start + 9 * Millisecond, out _).ShouldBeFalse();
        scheduler.TryStart(Start + 10 * Millisecond, out var next).ShouldBeTrue();
        next.ShouldBe(new IterationStart(0, Start + 10 * Millisecond));
    }

    [Fact]
    public void Asks_for_one_look_at_the_answers_before_it_drops_a_start()
    {
        var scheduler = Of(Rate(1_000, pre: 1, max: 1));
        scheduler.TryStartOrLook(Start, out _, out _).ShouldBeTrue();
        var late = Start + 3 * Millisecond;
        scheduler.TryStartOrLook(late, out _, out var mustLook).ShouldBeFalse();
        mustLook.ShouldBeTrue();
        _recorder.DroppedIterations.ShouldBe(0);

        scheduler.Complete(0); // its answer had come
        scheduler.TryStartOrLook(late, out var start, out mustLook).ShouldBeTrue();
        (start, mustLook).ShouldBe((new IterationStart(0, Start + Millisecond), false));
        scheduler.TryStartOrLook(late, out _, out mustLook).ShouldBeFalse();
        mustLook.ShouldBeFalse();
        _recorder.DroppedIterations.ShouldBe(2); // they had their look
        scheduler.TryStartOrLook(late + Millisecond, out _, out mustLook).ShouldBeFalse();
        mustLook.ShouldBeTrue(); // the next one has not
        scheduler.TryStartOrLook(late + Millisecond, out _, out mustLook).ShouldBeFalse();
        mustLook.ShouldBeFalse();
        _recorder.DroppedIterations.ShouldBe(3);
    }

    [Fact]
    public void Asks_for_no_look_while_somebody_is_free_or_nothing_is_due()
    {
        var scheduler = Of(Rate(1_000, pre: 2, max: 2));
        for (var i = 0; i < 2; i++)
        {
            scheduler.TryStartOrLook(Start + Millisecond, out _, out var mustLook).ShouldBeTrue();
            mustLook.ShouldBeFalse();
        }
        scheduler.TryStartOrLook(Start + Millisecond, out _, out var mustLookThen).ShouldBeFalse();
        mustLookThen.ShouldBeFalse();
    }

    [Fact]
    public void Prefers_users_that_were_used_before_and_grows_at_once_when_none_is_free()
    {
        var scheduler = Of(Rate(1_000, pre: 2, max: 4));
        var used = new List<int>();
        for (var i = 0; i < 6; i++)
        {
            scheduler.TryStart(Start + i * Millisecond, out var start).ShouldBeTrue();
            used.Add(start.VirtualUser);
            scheduler.Complete(start.VirtualUser);
        }

        used.ShouldBe([0, 1, 0, 1, 0, 1]);
        Drain(scheduler, Start + 12 * Millisecond).ShouldBe([0, 1, 2, 3]);
        _recorder.DroppedIterations.ShouldBe(3);
    }

    [Fact]
    public void Any_run_starts_or_drops_every_start_exactly_once()
    {
        var random = new Random(4);
        for (var round = 0; round < 50; round++)
        {
            _recorder = new Recorder(1, 0, isOpen: true);
            var scheduler = Of(Rate(random.Next(1, 3_000), pre: random.Next(0, 3), max: random.Next(3, 20), seconds: 2));
            var active = new Queue<int>();
            var now = Start;
            while (!scheduler.IsFinished(now))
            {
                now += random.Next(1, 30) * Millisecond;
                while (active.Count > 0 && random.Next(3) > 0) scheduler.Complete(active.Dequeue());
                while (scheduler.TryStart(now, out var start))
                {
                    start.IntendedNanos.ShouldBeLessThanOrEqualTo(now);
                    active.ShouldNotContain(start.VirtualUser);
                    active.Enqueue(start.VirtualUser);
                }

                scheduler.Active.ShouldBe(active.Count);
            }

            var whole = Schedules.Of(Plan!).Count;
            (_recorder.Starts + _recorder.DroppedIterations).ShouldBe(whole);
            _recorder.StartLag!.Count.ShouldBe(_recorder.Starts);
        }
    }

    [Fact]
    public void Starts_nothing_after_a_stop_and_is_finished_then()
    {
        var scheduler = Of(Rate(100));
        _signals.Stop();

        scheduler.TryStart(Start + Millisecond, out _).ShouldBeFalse();
        scheduler.IsFinished(Start).ShouldBeTrue();
        scheduler.NextStartNanos(Start).ShouldBe(long.MaxValue);
    }

    [Fact]
    public void Counts_starts_that_were_due_but_never_asked_for_as_dropped_at_the_end()
    {
        var scheduler = Of(Rate(100, seconds: 1));
        Drain(scheduler, Start + 500 * Millisecond);
        scheduler.DropRest(Start + 800 * Millisecond);

        (_recorder.Starts + _recorder.DroppedIterations).ShouldBe(81);
    }

    [Fact]
    public void Takes_up_overdue_starts_after_the_end()
    {
        var scheduler = Of(Rate(100, pre: 100, max: 100, seconds: 1));

        scheduler.IsFinished(Start + 2_000 * Millisecond).ShouldBeFalse();
        Drain(scheduler, Start + 2_000 * Millisecond).Count.ShouldBe(100);
        scheduler.IsFinished(Start + 2_000 * Millisecond).ShouldBeTrue();
    }

    [Fact]
    public void A_closed_loop_gives_work_to_all_users_in_turn_until_its_end()
    {
        var scheduler = Of(new ConstantVus { VirtualUsers = 3, Duration = TimeSpan.FromSeconds(1) });

        scheduler.TryStart(Start - 1, out _).ShouldBeFalse();
        scheduler.NextStartNanos(Start - 1).ShouldBe(Start);
        Drain(scheduler, Start).ShouldBe([0, 1, 2]);
        scheduler.Complete(2);
        scheduler.Complete(0);
        Drain(scheduler, Start + 5).ShouldBe([2, 0]);
        scheduler.NextStartNanos(Start + 5).ShouldBe(long.MaxValue);
        scheduler.Complete(1);
        scheduler.TryStart(Start + 1_000 * Millisecond, out _).ShouldBeFalse();
        scheduler.IsFinished(Start + 1_000 * Millisecond).ShouldBeTrue();
        scheduler.IsFinished(Start + 999 * Millisecond).ShouldBeFalse();
    }

    [Fact]
    public void Each_user_runs_its_own_number_of_iterations()
    {
        var scheduler = Of(new PerVuIterations { VirtualUsers = 2, Iterations = 2 });
        Drain(scheduler, Start).ShouldBe([0, 1]);
        scheduler.Complete(0);
        Drain(scheduler, Start + 1).ShouldBe([0]);
        scheduler.Complete(0);
        Drain(scheduler, Start + 2).ShouldBeEmpty();
        scheduler.IsFinished(Start + 2).ShouldBeFalse();
        scheduler.Complete(1);
        Drain(scheduler, Start + 3).ShouldBe([1]);
        scheduler.IsFinished(Start + 3).ShouldBeTrue();
    }

    [Fact]
    public void Workers_share_one_count_of_iterations()
    {
        var pacers = new SharedIterations { VirtualUsers = 4, Iterations = 5 }.CreatePacers(2, 0);
        var first = new IterationScheduler(pacers[0], _recorder, _signals, Start);
        var second = new IterationScheduler(pacers[1], _recorder, _signals, Start);
        Drain(first, Start).Count.ShouldBe(2);
        Drain(second, Start).Count.ShouldBe(2);
        first.Complete(0);
        first.Complete(1);

        Drain(first, Start + 1).Count.ShouldBe(1);
        second.IsFinished(Start + 1).ShouldBeTrue();
        first.DropRest(Start + 1);
        second.DropRest(Start + 1);
        _recorder.DroppedIterations.ShouldBe(0);
    }

    [Fact]
    public void A_ramp_down_lets_the_last_user_end_within_its_grace_then_cuts_it_once()
    {
        var scheduler = Of(Ramp(grace: 2));
        Drain(scheduler, Start).ShouldBe([0, 1, 2]);

        scheduler.NextStartNanos(Start).ShouldBe(Start + 1_000 * Millisecond);
        scheduler.TryCut(Start + 2_999 * Millisecond, out _).ShouldBeFalse(); // out since 1 s, grace until 3 s
        scheduler.NextStartNanos(Start + 2_999 * Millisecond).ShouldBe(Start + 3_000 * Millisecond);
        scheduler.TryCut(Start + 3_000 * Millisecond, out var cut).ShouldBeTrue();
        cut.ShouldBe(2);
        scheduler.TryCut(Start + 3_000 * Millisecond, out _).ShouldBeFalse();
        scheduler.Complete(cut);
        scheduler.TryCut(Start + 3_000 * Millisecond, out cut).ShouldBeFalse(); // user 1 left at 2 s
        scheduler.TryCut(Start + 4_000 * Millisecond, out cut).ShouldBeTrue();
        cut.ShouldBe(1);
    }

    [Fact]
    public void A_user_that_is_back_before_its_grace_is_over_goes_on()
    {
        var scheduler = Of(new RampingVus
        {
            StartVirtualUsers = 2,
            Stages = [new(TimeSpan.Zero, 1), new(TimeSpan.FromSeconds(1), 1), new(TimeSpan.Zero, 2), new(TimeSpan.FromSeconds(9), 2)],
            GracefulRampDown = TimeSpan.FromSeconds(30),
        });
        Drain(scheduler, Start).ShouldBe([0]);
        Drain(scheduler, Start + 1_000 * Millisecond).ShouldBe([1]);
        scheduler.TryCut(Start + 9_000 * Millisecond, out _).ShouldBeFalse();
        scheduler.Complete(1);
        Drain(scheduler, Start + 9_001 * Millisecond).ShouldBe([1]);
    }

    [Fact]
    public void Random_ramps_never_run_a_user_that_is_not_allowed_and_always_run_one_that_is()
    {
        var random = new Random(11);
        for (var round = 0; round < 40; round++)
        {
            var plan = new RampingVus
            {
                StartVirtualUsers = random.Next(0, 6),
                Stages = [.. Enumerable.Range(0, 6).Select(_ => new VirtualUserStage(TimeSpan.FromMilliseconds(random.Next(0, 300)), random.Next(0, 12))),
                    new(TimeSpan.FromSeconds(1), 3)],
                GracefulRampDown = TimeSpan.FromMilliseconds(random.Next(0, 400)),
            };
            var allowed = new VirtualUserRamp(plan.StartVirtualUsers, plan.Stages);
            var scheduler = Of(plan);
            var active = new HashSet<int>();
            for (var now = 0L; now < scheduler.Pacer.EndNanos; now += random.Next(1, 20) * Millisecond)
            {
                foreach (var user in active.Where(_ => random.Next(4) == 0).ToList()) { active.Remove(user); scheduler.Complete(user); }
                while (scheduler.TryCut(Start + now, out var user)) { active.Remove(user).ShouldBeTrue(); scheduler.Complete(user); }
                while (scheduler.TryStart(Start + now, out var start))
                {
                    start.VirtualUser.ShouldBeLessThan(allowed.At(now));
                    active.Add(start.VirtualUser).ShouldBeTrue();
                }

                Enumerable.Range(0, allowed.At(now)).ShouldBeSubsetOf(active);
                var grace = Math.Max(0, now - plan.GracefulRampDown.Ticks * 100);
                var recently = Enumerable.Range(0, 400).Max(i => allowed.At(grace + (now - grace) * i / 399));
                active.Where(user => user >= recently).ShouldBeEmpty();
            }
        }
    }

    [Fact]
    public void Allocates_nothing_while_it_runs()
    {
        var open = Of(Rate(100_000, pre: 4, max: 4, seconds: 10));
        var closed = Of(new ConstantVus { VirtualUsers = 4, Duration = TimeSpan.FromSeconds(10) });
        Cycle(open);
        Cycle(closed);

        Allocations.Least(() =>
        {
            Cycle(open);
            Cycle(closed);
        }).ShouldBe(0);
    }

    private static long _cycleNanos = Start;

    private static void Cycle(IterationScheduler scheduler)
    {
        for (var i = 0; i < 10_000; i++)
        {
            if (scheduler.TryStart(_cycleNanos += 100, out var start)) scheduler.Complete(start.VirtualUser);
            scheduler.TryCut(_cycleNanos, out _);
            scheduler.NextStartNanos(_cycleNanos);
        }
    }

    private ExecutorPlan? Plan { get; set; }

    private static RampingVus Ramp(int grace) => new()
    {
        StartVirtualUsers = 3,
        Stages = [new(TimeSpan.FromSeconds(2), 1), new(TimeSpan.FromSeconds(20), 1)],
        GracefulRampDown = TimeSpan.FromSeconds(grace),
    };

    private static ConstantArrivalRate Rate(double rate, int pre = 10, int max = 10, double seconds = 10) => new()
    {
        Rate = rate,
        Duration = TimeSpan.FromSeconds(seconds),
        PreAllocatedVirtualUsers = pre,
        MaxVirtualUserCount = max,
    };

    private static List<int> Drain(IterationScheduler scheduler, long now)
    {
        var started = new List<int>();
        while (scheduler.TryStart(now, out var start)) started.Add(start.VirtualUser);
        return started;
    }

    private IterationScheduler Of(ExecutorPlan plan)
    {
        Plan = plan;
        return new IterationScheduler(plan.CreatePacers(1, 7)[0], _recorder, _signals, Start);
    }
}
