namespace Dyno.Load.Tests;

public sealed class QueueWaiterTests
{
    [Theory]
    // 500 µs ahead: hybrid polls the last 15 µs of a start, frugal sleeps it all, busy polls it all.
    [InlineData(WaitStrategy.Hybrid, true, true, 500_000, 485_000)]
    [InlineData(WaitStrategy.Frugal, true, true, 500_000, 500_000)]
    [InlineData(WaitStrategy.Busy, true, true, 500_000, 0)]
    // Nothing but a start is worth polling for.
    [InlineData(WaitStrategy.Hybrid, true, false, 500_000, 500_000)]
    // Where sleeps count in milliseconds, hybrid leaves the rest of one to polling and frugal rounds up.
    [InlineData(WaitStrategy.Hybrid, false, true, 3_500_000, 3_000_000)]
    [InlineData(WaitStrategy.Hybrid, false, true, 3_100_000, 2_000_000)]
    [InlineData(WaitStrategy.Frugal, false, true, 3_100_000, 4_000_000)]
    public void Sleeps_as_long_as_its_strategy_allows(WaitStrategy strategy, bool isPrecise, bool isStart, long ahead, long slept)
    {
        var time = new SteppingClock();
        var wakeUp = new RecordingWakeUp(isPrecise, time);
        using var waiter = new QueueWaiter(new EngineClock(time), strategy, () => false, wakeUp);
        var until = time.GetTimestamp() + ahead;
        waiter.Wait(until, isStart, new WorkerActivity());

        wakeUp.SleptNanos.ShouldBeInRange(slept - 100, slept); // the clock goes on by a few ns with each look at it
    }

    [Fact]
    public async Task Ends_a_sleep_when_work_comes_from_another_thread()
    {
        using var work = new ManualResetEventSlim();
        using var waiter = new QueueWaiter(new EngineClock(), WaitStrategy.Hybrid, () => work.IsSet);
        var clock = new EngineClock();
        var other = Task.Run(() =>
        {
            work.Set();
            waiter.Wake();
        }, TestContext.Current.CancellationToken);
        var tenMinutes = clock.NowNanos + 600_000_000_000;
        while (!work.IsSet) waiter.Wait(tenMinutes, isStart: false, new WorkerActivity());

        clock.NowNanos.ShouldBeLessThan(tenMinutes);
        await other;
    }

    [Fact]
    public void Waits_for_a_thousand_starts_a_second_without_burning_a_core()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs a thread's CPU time from /proc");
        // A ratio of CPU to wall: a slow or busy machine only makes it smaller. Polling all along would be 1. Three tries,
        // because the time for which a hypervisor holds a CPU up may count as the thread's that was on it.
        var share = 1.0;
        for (var time = 0; time < 3 && share >= 0.5; time++) share = CpuShareAtAThousandStarts();

        share.ShouldBeLessThan(0.5);
    }

    private static double CpuShareAtAThousandStarts()
    {
        var clock = new EngineClock();
        var plan = new ConstantArrivalRate
        {
            Rate = 1_000,
            Duration = TimeSpan.FromSeconds(1),
            PreAllocatedVirtualUsers = 50,
            MaxVirtualUserCount = 50,
        };
        var context = new WorkerContext
        {
            Clock = clock,
            Index = 0,
            Count = 1,
            MaxVirtualUsers = 50,
            PreAllocatedVirtualUsers = 50,
            WaitStrategy = WaitStrategy.Hybrid,
            Seed = 1,
        };
        using var worker = new AsyncWorker(context, _ => new YieldingUser());
        var recorder = new Recorder(1, 0, isOpen: true);
        var signals = new RunSignals();
        var start = clock.NowNanos;
        var cpu = ThreadCpuNanos();
        worker.Run(new WorkerPhase
        {
            Scheduler = new IterationScheduler(plan.CreatePacers(1, 1)[0], recorder, signals, start),
            Recorder = recorder,
            Activity = new WorkerActivity(),
            Signals = signals,
            CutNanos = start + 60_000_000_000,
        });
        cpu = ThreadCpuNanos() - cpu;

        (recorder.Iterations + recorder.DroppedIterations).ShouldBe(1_000);
        return cpu / (double)(clock.NowNanos - start);
    }

    [Fact]
    public void A_wake_up_before_the_sleep_ends_it_and_one_after_disposal_does_nothing()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "eventfd is Linux's");
        var file = EventFile.TryCreate(1)!;
        file.Wake();
        file.Wake();
        file.Sleep(600_000_000_000);
        file.Sleep(1); // the wake-ups are used up: this one ends by its time
        file.Dispose();
        file.Wake();

        file.IsClosed.ShouldBeTrue();
    }

    private static long ThreadCpuNanos()
    {
        using var status = new StreamReader("/proc/thread-self/schedstat"); // nanoseconds on a CPU, waiting for one, turns
        return long.Parse(status.ReadLine()!.Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture);
    }

    private sealed class YieldingUser : IVirtualUser
    {
        public async ValueTask RunIterationAsync(IterationContext context, CancellationToken cancellationToken) => await Task.Yield();
    }

    private sealed class RecordingWakeUp(bool isPrecise, SteppingClock time) : IWakeUp
    {
        public bool IsPrecise => isPrecise;

        public long SleptNanos { get; private set; }

        public void Sleep(long nanos)
        {
            SleptNanos += nanos;
            time.Advance(nanos);
        }

        public void Wake()
        {
        }

        public void Dispose()
        {
        }
    }

    /// <summary>In nanoseconds; each look takes 10 of them, so that polling ends.</summary>
    private sealed class SteppingClock : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => 1_000_000_000;

        public override long GetTimestamp() => Interlocked.Add(ref _now, 10);

        public void Advance(long nanos) => Interlocked.Add(ref _now, nanos);
    }
}
