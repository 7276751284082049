namespace Dyno.K6;

/// <summary>
/// Drives virtual users that have a thread each. A user that ends an iteration takes the next due iteration by itself, so that no thread is
/// woken in the steady state. The worker's own thread starts the iterations for which no user was there, and cuts iterations.
/// </summary>
/// <remarks>
/// In a closed model a virtual user of the scheduler is one user of the pool for the whole phase. In an open model a virtual user of the
/// scheduler is only a place, which any free user takes.
/// </remarks>
internal sealed class IsolatedWorker : IWorker
{
    private const long MaxWaitNanos = 50_000_000;
    private const long ObeyNanos = 9_000_000_000; // less than the time after which the runner gives a worker up
    private readonly IsolatedWorkload _workload;
    private readonly WorkerContext _context;
    private readonly object _gate = new(); // a plain object, because SampleTarget locks it, too
    private readonly SampleLane _lane;
    private readonly VirtualUserThread?[] _users; // indexed by the place in the scheduler
    private readonly Stack<VirtualUserThread> _idle = new();
    private readonly QueueWaiter _waiter;
    private WorkerPhase? _phase;
    private SampleTarget? _recording;
    private int _inFlight;
    private bool _isCutAtEnd;
    private bool _isAwaited; // the worker's thread must be woken when an iteration ends

    public IsolatedWorker(IsolatedWorkload workload, WorkerContext context)
    {
        (_workload, _context) = (workload, context);
        _lane = workload.Run.Metrics.CreateLane();
        _users = new VirtualUserThread?[context.MaxVirtualUsers];
        _waiter = new QueueWaiter(context.Clock, context.WaitStrategy, () => Volatile.Read(ref _isAwaited));
    }

    public void Run(WorkerPhase phase)
    {
        Begin(phase);
        using (var activity = new ProcessActivity(_context.Clock, phase.Activity, () => _workload.Pool.BusyProcessors)) RunUntilOver(phase, activity);
        End();
    }

    private void RunUntilOver(WorkerPhase phase, ProcessActivity activity)
    {
        var clock = _context.Clock;
        while (true)
        {
            long next;
            lock (_gate)
            {
                _isAwaited = false;
                var now = clock.NowNanos;
                while (phase.Scheduler.TryCut(now, out var place)) Cut(place);
                while (now < phase.CutNanos && !phase.Signals.IsAborting && phase.Scheduler.TryStart(now, out var start)) Launch(start);
                if (phase.Scheduler.IsFinished(now) && _inFlight == 0) break;
                if (now >= phase.CutNanos || phase.Signals.IsAborting) { CutAll(phase.CutsAtEnd); break; }
                next = Math.Min(phase.Scheduler.NextStartNanos(now), Math.Min(phase.CutNanos, now + MaxWaitNanos));
            }
            _waiter.Wait(next, isStart: false, phase.Activity);
            activity.Sample(clock.NowNanos);
        }
    }

    public void Dispose() => _waiter.Dispose();

    private void Begin(WorkerPhase phase)
    {
        lock (_gate)
        {
            _phase = phase;
            _recording = new SampleTarget(_lane, phase.Recorder) { Gate = _gate };
            _workload.Activation.Begin(phase, _context.Clock);
        }
    }

    private void Launch(IterationStart start)
    {
        var user = UserFor(start.VirtualUser);
        _users[start.VirtualUser] = user;
        _inFlight++;
        user.Do(thread => Work(thread, start));
    }

    private VirtualUserThread UserFor(int place)
    {
        if (!_phase!.Scheduler.IsOpen && _users[place] is { } own) return own;
        return _idle.TryPop(out var idle) ? idle : _workload.Pool.Rent();
    }

    /// <summary>Runs iteration after iteration on the user's thread, until there is none to take.</summary>
    private void Work(VirtualUserThread thread, IterationStart start)
    {
        var user = thread.User;
        _workload.Run.Progress.UserJoined();
        try
        {
            user.Recording = _recording;
            user.Activate(_workload.Activation);
        }
        catch (ScriptException e)
        {
            _workload.Run.Errors.Report(e);
        }
        if (_workload.Run.Files.LeavesWork)
        {
            do RunOne(user, start);
            while (TryNext(thread, ref start));
        }
        else WorkInside(thread, start);
    }

