namespace Dyno.Load.Tests;

public sealed class AsyncWorkerTests
{
    private EngineClock _clock = new();

    [Fact]
    public void Runs_iterations_that_complete_at_once_on_its_own_thread()
    {
        var threads = new HashSet<int>();
        var phase = Run(new PerVuIterations { VirtualUsers = 3, Iterations = 100 }, (context, _) =>
        {
            threads.Add(Environment.CurrentManagedThreadId);
            context.Answered(0, context.StartNanos, context.StartNanos, _clock.NowNanos, 200, 10);
            return ValueTask.CompletedTask;
        });

        threads.ShouldBe([Environment.CurrentManagedThreadId]);
        phase.Recorder.Iterations.ShouldBe(300);
        phase.Recorder.Steps[0].Service.Count.ShouldBe(300);
    }

    [Fact]
    public void Records_what_awaiting_iterations_say_from_other_threads()
    {
        var phase = Run(new PerVuIterations { VirtualUsers = 8, Iterations = 50 }, async (context, _) =>
        {
            await Task.Yield();
            await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => Task.Run(() =>
                context.Answered(0, context.StartNanos, context.StartNanos, _clock.NowNanos, 200, 10))));
            context.Check(0, passed: true);
            context.Connected(5, again: false);
            context.Handshaken(7);
            context.Sent(11);
            context.Redirected();
            context.Failed(0, context.StartNanos, context.StartNanos, _clock.NowNanos, RequestErrorKind.Reset, "reset by peer");
        });

        var recorder = phase.Recorder;
        recorder.Iterations.ShouldBe(400);
        recorder.Steps[0].Service.Count.ShouldBe(1_200);
        recorder.Steps[0].FailedService.Count.ShouldBe(400);
        recorder.CheckPasses[0].ShouldBe(400);
        recorder.ConnectionsOpened.ShouldBe(400);
        recorder.TlsHandshaking.Count.ShouldBe(400);
        recorder.BytesSent.ShouldBe(4_400);
        recorder.Redirects.ShouldBe(400);
        recorder.Errors[(int)RequestErrorKind.Reset].ShouldBe(400);
        recorder.Examples[(int)RequestErrorKind.Reset].ShouldBe("reset by peer");
        phase.Scheduler.Active.ShouldBe(0);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Counts_an_exception_of_user_code_and_goes_on(bool waits)
    {
        var phase = Run(new PerVuIterations { Iterations = 5 }, async (_, _) =>
        {
            if (waits) await Task.Yield();
            throw new InvalidOperationException("no such user");
        });

        phase.Recorder.Iterations.ShouldBe(5);
        phase.Recorder.Errors[(int)RequestErrorKind.Scenario].ShouldBe(5);
        phase.Recorder.Examples[(int)RequestErrorKind.Scenario].ShouldBe("InvalidOperationException: no such user");
    }

    [Theory]
    [InlineData(WaitStrategy.Hybrid)]
    [InlineData(WaitStrategy.Busy)]
    [InlineData(WaitStrategy.Frugal)]
    public void Starts_every_arrival_with_each_way_of_waiting(WaitStrategy strategy)
    {
        var plan = new ConstantArrivalRate
        {
            Rate = 200,
            Duration = TimeSpan.FromSeconds(1),
            PreAllocatedVirtualUsers = 2,
            MaxVirtualUserCount = 200,
        };
        var phase = Run(plan, async (_, _) => await Task.Yield(), strategy);

        (phase.Recorder.Iterations + phase.Recorder.DroppedIterations).ShouldBe(200);
        phase.Recorder.StartLag!.Count.ShouldBe(phase.Recorder.Iterations);
        phase.Activity.WaitedNanos.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Cancels_what_is_in_flight_at_the_cut_and_drops_what_it_records_then()
    {
        _clock = new EngineClock(new TickingClock());
        var phase = Run(new ConstantVus { VirtualUsers = 5, Duration = TimeSpan.FromSeconds(1) }, async (context, token) =>
        {
            var cancelled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            await using var registration = token.Register(cancelled.SetResult);
            await cancelled.Task;
            context.Failed(0, context.StartNanos, context.StartNanos, _clock.NowNanos, RequestErrorKind.Closed);
        }, WaitStrategy.Busy, cutAfter: 20_000_000);

        phase.Recorder.InterruptedIterations.ShouldBe(5);
        phase.Recorder.CutAtEnd.ShouldBe(5);
        phase.Recorder.Iterations.ShouldBe(0);
        phase.Recorder.Errors[(int)RequestErrorKind.Closed].ShouldBe(0);
    }

    [Fact]
    public void Replaces_users_whose_code_does_not_obey_the_cut()
    {
        _clock = new EngineClock(new TickingClock());
        var never = new TaskCompletionSource();
        var built = 0;
        using var worker = Worker(2, WaitStrategy.Busy, _ => { built++; return new DelegateUser((_, _) => new ValueTask(never.Task)); });
        var phase = Phase(new ConstantVus { VirtualUsers = 2, Duration = TimeSpan.FromSeconds(1) }, 10_000_000);
        worker.Run(phase);
        var next = Phase(new ConstantVus { VirtualUsers = 2, Duration = TimeSpan.FromSeconds(1) }, 10_000_000);
        worker.Run(next);

        phase.Recorder.InterruptedIterations.ShouldBe(2);
        phase.Recorder.CutAtEnd.ShouldBe(2);
        next.Recorder.InterruptedIterations.ShouldBe(2);
        built.ShouldBe(4);
        phase.Scheduler.Active.ShouldBe(0);
    }

    [Fact]
    public void Cuts_a_user_that_is_ramped_down_and_starts_it_again_when_it_is_back()
    {
        var plan = new RampingVus
        {
            StartVirtualUsers = 2,
            Stages = [new(TimeSpan.FromMilliseconds(20), 2), new(TimeSpan.Zero, 1), new(TimeSpan.FromMilliseconds(60), 1), new(TimeSpan.Zero, 2),
                new(TimeSpan.FromMilliseconds(60), 2)],
            GracefulRampDown = TimeSpan.Zero,
        };
        _clock = new EngineClock(new TickingClock());
        var starts = new int[2];
        var phase = Run(plan, async (context, token) =>
        {
            starts[context.VirtualUser]++;
            var cancelled = new TaskCompletionSource(); // goes on within the cancellation, on the worker's thread
            await using var registration = token.Register(cancelled.SetResult);
            await cancelled.Task;
        }, WaitStrategy.Busy, cutAfter: 150_000_000);

        phase.Recorder.InterruptedIterations.ShouldBe(3);
        phase.Recorder.CutAtEnd.ShouldBe(2); // the two that were wanted at the end
        starts.ShouldBe([1, 2]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Does_not_count_what_a_stop_cuts_as_cut_at_the_end(bool isAbort)
    {
        _clock = new EngineClock(new TickingClock());
        var phase = Phase(new ConstantVus { VirtualUsers = 2, Duration = TimeSpan.FromSeconds(1) }, 20_000_000);
        using var worker = Worker(2, WaitStrategy.Busy, _ => new DelegateUser((context, token) =>
        {
            if (context.VirtualUser == 1 && isAbort) phase.Signals.Abort();
            if (context.VirtualUser == 1 && !isAbort) phase.Signals.Stop();
            return new ValueTask(Task.Delay(Timeout.Infinite, token));
        }));
        worker.Run(phase);

        phase.Recorder.InterruptedIterations.ShouldBe(2);
        phase.Recorder.CutAtEnd.ShouldBe(0);
    }

    [Fact]
    public void Allocates_nothing_for_iterations_that_complete_at_once()
    {
        // The least of three, because the runtime itself may allocate a little while it compiles a method anew.
        var least = long.MaxValue;
        for (var time = 0; time < 3 && least != 0; time++) least = Math.Min(least, AllocatedByAtOnceCompleting());

        least.ShouldBe(0);
    }

    private long AllocatedByAtOnceCompleting()
    {
        const int Iterations = 20_000;
        var measured = 0L;
        Run(new PerVuIterations { VirtualUsers = 4, Iterations = Iterations }, (context, _) =>
        {
            context.Answered(0, context.IntendedNanos, context.StartNanos, context.StartNanos + 1_000, 200, 10);
            context.Check(0, passed: true);
            // From the second to the last tenth of the first user: everything before is warm-up.
            if (context.VirtualUser == 0 && context.Iteration == Iterations / 10) measured -= GC.GetAllocatedBytesForCurrentThread();
            if (context.VirtualUser == 0 && context.Iteration == Iterations - 10) measured += GC.GetAllocatedBytesForCurrentThread();
            return ValueTask.CompletedTask;
        });

        return measured;
    }

    private WorkerPhase Run(
        ExecutorPlan plan, Func<IterationContext, CancellationToken, ValueTask> iteration,
        WaitStrategy strategy = WaitStrategy.Hybrid, long cutAfter = 30_000_000_000)
    {
        using var worker = Worker(plan.MaxVirtualUsers, strategy, _ => new DelegateUser(iteration));
        var phase = Phase(plan, cutAfter);
        worker.Run(phase);
        return phase;
    }

    private AsyncWorker Worker(int users, WaitStrategy strategy, Func<int, IVirtualUser> create) => new(new WorkerContext
    {
        Clock = _clock,
        Index = 0,
        Count = 1,
        MaxVirtualUsers = users,
        PreAllocatedVirtualUsers = Math.Min(users, 2),
        WaitStrategy = strategy,
        Seed = 1,
    }, create);

    private WorkerPhase Phase(ExecutorPlan plan, long cutAfter)
    {
        var pacer = plan.CreatePacers(1, 1)[0];
        var recorder = new Recorder(1, 1, pacer is ArrivalPacer);
        var signals = new RunSignals();
        var start = _clock.NowNanos;
        return new WorkerPhase
        {
            Scheduler = new IterationScheduler(pacer, recorder, signals, start),
            Recorder = recorder,
            Activity = new WorkerActivity(),
            Signals = signals,
            CutNanos = start + cutAfter,
        };
    }

    private sealed class DelegateUser(Func<IterationContext, CancellationToken, ValueTask> iteration) : IVirtualUser
    {
        public ValueTask RunIterationAsync(IterationContext context, CancellationToken cancellationToken) => iteration(context, cancellationToken);
    }
}
