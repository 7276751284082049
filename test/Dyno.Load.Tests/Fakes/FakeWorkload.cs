namespace Dyno.Load.Tests;

/// <summary>A server that needs a planned time for each request, on the fake clock.</summary>
internal sealed class FakeWorkload(FakeClock clock) : IWorkload
{
    /// <summary>Service time of the request that starts at that time of the clock.</summary>
    public Func<long, long> ServiceNanos { get; init; } = _ => 1_000_000;

    /// <summary>Status of the answer to request number n of the worker.</summary>
    public Func<long, int> Status { get; init; } = _ => 200;

    /// <summary>Parts of each answer, such as messages of a stream; they come at its end, and the second step times them.</summary>
    public int Parts { get; init; }

    /// <summary>Called on every pass of a worker.</summary>
    public Action<FakeWorker, WorkerPhase>? OnPass { get; init; }

    /// <summary>Called when a worker is built.</summary>
    public Action<WorkerContext>? OnCreate { get; init; }

    public Func<Task> OnPrepare { get; init; } = () => Task.CompletedTask;

    public string Driver => "fake";

    public ImmutableArray<StepRecord> Steps { get; init; } = [new StepRecord { Name = "GET /", Method = "GET", Url = "http://h/" }];

    public ImmutableArray<string> Checks { get; init; } = [];

    public ImmutableArray<string> NegotiatedProtocols => ["HTTP/1.1"];

    public FakeClock Clock => clock;

    public List<FakeWorker> Workers { get; } = [];

    public Task PrepareAsync(CancellationToken cancellationToken) => OnPrepare();

    public IWorker CreateWorker(WorkerContext context)
    {
        OnCreate?.Invoke(context);
        var worker = new FakeWorker(this, context);
        lock (Workers) Workers.Add(worker);
        return worker;
    }
}

/// <summary>Follows the contract of <see cref="IWorker.Run"/> with nothing behind it but the clock.</summary>
internal sealed class FakeWorker(FakeWorkload workload, WorkerContext context) : IWorker
{
    private readonly List<Flight> _flights = [];
    private long _requests;

    public Thread CreatedOn { get; } = Thread.CurrentThread;

    public List<Thread> RanOn { get; } = [];

    public Thread? DisposedOn { get; private set; }

    public List<IterationStart> Starts { get; } = [];

    public List<(int VirtualUser, long Nanos)> Cuts { get; } = [];

    public long NowNanos => context.Clock.NowNanos;

    public void Run(WorkerPhase phase)
    {
        RanOn.Add(Thread.CurrentThread);
        while (true)
        {
            workload.OnPass?.Invoke(this, phase);
            var now = NowNanos;
            Complete(phase, now);
            Cut(phase, now);
            while (phase.Scheduler.TryStart(now, out var start)) Start(start, now);
            if (phase.Scheduler.IsFinished(now) && _flights.Count == 0) return;
            if (now >= phase.CutNanos || phase.Signals.IsAborting) { CutAll(phase); return; }
            Wait(phase, now);
        }
    }

    public void Dispose() => DisposedOn = Thread.CurrentThread;

    private void Start(IterationStart start, long now)
    {
        Starts.Add(start);
        _flights.Add(new Flight(start, now, now + workload.ServiceNanos(now)));
    }

    private void Complete(WorkerPhase phase, long now)
    {
        foreach (var flight in _flights.Where(f => f.EndNanos <= now).OrderBy(f => f.EndNanos).ToList())
        {
            var (start, end) = (flight.Start, flight.EndNanos);
            phase.Recorder.Sent(100);
            for (var part = 0; part < workload.Parts; part++) phase.Recorder.Part(1, end - 100, end - 100, end, bytesReceived: 30);
            phase.Recorder.Answered(0, start.IntendedNanos, flight.StartNanos, end, workload.Status(_requests++), 200);
            for (var check = 0; check < workload.Checks.Length; check++) phase.Recorder.Check(check, workload.Status(_requests - 1) < 400);
            phase.Scheduler.Complete(start.VirtualUser);
            phase.Recorder.IterationEnded(start.VirtualUser, start.IntendedNanos, flight.StartNanos, end, phase.Scheduler.Active);
            _flights.Remove(flight);
        }
    }

    private void Cut(WorkerPhase phase, long now)
    {
        while (phase.Scheduler.TryCut(now, out var virtualUser))
        {
            Cuts.Add((virtualUser, now));
            _flights.RemoveAll(f => f.Start.VirtualUser == virtualUser);
            phase.Recorder.Interrupted(atEnd: false);
            phase.Scheduler.Complete(virtualUser);
        }
    }

    private void CutAll(WorkerPhase phase)
    {
        foreach (var flight in _flights)
        {
            phase.Recorder.Interrupted(phase.CutsAtEnd);
            phase.Scheduler.Complete(flight.Start.VirtualUser);
        }

        _flights.Clear();
    }

    private void Wait(WorkerPhase phase, long now)
    {
        var until = Math.Min(phase.Scheduler.NextStartNanos(now), phase.CutNanos);
        if (_flights.Count > 0) until = Math.Min(until, _flights.Min(f => f.EndNanos));
        until = Math.Min(until, now + 50_000_000);
        // The clock's ticks are coarser than a nanosecond: go on until it shows that time.
        while (NowNanos < until) workload.Clock.AdvanceTo(Math.Max(workload.Clock.Nanos + 1, until));
        phase.Activity.Waited(NowNanos - now);
    }

    private readonly record struct Flight(IterationStart Start, long StartNanos, long EndNanos);
}
