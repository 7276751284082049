namespace Dyno.Http.Tests;

/// <summary>Runs one worker of one driver on a thread of its own, without the runner: what the driver itself does.</summary>
internal sealed record DriverRun
{
    public DriverChoice Driver { get; init; } = DriverTests.Current;

    public required ImmutableArray<HttpRequestPlan> Requests { get; init; }

    public HttpOptions Options { get; init; } = new();

    /// <summary>Builds the workload; by default through the public entry point.</summary>
    public Func<HttpOptions, IWorkload>? Create { get; init; }

    public WaitStrategy WaitStrategy { get; init; }

    /// <summary>The worker's clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    public RunSignals Signals { get; init; } = new();

    public TimeSpan GracefulStop { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Called on the worker's thread right before (0, 2, …) and right after (1, 3, …) each phase.</summary>
    public Action<int> AroundPhase { get; init; } = static _ => { };

    public static HttpRequestPlan Get(Uri url, string path = "") => new()
    {
        Name = $"GET /{path}",
        Method = "GET",
        Url = new Uri(url, path),
    };

    public static DriverRun To(Uri url, params string[] paths) => new()
    {
        Requests = [.. (paths.Length == 0 ? [""] : paths).Select(p => Get(url, p))],
    };

    /// <summary>A closed loop that ends after a number of iterations.</summary>
    public Outcome Iterate(int users, int iterations) => Run(Count(users, iterations));

    /// <summary>The pacer of such a loop, for runs of several phases.</summary>
    public static Pacer Count(int users, int iterations) => new CountedLoop(users, iterations);

    /// <summary>A closed loop for a time.</summary>
    public Outcome Loop(int users, TimeSpan duration) =>
        Run(new ConstantVus { VirtualUsers = users, Duration = duration }.CreatePacers(1, 0)[0]);

    /// <summary>An open model.</summary>
    public Outcome Arrive(double rate, TimeSpan duration, int users) => Run(new ConstantArrivalRate
    {
        Rate = rate,
        Duration = duration,
        PreAllocatedVirtualUsers = users,
        MaxVirtualUserCount = users,
    }.CreatePacers(1, 0)[0]);

    public Outcome Run(params Pacer[] phases)
    {
        var workload = Create?.Invoke(Options) ?? HttpWorkload.Create(Requests, Options with { Driver = Driver });
        workload.PrepareAsync(CancellationToken.None).GetAwaiter().GetResult();
        var outcomes = new List<Recorder>();
        var activity = new WorkerActivity();
        Exception? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                Work(workload, phases, outcomes, activity);
            }
            catch (Exception e)
            {
                failure = e;
            }
        });
        thread.Start();
        thread.Join(TimeSpan.FromSeconds(60)).ShouldBeTrue("the worker did not come back");
        if (failure is not null) throw failure is UserFault load ? load : new InvalidOperationException("the worker threw", failure);
        return new Outcome(workload, outcomes[^1], outcomes, activity);
    }

    private void Work(IWorkload workload, Pacer[] phases, List<Recorder> outcomes, WorkerActivity activity)
    {
        var clock = new EngineClock(Time);
        using var worker = workload.CreateWorker(new WorkerContext
        {
            Clock = clock,
            Index = 0,
            Count = 1,
            MaxVirtualUsers = phases.Max(p => p.MaxVirtualUsers),
            PreAllocatedVirtualUsers = phases[0].PreAllocatedVirtualUsers,
            WaitStrategy = WaitStrategy,
            Seed = 7,
        });
        for (var i = 0; i < phases.Length; i++)
        {
            var recorder = new Recorder(workload.Steps.Length, workload.Checks.Length, phases[i] is ArrivalPacer);
            outcomes.Add(recorder);
            var start = clock.NowNanos;
            var end = phases[i].EndNanos >= long.MaxValue / 2 ? long.MaxValue / 2 : start + phases[i].EndNanos;
            var phase = new WorkerPhase
            {
                Scheduler = new IterationScheduler(phases[i], recorder, Signals, start),
                Recorder = recorder,
                Activity = activity,
                Signals = Signals,
                OnlyReopens = phases[i] is SilentPacer,
                CutNanos = end + (long)(GracefulStop.TotalMilliseconds * 1e6),
            };
            AroundPhase(2 * i);
            worker.Run(phase);
            AroundPhase((2 * i) + 1);
            phase.Scheduler.DropRest(end); // as the runner does: what a late worker never asked for
        }
    }

    private sealed class CountedLoop(int users, int iterations) : LoopPacer
    {
        private int _left = iterations;

        public override int PreAllocatedVirtualUsers => users;

        public override int MaxVirtualUsers => users;

        public override long EndNanos => long.MaxValue / 2;

        public override bool HasIterations => _left > 0;

        public override int AllowedVirtualUsers(long nowNanos) => users;

        public override long NextChangeNanos(long nowNanos) => long.MaxValue;

        public override bool TryTakeIteration(int virtualUser) => _left-- > 0;
    }
}

/// <summary>What a worker recorded.</summary>
internal sealed record Outcome(IWorkload Workload, Recorder Recorder, IReadOnlyList<Recorder> Phases, WorkerActivity Activity)
{
    public long Good => Sum(s => s.Service.Count);

    public long Failed => Sum(s => s.FailedService.Count);

    public long Errors(RequestErrorKind kind) => Recorder.Errors[(int)kind];

    public string? Example(RequestErrorKind kind) => Recorder.Examples[(int)kind];

    public long Statuses(int status) => Sum(s => s.Statuses[status]);

    private long Sum(Func<StepRecorder, long> value)
    {
        long sum = 0;
        foreach (var step in Recorder.Steps) sum += value(step);
        return sum;
    }
}