    /// <summary>As Work, but inside the engine, so that the iterations need not enter it one by one.</summary>
    private void WorkInside(VirtualUserThread thread, IterationStart start)
    {
        var (user, machine, goesOn) = (thread.User, thread.User.Machine, true);
        while (goesOn)
            machine.Inside(() =>
            {
                do
                {
                    RunOne(user, start);
                    goesOn = TryNext(thread, ref start);
                }
                while (goesOn && !machine.MustLeave);
            });
    }

    private void RunOne(ScriptUser user, IterationStart start)
    {
        var clock = _context.Clock;
        var began = clock.NowNanos;
        var completed = user.RunIteration(start.IntendedNanos);
        var ended = clock.NowNanos;
        _workload.Run.Progress.IterationEnded(completed);
        lock (_gate)
        {
            var recorder = _phase!.Recorder;
            _lane.Take(user.Scope.Samples, recorder, ended);
            if (completed)
            {
                _lane.TakeIteration(began, ended, user.IterationTags);
                recorder.IterationEnded(start.VirtualUser, start.IntendedNanos, began, ended, _phase.Scheduler.Active - 1);
                if (user.HasThrown) recorder.Threw();
            }
            else recorder.Interrupted(user.Scope.IsCutAtEnd);
        }
        var rest = _workload.Activation.MinIterationDuration.TotalMilliseconds * 1e6 - (ended - began);
        if (completed && rest > 0) user.Scope.Wait((long)rest);
    }

    /// <param name="start">The iteration that has ended; afterwards the next iteration.</param>
    private bool TryNext(VirtualUserThread thread, ref IterationStart start)
    {
        lock (_gate)
        {
            var phase = _phase!;
            var place = start.VirtualUser;
            phase.Scheduler.Complete(place);
            _inFlight--;
            var now = _context.Clock.NowNanos; // read under the lock: otherwise a later caller could see an earlier time, and start an iteration after the cut
            while (now < phase.CutNanos && !phase.Signals.IsAborting && phase.Scheduler.TryStart(now, out start))
            {
                if (phase.Scheduler.IsOpen || start.VirtualUser == place)
                {
                    _users[start.VirtualUser] = thread;
                    _inFlight++;
                    return true;
                }
                Launch(start); // the place of another user, which has waited longer
            }
            _workload.Run.Progress.UserLeft();
            if (phase.Scheduler.IsOpen) _idle.Push(thread);
            _isAwaited |= _inFlight == 0;
        }
        _waiter.Wake();
        return false;
    }

    private void Cut(int place) => _users[place]?.User.Cut();

    /// <summary>Cuts everything in flight.</summary>
    private void CutAll(bool atEnd)
    {
        _isCutAtEnd = atEnd;
        foreach (var user in _users) user?.User.Cut(atEnd);
    }

    /// <summary>Waits until everything has ended.</summary>
    private void End()
    {
        var until = _context.Clock.NowNanos + ObeyNanos;
        while (true)
        {
            lock (_gate)
            {
                _isAwaited = false;
                if (_inFlight == 0) break;
                if (_context.Clock.NowNanos >= until)
                {
                    _workload.Run.WarnOfUnended([.. _users.OfType<VirtualUserThread>().Where(user => user.IsBusy)]);
                    break;
                }
                CutAll(_isCutAtEnd); // a user that was just about to begin has not seen the first cut
            }
            _waiter.Wait(_context.Clock.NowNanos + 1_000_000, isStart: false, _phase!.Activity);
        }
        lock (_gate)
        {
            foreach (var user in _users.Concat(_idle).OfType<VirtualUserThread>().Distinct()) _workload.Pool.GiveBack(user);
            Array.Clear(_users);
            _idle.Clear();
        }
    }
}
