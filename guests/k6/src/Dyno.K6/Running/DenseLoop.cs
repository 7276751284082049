namespace Dyno.K6;

/// <summary>
/// One thread with one machine in which many virtual users live: it starts due iterations, runs each user's script until the script waits,
/// and continues the users whose wait is over. Everything happens on this thread, except for <see cref="Post"/>.
/// </summary>
internal sealed class DenseLoop : IDisposable
{
    private const long MaxWaitNanos = 50_000_000;
    private const long InsideNanos = 5_000_000_000; // entering the engine costs more than staying inside
    private const int StackBytes = 4 * 1024 * 1024;
    private readonly ScriptRun _run;
    private readonly ConcurrentQueue<(SendOrPostCallback Call, object? State)> _posts = new();
    private readonly Queue<DenseUser> _ready = new();
    private readonly PriorityQueue<(DenseUser User, long Version), long> _timers = new();
    private readonly List<DensePhase> _phases = [];
    private readonly WaitStrategy _strategy;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Func<bool> _hasWork;
    private readonly Action _turns;
    private ClientLoop? _io;
    private QueueWaiter? _waiter; // used when the machine has no loop of sockets
    private readonly WorkerActivity _activity = new();
    private readonly GenerationOneCollector _garbage = new();
    private volatile bool _isDisposed;

    public DenseLoop(ScriptRun run, int index, WaitStrategy strategy)
    {
        (_run, _strategy, _hasWork, _turns) = (run, strategy, () => !_posts.IsEmpty, Turns);
        Users = new DenseUsers(this, run);
        var began = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        new Thread(() => Live(began), StackBytes) { IsBackground = true, Name = $"users {index}" }.Start();
        began.Task.GetAwaiter().GetResult(); // the constructor waits: the new thread only creates its machine
    }

    public ScriptMachine Machine { get; private set; } = null!;

    public DenseUsers Users { get; }

    public EngineClock Clock => _run.Clock;

    /// <summary>Runs something on the loop's thread. Any thread may call this.</summary>
    public void Post(SendOrPostCallback call, object? state)
    {
        _posts.Enqueue((call, state));
        if (_io is not null) _io.Wake();
        else _waiter?.Wake();
    }

    /// <summary>Runs something on the loop's thread. Any thread may call this.</summary>
    /// <returns>Completes when the work has ended, with the exception that the work threw, if any.</returns>
    public Task DoAsync(Action work)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Post(_ =>
        {
            try
            {
                work();
                done.SetResult();
            }
            catch (Exception e)
            {
                done.SetException(e);
            }
        }, null);
        return done.Task;
    }

    /// <summary>Runs a phase and returns when the phase is over. Called on a worker's thread.</summary>
    public void RunPhase(DensePhase phase) => RunPhaseAsync(phase).GetAwaiter().GetResult(); // the worker's thread has nothing else to do

    /// <summary>Runs a phase. Called on any other thread.</summary>
    public async Task RunPhaseAsync(DensePhase phase)
    {
        await DoAsync(() => _phases.Add(phase));
        await phase.Over;
    }

    /// <summary>Lets a user continue in the next turn of the loop.</summary>
    public void Ready(DenseUser user) => _ready.Enqueue(user);

    /// <summary>Lets a user continue at a time, unless its version has changed by then.</summary>
    public void WakeAt(DenseUser user, long nanos) => _timers.Enqueue((user, user.Version), nanos);

    public void Dispose()
    {
        _isDisposed = true;
        Post(static _ => { }, null);
        _ended.Task.Wait(TimeSpan.FromSeconds(2));
    }

    private void Live(TaskCompletionSource began)
    {
        try
        {
            SynchronizationContext.SetSynchronizationContext(new LoopContext(this));
            _io = ClientLoop.TryCreate(Clock, _strategy);
            if (_io is null) _waiter = new QueueWaiter(Clock, _strategy, _hasWork);
            Machine = new ScriptMachine(isShared: true) { Loop = _io };
            Machine.Watch(MustEnd);
            began.SetResult();
        }
        catch (Exception e)
        {
            began.SetException(e);
            return;
        }
        while (!_isDisposed)
        {
            try
            {
                Machine.MustLeave = false;
                if (_phases.Count == 0 || _run.Files.LeavesWork) Turn();
                else Machine.Inside(_turns);
            }
            catch (Exception e)
            {
                foreach (var phase in _phases) phase.Fail(e);
                _phases.Clear();
            }
        }
        Users.Dispose();
        Machine.Dispose();
        _io?.Dispose();
        _waiter?.Dispose();
        _ended.SetResult();
    }

    /// <summary>Runs turns inside the engine, so that the calls of users need not enter it one by one; leaves the engine after five seconds at most.</summary>
    private void Turns()
    {
        var until = Clock.NowNanos + InsideNanos;
        do Turn();
        while (_phases.Count > 0 && !Machine.MustLeave && !_isDisposed && Clock.NowNanos < until);
    }

    private void Turn()
    {
        while (!Machine.MustLeave && _posts.TryDequeue(out var post)) post.Call(post.State);
        for (var n = _ready.Count; n > 0 && !Machine.MustLeave; n--) _ready.Dequeue().Go();
        GoOnInTime(Clock.NowNanos);
        var hasMore = false;
        for (var i = _phases.Count - 1; i >= 0 && !Machine.MustLeave; i--)
        {
            var phase = _phases[i];
            hasMore |= phase.Turn();
            if (!phase.IsOver) continue;
            _phases.RemoveAt(i);
            phase.End();
        }
        if (Machine.MustLeave) return;
        _garbage.Look();
        if (!hasMore && _ready.Count == 0) Wait(Clock.NowNanos);
        else _io?.Wait(0, isStart: false, _hasWork, _activity);
    }

    // To be called before the phases have their turn: a user that ends an iteration here can begin its next one there.
    private void GoOnInTime(long now)
    {
        while (!Machine.MustLeave && _timers.TryPeek(out var timer, out var due) && due <= now)
        {
            _timers.Dequeue();
            if (timer.User.Version == timer.Version) timer.User.Go();
        }
    }

    private void Wait(long now)
    {
        var (start, other) = (long.MaxValue, now + MaxWaitNanos);
        foreach (var phase in _phases)
        {
            start = Math.Min(start, phase.NextStartNanos(now));
            other = Math.Min(other, phase.CutNanos);
        }
        if (_timers.TryPeek(out _, out var timer)) other = Math.Min(other, timer);
        var (waited, stalled) = (_activity.WaitedNanos, _activity.StalledNanos);
        if (_io is not null) _io.Wait(Math.Min(start, other), isStart: start <= other, _hasWork, _activity);
        else _waiter!.Wait(Math.Min(start, other), isStart: start <= other, _activity);
        foreach (var phase in _phases)
        {
            phase.Activity.Waited(_activity.WaitedNanos - waited);
            phase.Activity.Overshot(_activity.StalledNanos - stalled);
        }
    }

    /// <summary>Whether the running script must end. The engine asks again and again on this thread while a script runs.</summary>
    private bool MustEnd()
    {
        foreach (var phase in _phases) phase.CutDue();
        return Machine.Current?.Scope.IsCut == true;
    }

    /// <summary>Brings the continuations of code that is awaited on the loop's thread back to that thread.</summary>
    private sealed class LoopContext(DenseLoop loop) : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state) => loop.Post(d, state);

        public override void Send(SendOrPostCallback d, object? state) => throw new NotSupportedException();

        public override SynchronizationContext CreateCopy() => this;
    }
}
